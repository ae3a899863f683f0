import type { BookingConfig } from '@arcadia/contract/configuration'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '../../api/call.ts'
import { LeaveGuard, useUnsaved } from '../../forms/leave-guard.tsx'
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
  const cards = useScrollToCard()
  const config = useQuery(adminConfigQuery)
  // Without a network, the save that failed says so.
  const isOffline = config.error instanceof ApiError && config.error.status === 0
  return (
    <div ref={cards}>
      <LeaveGuard />
      <Loaded query={config} height="h-60" className="mb-4" isQuiet={isOffline}>
        {(config) => <ConfigurationForm config={config} />}
      </Loaded>
      {/* Wait for the settings, which would push these down. Later reload errors don't hide them. */}
      {(!config.isPending || config.isFetched) && (
        <>
          <BusinessPanel />
          <WaiverPanel />
          <NoticesPanel />
          <div className="box mt-4 max-w-[72rem]">
            <ChangeHistory kind="configuration" />
          </div>
        </>
      )}
    </div>
  )
}

/** Scrolls to the card named in the hash and keeps it in view while the cards above load. */
function useScrollToCard() {
  const ref = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (!hash || !ref.current) return
    const follow = new ResizeObserver(() => document.getElementById(hash.slice(1))?.scrollIntoView())
    follow.observe(ref.current)
    const stop = () => follow.disconnect()
    // Stop once the person scrolls.
    const signs = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
    for (const sign of signs) window.addEventListener(sign, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const sign of signs) window.removeEventListener(sign, stop)
    }
  }, [hash])
  return ref
}

function ConfigurationForm({ config }: { config: BookingConfig }) {
  const form = useConfigurationForm(config)
  const { draft, edit } = form
  useUnsaved(form.changedCount > 0)
  return (
    <form
      className="grid max-w-[72rem] gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
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
          // Moving the season changes the months shown.
          key={`${draft.seasonStart.slice(0, 7)} ${draft.seasonEnd.slice(0, 7)}`}
          draft={draft}
          onChange={(blackoutDates) => edit({ blackoutDates })}
        />
        <AwayDates dates={draft.blackoutDates} onChange={(blackoutDates) => edit({ blackoutDates })} />
      </Box>
      <div className="sticky bottom-(--bar-height,0rem) flex flex-wrap items-center justify-end gap-3 border-line border-t bg-bg-2 py-3">
        {form.errors.length > 0 && (
          <Banner className="w-full" onDismiss={form.dismissErrors}>
            {form.errors.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </Banner>
        )}
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
