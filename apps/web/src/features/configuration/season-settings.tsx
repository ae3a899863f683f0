import { TextField } from '../../ui/field.tsx'
import type { ConfigurationForm } from './use-configuration-form.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The first and the last day, and the weekdays without trips. */
export function SeasonSettings({ form }: { form: ConfigurationForm }) {
  const { draft, saved, edit } = form
  return (
    <>
      <div className="config__fields">
        <TextField
          type="date"
          label="First day"
          value={draft.seasonStart}
          onChange={({ target }) => edit({ seasonStart: target.value || saved.seasonStart })}
        />
        <TextField
          type="date"
          label="Last day"
          error={form.seasonError}
          value={draft.seasonEnd}
          onChange={({ target }) => edit({ seasonEnd: target.value || saved.seasonEnd })}
        />
      </div>
      <fieldset className="config__days">
        <legend>Closed weekdays</legend>
        {WEEKDAYS.map((weekday, day) => (
          <label key={weekday}>
            <input
              type="checkbox"
              checked={draft.closedDays.includes(day)}
              onChange={({ target }) =>
                edit({
                  closedDays: target.checked
                    ? [...draft.closedDays, day].toSorted()
                    : draft.closedDays.filter((other) => other !== day),
                })
              }
            />
            {weekday}
          </label>
        ))}
      </fieldset>
    </>
  )
}
