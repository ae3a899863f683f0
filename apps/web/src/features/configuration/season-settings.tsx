import { WEEKDAYS } from '../../ui/calendar/calendar-month.ts'
import { TextField } from '../../ui/field.tsx'
import type { ConfigurationForm } from './use-configuration-form.ts'

/** First day, last day, and weekdays without trips. */
export function SeasonSettings({ form }: { form: ConfigurationForm }) {
  const { draft, saved, edit } = form
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-5 gap-y-4">
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
      <fieldset className="field mt-5 grid-cols-[repeat(auto-fill,minmax(7.75rem,1fr))] gap-x-5 @max-[10lh]:grid-cols-1">
        <legend className="lab col-span-full float-left">Closed weekdays</legend>
        {WEEKDAYS.map((weekday, day) => (
          <label key={weekday} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-ink"
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
