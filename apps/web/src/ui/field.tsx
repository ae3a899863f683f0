import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export interface FieldTexts {
  label: ReactNode
  /** A line of help under the field. */
  help?: ReactNode
  error?: string | undefined
}

interface Control {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  className?: string | undefined
  /** Renders the control with the attributes that link it to its label, help and error. */
  children: (control: Control) => ReactNode
}

/** Label above, control, error and help below; for controls not covered by the ones below. */
export function Field({ label, help, error, id, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const helpId = `${controlId}-help`
  const errorId = `${controlId}-error`
  const describedBy = classNames(error && errorId, help !== undefined && helpId)
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={controlId}>{label}</label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={errorId}>{error}</FieldError>
      {help !== undefined && (
        <p id={helpId} className="field__help">
          {help}
        </p>
      )}
    </div>
  )
}

/** A field's error; the control references it by `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} className="err">
      <CircleAlert className="icon" aria-hidden />
      {children}
    </p>
  )
}

type FieldOf<Tag extends 'input' | 'textarea' | 'select'> = ComponentProps<Tag> & FieldTexts

/** A text field; takes all input attributes, including those of react-hook-form's `register`. */
export function TextField({ label, help, error, id, className, ...input }: FieldOf<'input'>) {
  return (
    <Field {...{ label, help, error, id, className }}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  )
}

/** A phone number, with the phone's number keys. */
export function PhoneField(field: FieldOf<'input'>) {
  return <TextField type="tel" inputMode="tel" autoComplete="tel" required {...field} />
}

/** An amount in dollars, read by `typedAmount`. */
export function AmountField(field: FieldOf<'input'>) {
  return <TextField className="num" inputMode="decimal" autoComplete="off" {...field} />
}

/** For labels of optional fields. */
export const optional = (label: string) => (
  <>
    {label} <span className="font-body text-ink-3">(optional)</span>
  </>
)

export function TextArea({ label, help, error, id, className, ...textarea }: FieldOf<'textarea'>) {
  return (
    <Field {...{ label, help, error, id, className }}>
      {(control) => <textarea rows={4} {...textarea} {...control} className="input" />}
    </Field>
  )
}

/** A native select with our arrow; its children are options. */
export function SelectField({ label, help, error, id, className, ...select }: FieldOf<'select'>) {
  return (
    <Field {...{ label, help, error, id, className }}>
      {(control) => <select {...select} {...control} className="input" />}
    </Field>
  )
}

/** A box to tick for what has to be agreed to. */
export function AgreeField({ error, children, ...input }: ComponentProps<'input'> & Pick<FieldTexts, 'error'>) {
  const errorId = useId()
  return (
    <div className="grid gap-1.5">
      <label className="agree">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** A checkbox with its label. */
export function CheckField({ label, error: _, ...input }: Omit<FieldOf<'input'>, 'help'>) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input type="checkbox" className="size-5 shrink-0 accent-ink" {...input} />
      {label}
    </label>
  )
}
