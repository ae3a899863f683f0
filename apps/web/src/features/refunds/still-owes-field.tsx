import { useId } from 'react'
import { CheckField } from '../../ui/field.tsx'

interface StillOwesFieldProps {
  firstName: string
  stillOwes: boolean
  onChange: (stillOwes: boolean) => void
}

/** What every refund asks: no unless the owner says so (docs/rules.md §3.33). */
export function StillOwesField({ firstName, stillOwes, onChange }: StillOwesFieldProps) {
  const note = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-[600]">Does {firstName} still owe this?</legend>
      <CheckField
        label="Yes, it is still owed"
        checked={stillOwes}
        aria-describedby={note}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p id={note} className="text-ink-2 text-small">
        Without the tick, it comes off what they have to pay.
      </p>
    </fieldset>
  )
}
