import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { Suspense, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { useDay } from '../availability/availability.queries.ts'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { ProblemBanner } from '../bookings/problem-banner.tsx'
import type { WizardControls } from './use-booking-wizard.ts'

/** Loaded on demand: few days are full and few visitors wait for one. */
const WaitForDay = lazyFeature(async () => (await import('../waitlist/wait-for-day.tsx')).WaitForDay, 'nothing')

/** Anyone can look at the calendar; picking a date needs an account. */
export function DateStep({ wizard: { date, lostDate, awaitsSignIn, problem }, dispatch }: WizardControls) {
  const { words } = useSiteData()
  const { user } = useSession()
  const { openSignIn, openEnquiry } = useDialogs()
  const [hasFailed, setFailed] = useState(false)
  // Others may take a picked date before it is held.
  const isOpen = useDay(date, user?.isTest)?.bookable ?? true

  // The dialog was opened with a date.
  const askAtStart = useEffectEvent(() => awaitsSignIn && date && openSignIn({ date }))
  useEffect(() => void askAtStart(), [])

  function pick(picked: TripDate) {
    dispatch({ type: 'date-picked', date: picked, isSignedIn: user !== null })
    // Show the picked day first.
    if (!user) startTransition(() => openSignIn({ date: picked }))
  }

  function goOn() {
    if (date && !user) return pick(date)
    dispatch({ type: 'date-confirmed', isOpen })
  }

  return (
    <>
      <DialogBody>
        <ProblemBanner problem={problem} onDismiss={() => dispatch({ type: 'problem-dismissed' })} />
        <AvailabilityCalendar
          selected={date}
          lostDate={lostDate}
          beforeOpening={user?.isTest}
          onSelect={pick}
          onFailure={setFailed}
          wayOutOf={(lost, { state }) =>
            state === 'soon' ? (
              <Button onClick={openEnquiry}>Enquire Now</Button>
            ) : (
              <Suspense>
                <WaitForDay date={lost} />
              </Suspense>
            )
          }
        />
      </DialogBody>
      <DialogFoot>
        {date && isOpen ? (
          <p className="num text-ui text-ink-2 leading-snug">
            <strong className="text-ink">{formatShortDate(date)}</strong>
            <br />
            {words.hours}
          </p>
        ) : (
          <p className="text-ui text-ink-2">No date picked yet</p>
        )}
        <Button variant="cta" disabled={hasFailed && !date} onClick={goOn}>
          Continue
        </Button>
      </DialogFoot>
    </>
  )
}
