import { type ComponentProps, useState } from 'react'
import { Field, type FieldTexts } from '../ui/field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'>, FieldTexts {
  /** Tells a password manager whose password this is, where no other field does. */
  username?: string
}

/** A password field with a Show/Hide button. For the current password, unless `autoComplete` says it is new. */
export function PasswordField({ label, help, error, id, className, username, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...{ label, help, error, id, className }}>
      {(control) => (
        <span className="in-with-button">
          {username && <input type="text" value={username} autoComplete="username" readOnly hidden />}
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
