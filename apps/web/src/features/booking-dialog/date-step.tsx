import { leftByBookings } from '@arcadia/contract/availability'
import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Suspense, startTransition, useEffect, useEffectEvent, useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { useDay } from '../availability/availability.queries.ts'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { forHolder } from '../availability/day-look.ts'
import { NoOpenMorning, useOpening, useSoldOut } from '../availability/no-open-morning.tsx'
import { ProblemBanner } from '../bookings/problem-banner.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { giftInHand } from '../gift-vouchers/gift-in-hand.ts'
import { openHoldQuery } from '../holds/hold.queries.ts'
import { callUs } from './call-us.ts'
import { PartyPicker } from './party-picker.tsx'
import type { WizardControls } from './use-booking-wizard.ts'

/** Loaded on demand: few who look at the calendar hold something. */
const FoundHold = lazyFeature(async () => (await import('../holds/found-hold.tsx')).FoundHold, 'nothing')

/** Loaded on demand: few days are full and few visitors wait for one. */
const WaitForDay = lazyFeature(async () => (await import('../waitlist/wait-for-day.tsx')).WaitForDay, 'nothing')

/** Anyone can look at the calendar; picking a date needs an account, and leads on. */
export function DateStep({ wizard, dispatch }: WizardControls) {
  const { date, lostDate, details, awaitsSignIn, problem } = wizard
  const { numberOfGuests } = details
  const { words } = useSiteData()
  const { user } = useSession()
  const { openSignIn, openEnquiry } = useDialogs()
  const [hasFailed, setFailed] = useState(false)
  const gift = giftInHand()
  // Until somebody says how many, one angler stands for nobody's answer. A gift of a trip says it.
  const [isPartyKnown, setPartyKnown] = useState(date !== null || numberOfGuests > 1 || !!gift.trip)
  const config = useBookingConfig()
  const anyones = useDay(date, user?.isTest)
  const { data: hold } = useQuery({ ...openHoldQuery, enabled: user !== null })
  const day = date && anyones && config ? forHolder({ [date]: anyones }, hold, config)[date] : anyones
  // Others may take a picked date before it is held, and a larger group may not fit.
  const isOpen = !day || (day.bookable && numberOfGuests <= day.availableSpots)
  const opens = useOpening()
  const soldOut = useSoldOut()
  const isSoldOut = soldOut !== undefined && !hold && !opens
  const isClosed = opens !== undefined || isSoldOut

  // The dialog was opened with a date.
  const askAtStart = useEffectEvent(() => awaitsSignIn && date && openSignIn({ date }))
  useEffect(() => void askAtStart(), [])

  function pick(picked: TripDate) {
    const isSignedIn = user !== null
    const show = () => dispatch({ type: 'date-picked', date: picked, isSignedIn })
    if (isSignedIn) return startTransition(show)
    // Show the picked day first.
    show()
    startTransition(() => openSignIn({ date: picked }))
  }

  function goOn() {
    if (date && !user) return pick(date)
    dispatch({ type: 'date-confirmed', isOpen })
  }

  return (
    <>
      <DialogBody>
        <ProblemBanner problem={problem} onDismiss={() => dispatch({ type: 'problem-dismissed' })} />
        {opens && <NotOpenYet opens={opens} />}
        {isSoldOut && (
          <Banner tone="info" className="mb-4">
            <NoOpenMorning canWait={soldOut === 'full'} />
          </Banner>
        )}
        {hold && (
          <Suspense>
            <div className="pb-4">
              <FoundHold hold={hold} />
            </div>
          </Suspense>
        )}
        {gift.says && (
          <p className="pb-3 text-ui">
            <b>Your gift: {gift.says}.</b> The code is already in.
          </p>
        )}
        {config && !isClosed && (
          <PartyPicker
            config={config}
            value={isPartyKnown ? numberOfGuests : undefined}
            onChange={(size) => {
              setPartyKnown(true)
              dispatch({ type: 'details-changed', change: { numberOfGuests: size } })
            }}
          />
        )}
        <AvailabilityCalendar
          selected={date}
          guests={numberOfGuests}
          lostDate={lostDate}
          hold={hold}
          beforeOpening={user?.isTest}
          isClosed={isClosed}
          onSelect={pick}
          onFailure={setFailed}
          wayOutOf={(lost, lostDay) =>
            config &&
            !opens && (
              <>
                <Suspense fallback={<div className={isPartyKnown ? 'h-10' : 'h-20'} />}>
                  <WaitForDay
                    key={`${lost} ${numberOfGuests}`}
                    date={lost}
                    guests={numberOfGuests}
                    isAnswered={isPartyKnown && !isClosed}
                    room={leftByBookings(config, lostDay)}
                  />
                </Suspense>
                <p className="pt-2 empty:hidden">{withPhoneLinks(callUs())}</p>
              </>
            )
          }
        />
      </DialogBody>
      <DialogFoot>
        {isClosed ? (
          <p className="text-ui text-ink-2">{opens ? 'Not open yet' : 'No open morning'}</p>
        ) : date && isOpen ? (
          <p className="num text-ui text-ink-2 leading-snug">
            <strong className="text-ink">{formatShortDate(date)}</strong>
            <br />
            {words.hours}
          </p>
        ) : (
          <p className="text-ui text-ink-2">No date picked yet</p>
        )}
        {isClosed ? (
          <Button variant="cta" onClick={openEnquiry}>
            Enquire Now
          </Button>
        ) : (
          <Button variant="cta" disabled={hasFailed && !date} onClick={goOn}>
            Continue
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

function NotOpenYet({ opens }: { opens: string }) {
  const { phone } = useSiteData().business
  return (
    <Banner tone="info" className="mb-4">
      <b>{opens}</b> {withPhoneLinks(`Until then, send us a message${phone && ` or call ${phone}`}.`)}
    </Banner>
  )
}
