import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { readUntil, untilChoices } from './pay-link.rules.ts'

/** Until when spots are kept for a deposit: a few times as one says them, or one's own. */
export function useUntil() {
  const choices = untilChoices(serverNow())
  const [choice, setChoice] = useState('hour')
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  return {
    /** What is chosen, at this moment; where a time has to be typed first, the field says so. */
    read(): Date | undefined {
      const until = readUntil(choice, typed, serverNow())
      setMissing(until === undefined)
      return until
    },
    field: (
      <>
        <SelectField label="Keep the spots" value={choice} onChange={({ target }) => setChoice(target.value)}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="own">Until another time</option>
        </SelectField>
        {choice === 'own' && (
          <TextField
            type="datetime-local"
            label="Date and time, in Florida"
            value={typed}
            error={isMissing ? 'Please choose a date and a time' : undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </>
    ),
  }
}
