import { useId } from 'react'
import { CheckField } from '../../ui/field.tsx'

interface StillOwesFieldProps {
  firstName: string
  /** What goes back, such as `the $50.00`. */
  what?: string
  stillOwes: boolean
  onChange: (stillOwes: boolean) => void
}

/** What every refund asks: no unless the owner says so (docs/rules.md §3.33). */
export function StillOwesField({ firstName, what = 'this', stillOwes, onChange }: StillOwesFieldProps) {
  const note = useId()
  return (
    <fieldset>
      <legend>Does {firstName} still owe this?</legend>
      <CheckField
        label={`${firstName} still owes ${what}`}
        checked={stillOwes}
        aria-describedby={note}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p id={note} className="text-ink-2 text-small">
        If not, it comes off what {firstName} has to pay.
      </p>
    </fieldset>
  )
}
