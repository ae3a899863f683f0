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
  return (
    <fieldset>
      <legend>Does {firstName} still owe this?</legend>
      <CheckField
        label={`${firstName} still owes ${what}`}
        checked={stillOwes}
        onChange={({ target }) => onChange(target.checked)}
      />
    </fieldset>
  )
}
