import type { BookingConfig } from '@arcadia/contract/configuration'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { adminConfigQuery } from './admin-configuration.queries.ts'
import { AwayDates } from './away-dates.tsx'
import { BlackoutCalendar } from './blackout-calendar.tsx'
import { NumberSettings } from './number-settings.tsx'
import { SeasonSettings } from './season-settings.tsx'
import { StrandedDialog } from './stranded-dialog.tsx'
import { useConfigurationForm } from './use-configuration-form.ts'

export function AdminConfigurationTab() {
  const { data, error, refetch } = useQuery(adminConfigQuery)
  return (
    <>
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <ConfigurationForm config={data} />
          <div className="box mt-4 max-w-[72rem]">
            <ChangeHistory kind="configuration" />
          </div>
        </>
      )}
      {!data && !error && <Skeleton className="h-60 w-full" />}
    </>
  )
}

function ConfigurationForm({ config }: { config: BookingConfig }) {
  const form = useConfigurationForm(config)
  const { draft, edit } = form
  return (
    <form
      className="grid max-w-[72rem] gap-4"
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
      <section className="box" aria-labelledby="config-booking">
        <h2 id="config-booking" className="box__h">
          Booking
        </h2>
        <NumberSettings form={form} />
      </section>
      <section className="box" aria-labelledby="config-season">
        <h2 id="config-season" className="box__h">
          Season
        </h2>
        <SeasonSettings form={form} />
      </section>
      <section className="box" aria-labelledby="config-away">
        <h2 id="config-away" className="box__h">
          Days you're away
        </h2>
        <p className="muted small">Tap a day to close it. Tap again to reopen it.</p>
        <BlackoutCalendar
          // A season moved to another year is shown there.
          key={draft.seasonStart.slice(0, 4)}
          draft={draft}
          onChange={(blackoutDates) => edit({ blackoutDates })}
        />
        <AwayDates dates={draft.blackoutDates} onChange={(blackoutDates) => edit({ blackoutDates })} />
      </section>
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-bg-2 py-3">
        <p className="muted small mr-auto" aria-live="polite">
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
