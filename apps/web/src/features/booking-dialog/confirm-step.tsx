import { addresses, PORTAL } from '@arcadia/contract/addresses'
import type { Booking } from '@arcadia/contract/bookings'
import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { canStillMove } from '@arcadia/contract/site/wording'
import { daysBetween, formatFullDate } from '@arcadia/contract/trip-date'
import { useState } from 'react'
import { Link } from 'react-router'
import { useVenueToday } from '../../api/venue-today.ts'
import plate from '../../assets/plates/plate-01-first-light.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { OwnCalendarRow } from '../bookings/add-to-calendar.tsx'
import { CorrectEmail } from '../bookings/correct-email.tsx'
import { DayEnds, DirectionsLink, dueRow, meetingRows } from '../business/meeting.tsx'
import { NextSteps } from './next-steps.tsx'

export function ConfirmStep({ booking: booked, onClose }: { booking: Booking; onClose: () => void }) {
  const [booking, setBooking] = useState(booked)
  const { confirmationNumber, email, selectedDate, packageType, paidAmount, voucherAmount, pendingAmount } = booking
  const today = useVenueToday()
  const { user } = useSession()
  const { business, words } = useSiteData()
  const manageBookings = (
    <Link to={addresses.bookings.href()} onClick={onClose}>
      Manage Bookings
    </Link>
  )
  return (
    <>
      <DialogBody>
        <div className="grain -mx-(--pad) mb-6 h-[min(12.5rem,30vh)] overflow-hidden">
          <img src={plate} alt="" className="size-full object-cover object-[50%_62%]" />
        </div>
        <p className="label text-ink-3">Confirmation number</p>
        <div className="mt-[0.2rem] mb-[0.6rem] flex flex-wrap items-center gap-x-2 gap-y-1">
          <p
            translate="no"
            className="num font-display text-[length:min(3.25rem,15vw)]/none font-[400] tracking-[0.02em]"
          >
            {confirmationNumber}
          </p>
          <CopyButton text={confirmationNumber} label="Copy confirmation number" />
        </div>
        <div className="mb-4">
          <p>We're emailing your confirmation to {email && <EmailText email={email} />}.</p>
          <CorrectEmail booking={booking} label="Wrong address? Fix it" onCorrected={setBooking} />
        </div>
        <div className="mb-5 grid gap-3">
          <OwnCalendarRow booking={booking}>
            <DirectionsLink />
          </OwnCalendarRow>
        </div>
        <SummaryList
          rows={[
            { label: 'Date', value: formatFullDate(selectedDate) },
            { label: 'Time', value: words.hours },
            ...meetingRows(business),
            { label: 'Package', value: `${PACKAGES[packageType].name}, ${groupInWords(booking)}` },
            voucherAmount > 0 && { label: 'Gift', value: <Money cents={voucherAmount} /> },
            voucherAmount < paidAmount && {
              label: 'Deposit paid',
              value: <Money cents={paidAmount - voucherAmount} />,
            },
            { label: 'Balance', value: <Money cents={pendingAmount} /> },
            pendingAmount > 0 && dueRow(business, selectedDate, today),
          ]}
        />
        <DayEnds />
        <NextSteps booking={booking} today={today} onLeave={onClose} />
        <p className="pt-4 text-small text-ink-2">
          {canStillMove(daysBetween(today, selectedDate), business.moveDays) ? (
            <>
              Plans change. Up to {words['move-days']} before the trip you can move the date from {manageBookings}, and{' '}
              {voucherAmount > 0 && voucherAmount === paidAmount ? 'your gift' : 'what you paid'} goes with it.
            </>
          ) : (
            <>
              Your trip is less than {words['move-days']} away, so it can't be moved to another date. Find it anytime in{' '}
              {manageBookings}.
            </>
          )}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button variant="text" onClick={onClose}>
          Close
        </Button>
        {user?.isTest ? (
          <Button variant="cta" onClick={() => window.location.assign(PORTAL)}>
            Back to your list
          </Button>
        ) : (
          <LinkButton to={addresses.trip.own.href(booking)} variant="ink" onClick={onClose}>
            View booking
          </LinkButton>
        )}
      </DialogFoot>
    </>
  )
}
