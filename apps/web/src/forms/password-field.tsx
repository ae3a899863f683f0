import { type ComponentProps, useState } from 'react'
import { Field, type FieldTexts } from '../ui/field.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldTexts

/** A password with a Show/Hide text button: the one somebody has, unless `autoComplete` says that it is new. */
export function PasswordField({ label, help, error, id, className, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...{ label, help, error, id, className }}>
      {(control) => (
        <span className="in-with-button">
          <input
            autoComplete="current-password"
            required
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className="input"
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  )
}
