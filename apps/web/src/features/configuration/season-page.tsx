import { Box } from '../../ui/box.tsx'
import { AwayDates } from './away-dates.tsx'
import { BlackoutCalendar } from './blackout-calendar.tsx'
import { ConfigurationPage } from './configuration-page.tsx'
import { SeasonSettings } from './season-settings.tsx'
import { SharingSettings } from './sharing-settings.tsx'

const SETTINGS = ['seasonStart', 'seasonEnd', 'closedDays', 'blackoutDates', 'sharing'] as const

/** Which days have trips, and whether groups share one. */
export function SeasonPage() {
  return (
    <ConfigurationPage name="configuration-season" settings={SETTINGS}>
      {(form) => {
        const { draft, edit } = form
        return (
          <>
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
            <Box title="Sharing the boat">
              <SharingSettings form={form} />
            </Box>
          </>
        )
      }}
    </ConfigurationPage>
  )
}
