import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { readUntil, untilChoices } from './pay-link.rules.ts'

/** Until when to keep spots for a deposit: a few common times or a custom one; longer if the link goes by email. */
export function useUntil({ byEmail = false } = {}) {
  const choices = untilChoices(serverNow())
  const [choice, setChoice] = useState(byEmail ? 'noon' : 'hour')
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  return {
    /** The chosen time as of now; undefined, with an error at the field, if it must be typed first. */
    read(): Date | undefined {
      const until = readUntil(choice, typed, serverNow())
      setMissing(until === undefined)
      return until
    },
    field: (
      <>
        <SelectField label="Hold the spots" value={choice} onChange={({ target }) => setChoice(target.value)}>
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
