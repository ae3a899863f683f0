import { listMovedDays, type MovedDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { isPaidByCard } from '@arcadia/contract/site/business-words'
import type { MyTrip } from '@arcadia/contract/trips'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useMinute, useVenueToday } from '../../api/venue-today.ts'
import plate from '../../assets/plates/plate-07-skiff-in-mist.svg'
import { useDialogs } from '../../dialogs.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useFollowedLink } from '../../session/use-booking-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { myQuestionsQuery, useAnswered } from '../booking-queries/answer-news.tsx'
import { myBookingsQuery } from '../bookings/bookings.queries.ts'
import { DepositBackDialog } from '../day-moves/deposit-back-dialog.tsx'
import { MovedDayLink } from '../day-moves/moved-day-link.tsx'
import { ReviewDialog } from '../reviews/review-dialog.tsx'
import { myReviewsQuery, tripsToReview } from '../reviews/reviews.queries.ts'
import { myWaitlistQuery } from '../waitlist/waitlist.queries.ts'
import { BalanceDialog } from './balance-dialog.tsx'
import { BookingDetailsDialog } from './booking-details-dialog.tsx'
import { BookingRow } from './booking-row.tsx'
import { awaitsChoice, canPayBalance } from './manage-bookings.rules.ts'
import { RescheduleDialog } from './reschedule-dialog.tsx'
import { useUpcoming } from './use-upcoming.ts'

interface OpenDialog {
  name: 'reschedule' | 'details' | 'deposit-back' | 'pay' | 'review'
  bookingId: number
}

/** The customer's bookings, with the actions for each and what the guide asks. */
export function MyBookings() {
  const { openBooking } = useDialogs()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { data: bookings, error, refetch } = useQuery(myBookingsQuery)
  const moved = useQuery(movedDaysQuery)
  // What else a row says and offers: nothing moves under the finger once it stands.
  const others = [moved, useQuery(myReviewsQuery), useQuery(myQuestionsQuery), useQuery(myWaitlistQuery)]
  const [isLinkLost, setLinkLost] = useState(false)
  useFollowedLink('booking', bookings !== undefined, (bookingId) => {
    if (bookings?.some(({ id }) => id === bookingId)) setOpen({ name: 'details', bookingId })
    else setLinkLost(true)
  })

  if (!bookings && error) return <TryAgainBanner error={error} onRetry={() => refetch()} />
  if (!bookings || others.some(({ isPending }) => isPending)) return <Loading label="Loading your bookings" />
  return (
    <>
      {!moved.data && moved.error && (
        <TryAgainBanner className="mb-8" error={moved.error} onRetry={() => moved.refetch()} />
      )}
      <MovedDayLink movedDays={moved.data} onOpen={(bookingId) => setOpen({ name: 'reschedule', bookingId })} />
      {isLinkLost && (
        <Banner tone="info" className="mb-8" onDismiss={() => setLinkLost(false)}>
          The booking in that email isn't in this account.
        </Banner>
      )}
      {bookings.length > 0 ? (
        <BookingSections {...{ bookings, open, setOpen }} movedDays={moved.data ?? []} />
      ) : (
        <EmptyState title="No bookings yet" text="Your first trip is a few taps away." plate={plate}>
          <Button variant="cta" onClick={() => openBooking()}>
            Book Your First Trip
          </Button>
        </EmptyState>
      )}
    </>
  )
}

interface BookingSectionsProps {
  bookings: readonly MyTrip[]
  movedDays: readonly MovedDay[]
  open: OpenDialog | null
  setOpen: (open: OpenDialog | null) => void
}

function BookingSections({ bookings, movedDays, open, setOpen }: BookingSectionsProps) {
  const today = useVenueToday()
  const now = useMinute()
  const { business } = useSiteData()
  // Read from the list, so an open dialog follows its booking's changes.
  const booking = open && bookings.find(({ id }) => id === open.bookingId)
  const close = () => setOpen(null)
  /** An open question from the guide about a booking. */
  const movedDayOf = ({ id, selectedDate }: MyTrip) =>
    movedDays.find(({ bookingId, date, state }) => bookingId === id && date === selectedDate && state === 'OPEN')
  const { data: reviews } = useQuery(myReviewsQuery)
  const toReview = reviews ? tripsToReview(bookings, reviews, business, now) : []
  const asksAbout = (one: MyTrip) => (toReview.includes(one) ? opens('review', one) : undefined)
  const opens = (name: OpenDialog['name'], one: MyTrip) => () => setOpen({ name, bookingId: one.id })

  const isAnswered = useAnswered()
  const isUpcoming = useUpcoming()
  const isOwing = (one: MyTrip) => canPayBalance(one) && !isUpcoming(one) && !movedDayOf(one)
  const isPayAsked = (one: MyTrip) => one.depositUntil !== null || (isOwing(one) && isPaidByCard(business))

  const byDate = bookings.toSorted((one, other) => one.selectedDate.localeCompare(other.selectedDate))
  const isToAnswer = (one: MyTrip) => movedDayOf(one) !== undefined || awaitsChoice(one)
  const sections = [
    { title: 'Waiting for your answer', bookings: byDate.filter(isToAnswer) },
    { title: 'Upcoming', bookings: byDate.filter((one) => isUpcoming(one) && !isToAnswer(one)) },
    {
      title: 'Past and canceled',
      bookings: byDate.filter((one) => !isUpcoming(one) && !isToAnswer(one)).toReversed(),
    },
  ]

  return (
    <div className="grid gap-10">
      {sections.map(
        (section) =>
          section.bookings.length > 0 && (
            <section key={section.title} className="grid gap-4">
              <h2 className="display h3">{section.title}</h2>
              <ul className="@container overflow-hidden rounded-1 shadow-1 print:shadow-none">
                {section.bookings.map((one) => (
                  <BookingRow
                    key={one.id}
                    booking={one}
                    today={today}
                    isAnswered={isAnswered(one)}
                    movedDay={movedDayOf(one)}
                    onReschedule={opens('reschedule', one)}
                    onDepositBack={opens('deposit-back', one)}
                    onPay={isPayAsked(one) ? opens('pay', one) : undefined}
                    onReview={asksAbout(one)}
                    onDetails={opens('details', one)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      {booking && open.name === 'reschedule' && (
        <RescheduleDialog
          booking={booking}
          movedDay={movedDayOf(booking)}
          onDepositBack={opens('deposit-back', booking)}
          onClose={close}
        />
      )}
      {booking && open.name === 'deposit-back' && (
        <DepositBackDialog
          booking={booking}
          refund={() => call(refundMovedDay, { params: { id: booking.id } })}
          onChooseDate={opens('reschedule', booking)}
          onClose={close}
        />
      )}
      {booking && open.name === 'details' && (
        <BookingDetailsDialog
          booking={booking}
          movedDay={movedDayOf(booking)}
          onReschedule={opens('reschedule', booking)}
          onDepositBack={opens('deposit-back', booking)}
          onReview={asksAbout(booking)}
          onClose={close}
        />
      )}
      {booking && open.name === 'pay' && <BalanceDialog booking={booking} onClose={close} />}
      {booking && open.name === 'review' && <ReviewDialog booking={booking} onClose={close} />}
    </div>
  )
}

/** Called-off days among the customer's bookings. */
const movedDaysQuery = queryOf(listMovedDays, {}, { fallback: 'Failed to load your called-off days' })
