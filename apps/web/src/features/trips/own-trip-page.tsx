import { addresses } from '@arcadia/contract/addresses'
import { getTripCalendar, type MyBooking, rescheduleBooking, streamMyNews } from '@arcadia/contract/bookings'
import { refundMovedDay } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { emailShareOfBooking, splitBooking } from '@arcadia/contract/shares'
import { getTrip, listMyBookings, type Trip } from '@arcadia/contract/trips'
import { getBookingWaiver } from '@arcadia/contract/waivers'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useLastKnown } from '../../api/use-last-known.ts'
import { useNews } from '../../news/private-news.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogEnd } from '../../ui/dialog.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { useLedTo } from '../../ui/use-led-to.ts'
import { AddAngler } from '../added-anglers/add-angler.tsx'
import { AnswerNews } from '../booking-queries/answer-news.tsx'
import { myBookingsQuery, tripQuery } from '../bookings/bookings.queries.ts'
import { openOf } from '../bookings/trip-to-do.ts'
import { TellGuideButton } from '../guest-notes/tell-your-guide.tsx'
import { BalanceDialog } from '../my-bookings/balance-dialog.tsx'
import { WithdrawRefund } from '../my-bookings/booking-details-changes.tsx'
import { PayAsked } from '../my-bookings/pay-asked.tsx'
import { PlanChanges } from '../my-bookings/plan-changes.tsx'
import { RefundRequestDialog } from '../my-bookings/refund-request-dialog.tsx'
import { RescheduleDialog } from '../my-bookings/reschedule-dialog.tsx'
import { SignInFirst } from '../my-bookings/sign-in-first.tsx'
import { RateOwnTrip } from '../reviews/rate-trip.tsx'
import { type SignedWaiver, TakeOut, waiverOf } from '../waivers/booking-waiver.tsx'
import type { Signers } from './on-the-boat.tsx'
import { OwnTripChanges } from './own-trip-changes.tsx'
import { TripLoading } from './trip-loading.tsx'
import { TripReceipt } from './trip-receipt.tsx'
import { TripView } from './trip-view.tsx'

/** The page for the signed-in guest, who can do everything on it. */
export function OwnTripPage({ id }: { id: number }) {
  const signedIn = useSession()
  const { session, isLoading } = signedIn
  useNews(streamMyNews, signedIn)
  if (isLoading) return null
  if (!session) return <SignInFirst message="Sign in to see your trip" />
  return <SignedInTrip key={session.user.id} id={id} />
}

function SignedInTrip({ id }: { id: number }) {
  const bookings = useLastKnown(listMyBookings, { id }, myBookingsQuery)
  const booking = bookings.data?.find((one) => one.id === id)
  const trip = useLastKnown(getTrip, { id }, tripQuery(id))
  const [over, setOver] = useState<'move' | 'refund'>()
  const [isPaying, setPaying] = useLedTo('isPaying')
  const waiver = useLastKnown(getBookingWaiver, { id }, waiverOf(id)).data?.waiver
  const close = () => setOver(undefined)
  if (bookings.data && !booking)
    return (
      <PlatePage title="Your trip">
        <DialogEnd
          way={
            <LinkButton to={addresses.bookings.href()} variant="cta">
              Manage Bookings
            </LinkButton>
          }
        >
          <Banner tone="info">That trip isn't in this account.</Banner>
        </DialogEnd>
      </PlatePage>
    )
  const error = (!booking && bookings.error) || (!trip.data && trip.error)
  if (error)
    return (
      <PlatePage title="Your trip">
        <DialogBody>
          <TryAgainBanner
            error={error}
            onRetry={() => {
              void bookings.refetch()
              void trip.refetch()
            }}
          />
        </DialogBody>
      </PlatePage>
    )
  if (!booking || !trip.data) return <TripLoading />
  // Whichever of the two answers first.
  const isCanceled = booking.status === 'CANCELLED' || trip.data.status === 'CANCELLED'
  const { own, groupUrl } = trip.data
  const canAdd = own?.canAddAngler
  const shares = own?.split.shares ?? []
  return (
    <>
      <TripView
        trip={trip.data}
        readAt={Math.min(trip.readAt, bookings.readAt)}
        isLost={trip.isLost || bookings.isLost}
        loadCalendar={() => call(getTripCalendar, { params: { id } }, { fallback: 'Failed to load the calendar file' })}
        answer={answerOf(booking)}
        shares={{
          split: (body) => call(splitBooking, { params: { id }, body }),
          email: (shareId) => call(emailShareOfBooking, { params: { id, shareId } }),
        }}
        signers={waiver ? signersOf(booking, waiver, trip.data) : undefined}
        addAngler={(hasRoom, onChangeSplit) =>
          canAdd && <AddAngler {...{ booking, canAdd, hasRoom, groupUrl, shares, onChangeSplit }} />
        }
        withdrawRefund={<WithdrawRefund booking={booking} />}
        answered={<AnswerNews bookingId={id} />}
        askRefund={
          <Button variant={booking.refundDeclined ? 'text' : 'line'} onClick={() => setOver('refund')}>
            {booking.refundDeclined ? 'Ask again' : 'Request a refund'}
          </Button>
        }
        receipt={booking.paidAmount > 0 && <TripReceipt booking={booking} />}
        onChanged={() => {
          void bookings.refetch()
          void trip.refetch()
        }}
        review={<RateOwnTrip booking={booking} isMain={booking.pendingAmount === 0} />}
        actOn={(toDo, variant = 'line') =>
          toDo.what === 'guide' ? (
            <TellGuideButton bookingId={id} />
          ) : (
            <PayAsked {...{ booking, variant }} pays={toDo} onPay={() => setPaying(true)}>
              {toDo.act}
            </PayAsked>
          )
        }
      >
        <OwnTripChanges booking={booking} isGuideTold={trip.data.own?.isGuideTold === true}>
          {!isCanceled && booking.outcome !== 'CALLED_OFF' && (
            <PlanChanges booking={booking} onReschedule={() => setOver('move')} onCancelled={close} />
          )}
        </OwnTripChanges>
      </TripView>
      {over === 'move' && (
        <RescheduleDialog booking={booking} movedDay={undefined} onDepositBack={close} onClose={close} />
      )}
      {isPaying && <BalanceDialog booking={booking} onClose={() => setPaying(false)} />}
      {over === 'refund' && <RefundRequestDialog booking={booking} onClose={close} />}
    </>
  )
}

function signersOf(booking: MyBooking, { wanted, signatures }: SignedWaiver, { outcome, own }: Trip): Signers {
  const you = fullName(booking)
  const signed = signatures.map(({ name }) => name)
  const known = [you, ...(own?.split.shares ?? []).map(({ name }) => name)]
  return {
    you,
    signed,
    open: openOf(known, signed, wanted),
    wanted,
    change: signatures.length > 0 && outcome === 'ON' && <TakeOut bookingId={booking.id} signatures={signatures} />,
  }
}

const answerOf = ({ id, numberOfGuests }: MyBooking) => ({
  move: (newSelectedDate: string) =>
    call(rescheduleBooking, { params: { id }, body: { newSelectedDate, numberOfGuests } }),
  refund: () => call(refundMovedDay, { params: { id } }),
})
