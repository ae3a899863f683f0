import type { BookingConfig } from '@arcadia/contract/configuration'
import { CONFIG_RANGES } from '@arcadia/contract/configuration-changes'
import { useQuery } from '@tanstack/react-query'
import { useAdminAuth } from '../../session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { adminConfigQuery } from './admin-configuration.queries.ts'
import { BlackoutCalendar } from './blackout-calendar.tsx'
import { type NumberName, settleNumber } from './configuration-draft.ts'
import { StrandedDialog } from './stranded-dialog.tsx'
import { useConfigurationForm } from './use-configuration-form.ts'
import './admin-configuration.css'

const NUMBERS: readonly { name: NumberName; label: string; help: string }[] = [
  { name: 'maxCapacity', label: 'Max anglers per day', help: '1 to 10' },
  { name: 'holdDurationMinutes', label: 'Hold duration (minutes)', help: '1 to 60' },
  { name: 'depositPerGuest', label: 'Deposit per guest ($)', help: 'Holds keep the price they began with' },
  { name: 'standardPackagePrice', label: 'Standard package price ($)', help: 'Per angler' },
  { name: 'trophyPackagePrice', label: 'Trophy package price ($)', help: 'Per angler' },
]

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export function AdminConfigurationTab() {
  const { token } = useAdminAuth()
  const { data, error, refetch } = useQuery(adminConfigQuery)
  return (
    <>
      {error && <TryAgainBanner className="mb-4" message={error.message} onRetry={() => void refetch()} />}
      {data && token && <ConfigurationForm token={token} config={data} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
    </>
  )
}

function ConfigurationForm({ token, config }: { token: string; config: BookingConfig }) {
  const form = useConfigurationForm(token, config)
  const { draft, edit } = form
  return (
    <form
      className="config"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {form.errors.length > 0 && (
        <Banner onDismiss={form.dismissErrors}>
          {form.errors.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Banner>
      )}
      <section className="config__s" aria-labelledby="config-booking">
        <h2 id="config-booking">Booking</h2>
        <div className="config__fields">
          {NUMBERS.map(({ name, label, help }) => (
            <TextField
              key={name}
              type="number"
              inputMode="numeric"
              step={1}
              {...CONFIG_RANGES[name]}
              label={label}
              help={help}
              error={form.numberError(name)}
              value={draft[name]}
              onChange={({ target }) => edit({ [name]: target.value })}
              onBlur={({ target }) => edit({ [name]: settleNumber(name, target.value) })}
            />
          ))}
        </div>
      </section>
      <section className="config__s" aria-labelledby="config-season">
        <h2 id="config-season">Season</h2>
        <div className="config__fields">
          <TextField
            type="date"
            label="First day"
            value={draft.seasonStart}
            onChange={({ target }) => edit({ seasonStart: target.value || config.seasonStart })}
          />
          <TextField
            type="date"
            label="Last day"
            error={form.seasonError}
            value={draft.seasonEnd}
            onChange={({ target }) => edit({ seasonEnd: target.value || config.seasonEnd })}
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
      </section>
      <section className="config__s" aria-labelledby="config-away">
        <h2 id="config-away">Dates you are away</h2>
        <p className="muted small">Press a day to close it, and again to open it. Closed weekdays are crossed out.</p>
        {!form.seasonError && <BlackoutCalendar draft={draft} onChange={(blackoutDates) => edit({ blackoutDates })} />}
      </section>
      <div className="config__foot">
        <p className="muted small" aria-live="polite">
          {form.changedCount > 0 && `${form.changedCount} ${form.changedCount === 1 ? 'change' : 'changes'} not saved`}
        </p>
        <Button variant="text" disabled={form.changedCount === 0 || form.isSaving} onClick={form.undo}>
          Undo
        </Button>
        <Button type="submit" variant="cta" disabled={!form.canSave} busy={form.isSaving}>
          Update Configuration
        </Button>
      </div>
      {form.stranded && (
        <StrandedDialog days={form.stranded} busy={form.isSaving} onConfirm={form.confirm} onClose={form.goBack} />
      )}
    </form>
  )
}
