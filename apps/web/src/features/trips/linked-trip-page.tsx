import { addresses, type EmailedLink } from '@arcadia/contract/addresses'
import { isWorthAsking } from '@arcadia/contract/reviews'
import { emailShareOfTrip, splitTrip } from '@arcadia/contract/shares'
import { getLinkedCalendar, moveTrip, openTrip, refundTrip, type Trip } from '@arcadia/contract/trips'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useLastKnown } from '../../api/use-last-known.ts'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogEnd } from '../../ui/dialog.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { isToCome } from '../bookings/trip-to-do.ts'
import { ReceiptsLink } from '../my-bookings/booking-details-money.tsx'
import { RateLinkedTrip } from '../reviews/rate-trip.tsx'
import { SignInForMore } from './sign-in-for-more.tsx'
import { TripLoading } from './trip-loading.tsx'
import { TripView } from './trip-view.tsx'

/** The page by the booking's link, which also pays and answers a called-off day, or by the group's. */
export function LinkedTripPage({ link }: { link: EmailedLink }) {
  const client = useQueryClient()
  const now = useMinute()
  const { business } = useSiteData()
  const { token } = link
  const query = queryOf(openTrip, { body: { token } })
  // Whoever comes back from paying reads what is left.
  const {
    data: trip,
    error,
    refetch,
    ...seen
  } = useLastKnown(openTrip, { link: link.id }, { ...query, refetchOnMount: 'always' })
  if (!trip && error)
    return (
      <PlatePage title="Your trip">
        {error instanceof ApiError && error.code === 'trip-link-invalid' ? (
          <DialogEnd way={backToHome}>
            <Banner>{error.message}</Banner>
          </DialogEnd>
        ) : (
          <DialogBody>
            <TryAgainBanner error={error} onRetry={() => void refetch()} />
          </DialogBody>
        )}
      </PlatePage>
    )
  if (!trip) return <TripLoading />
  const isBefore = isToCome(trip, business, now)
  const isDeclined = Boolean(trip.own?.refundDeclined)
  const show = (changed: Trip) => client.setQueryData(query.queryKey, changed)
  return (
    <TripView
      trip={trip}
      {...seen}
      loadCalendar={() => call(getLinkedCalendar, { body: { token } })}
      onChanged={() => void refetch()}
      answer={{
        move: async (newSelectedDate) => show(await call(moveTrip, { body: { token, newSelectedDate } })),
        refund: () => call(refundTrip, { body: { token } }),
      }}
      shares={{
        split: (asked) => call(splitTrip, { body: { token, ...asked } }),
        email: (shareId) => call(emailShareOfTrip, { body: { token, shareId } }),
      }}
      review={
        trip.own &&
        isWorthAsking({ ...trip, ...trip.own }, business, now) && (
          <RateLinkedTrip token={token} isMain={trip.own.pendingAmount === 0} />
        )
      }
      receipt={trip.own && trip.own.paidAmount > 0 && <LinkedReceipts link={link} />}
      shareReceipt={<LinkedReceipts link={link} />}
      askRefund={
        <SignInForMore {...{ trip, token }} variant={isDeclined ? 'text' : 'line'}>
          {isDeclined ? 'Ask again' : 'Request a refund'}
        </SignInForMore>
      }
      actOn={({ what, act, to }, variant) =>
        what === 'guide' ? (
          <SignInForMore trip={trip} token={token}>
            {act}
          </SignInForMore>
        ) : (
          <LinkButton
            {...(to ? { to, state: { backTo: addresses.trip.href(link) } } : { to: addresses.payBalance.href(link) })}
            variant={variant}
            className="num"
          >
            {act}
          </LinkButton>
        )
      }
    >
      {trip.own && (
        <div className="trip__later">
          <SignInForMore trip={trip} token={token}>
            {isBefore ? 'Change, ask or cancel' : 'Ask, or see your booking'}
          </SignInForMore>
          <p>
            {isBefore
              ? 'Sign in to add an angler, move your date, cancel, or change your details.'
              : 'Sign in to ask a question, request a refund, or change your details.'}
          </p>
        </div>
      )}
    </TripView>
  )
}

const LinkedReceipts = ({ link }: { link: EmailedLink }) => (
  <div className="trip__acts">
    <ReceiptsLink to={addresses.receipts.href(link)} state={{ backTo: addresses.trip.href(link) }} />
  </div>
)
