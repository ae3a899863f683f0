import type { BookingConfig } from '@arcadia/contract/configuration'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { BusinessPanel } from '../business/business-panel.tsx'
import { NoticesPanel } from '../owner-notices/notices-panel.tsx'
import { WaiverPanel } from '../waivers/waiver-panel.tsx'
import { adminConfigQuery } from './admin-configuration.queries.ts'
import { AwayDates } from './away-dates.tsx'
import { BlackoutCalendar } from './blackout-calendar.tsx'
import { NumberSettings } from './number-settings.tsx'
import { SeasonSettings } from './season-settings.tsx'
import { SharingSettings } from './sharing-settings.tsx'
import { StrandedDialog } from './stranded-dialog.tsx'
import { useConfigurationForm } from './use-configuration-form.ts'

export function AdminConfigurationTab() {
  return (
    <>
      <Loaded query={useQuery(adminConfigQuery)} height="h-60" className="mb-4">
        {(config) => <ConfigurationForm config={config} />}
      </Loaded>
      <BusinessPanel />
      <WaiverPanel />
      <NoticesPanel />
      <div className="box mt-4 max-w-[72rem]">
        <ChangeHistory kind="configuration" />
      </div>
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
      <Box title="Booking">
        <NumberSettings form={form} />
      </Box>
      <Box title="Sharing the boat">
        <SharingSettings form={form} />
      </Box>
      <Box title="Season">
        <SeasonSettings form={form} />
      </Box>
      <Box title="Days you're away">
        <p className="muted small">Tap a day to close it. Tap again to reopen it.</p>
        <BlackoutCalendar
          // A season moved to another year is shown there.
          key={draft.seasonStart.slice(0, 4)}
          draft={draft}
          onChange={(blackoutDates) => edit({ blackoutDates })}
        />
        <AwayDates dates={draft.blackoutDates} onChange={(blackoutDates) => edit({ blackoutDates })} />
      </Box>
      <div className="sticky bottom-(--bar-height,0rem) flex flex-wrap items-center justify-end gap-3 border-line border-t bg-bg-2 py-3">
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
