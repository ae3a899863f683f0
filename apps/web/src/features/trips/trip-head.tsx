import { addresses } from '@arcadia/contract/addresses'
import { CalendarDays } from 'lucide-react'
import { Fragment } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { isToCome, toDosOf } from '../bookings/trip-to-do.ts'
import { BookingStatusTag } from '../my-bookings/booking-details-status.tsx'
import { DeclinedRefund, useNewlyDeclined } from '../my-bookings/declined-refund.tsx'
import { canAskRefund } from '../my-bookings/manage-bookings.rules.ts'
import { signedHere } from '../waivers/signed-here.ts'
import { AnotherDateOrBack } from './another-date-or-back.tsx'
import { ReachTheGuide } from './reach-the-guide.tsx'
import { TripFacts } from './trip-facts.tsx'
import { TripPoster } from './trip-poster.tsx'
import { headlineOf, isKeptByUs, stateOf } from './trip-state.ts'
import { TripToDos } from './trip-to-dos.tsx'
import type { TripViewProps } from './trip-view.tsx'
import { WayToTheLanding } from './way-to-the-landing.tsx'
import { WhereToMeet } from './where-to-meet.tsx'

/** What is left to do, and what is said above it. */
function useTripToDos({ trip, signers }: Pick<TripViewProps, 'trip' | 'signers'>) {
  const now = useMinute()
  const { business } = useSiteData()
  const toDos = toDosOf(trip, business, now, signers ?? { signed: signedHere(trip.groupUrl) })
  const state = stateOf(trip, business, now)
  return { toDos, state, isBefore: isToCome(trip, business, now), ...headlineOf(trip, toDos, business, now) }
}

type TripHeadProps = Pick<
  TripViewProps,
  'trip' | 'actOn' | 'signers' | 'answered' | 'review' | 'askRefund' | 'withdrawRefund'
>

/** When it is, beside what is left to do and whom to call; on the day itself, the hour beside the way (docs/rules.md §2.33). */
export function TripHead({ trip, actOn, signers, answered, review, askRefund, withdrawRefund }: TripHeadProps) {
  const { firstName, own, key, status } = trip
  const { toDos, state, isBefore, headline, sentences, news } = useTripToDos({ trip, signers })
  const isToday = state === 'TODAY'
  const isChoice = isKeptByUs(trip)
  const declined = own?.refundDeclined ?? null
  const isDeclinedNow = useNewlyDeclined(declined)
  const saysDeclined = declined && (status === 'CANCELLED' ? !isChoice : isDeclinedNow) && (
    <div className="trip__say">
      <DeclinedRefund declined={declined} />
    </div>
  )
  const why = state === 'CANCELED' && own && (own.wasCalledOff ? trip.calledOff?.words : own.cancelReason)
  return (
    <section className="trip__top dark">
      <div className="wrap trip__top-grid">
        <TripPoster trip={trip} state={state} />
        <div className="trip__head">
          {isToday && <WayToTheLanding trip={trip} />}
          <TripFacts trip={trip}>
            {key === 'GROUP' ? (
              <span>
                <b className="wrap-anywhere">{firstName}</b>{' '}
                {isBefore ? 'booked this trip and put you on the boat.' : 'booked this trip.'}
              </span>
            ) : (
              own && status !== 'CANCELLED' && <BookingStatusTag booking={{ ...trip, ...own }} />
            )}
          </TripFacts>
          {news && (
            <Banner tone="info" icon={CalendarDays} className="trip__news">
              {news}
            </Banner>
          )}
          {answered}
          {status !== 'CANCELLED' && saysDeclined}
          {isToday ? (
            <>
              <WhereToMeet isToday />
              {toDos.length > 0 && (
                <section>
                  <h2 className="display h3">{headline}</h2>
                  <TripToDos {...{ trip, toDos }} actOn={(toDo) => actOn(toDo)} isBelow />
                </section>
              )}
            </>
          ) : (
            <>
              <h2 className={classNames('display trip__headline', state === 'OVER' && 'trip__headline--over')}>
                {headline}
              </h2>
              {sentences.map((sentence, at) => (
                <Fragment key={sentence}>
                  <p className="trip__say">{withPhoneLinks(sentence)}</p>
                  {at === 0 && why && (
                    <blockquote className="trip__why whitespace-pre-line wrap-anywhere">{why}</blockquote>
                  )}
                </Fragment>
              ))}
              {status === 'CANCELLED' && saysDeclined}
              {isChoice ? (
                <AnotherDateOrBack {...{ trip, askRefund, withdrawRefund }} own={own!} />
              ) : (
                status === 'CANCELLED' &&
                own &&
                (own.refundAskedAt
                  ? withdrawRefund && <div className="trip__acts">{withdrawRefund}</div>
                  : canAskRefund({ ...own, status }) && <p className="trip__acts">{askRefund}</p>)
              )}
              {status === 'CANCELLED' && own && own.refundedToVouchers > 0 && (
                <p className="trip__acts">
                  <LinkButton to={addresses.gift.typed.href()}>Enter your code</LinkButton>
                </p>
              )}
              {review}
              {toDos.length > 0 && <TripToDos {...{ trip, toDos, actOn }} />}
              {!isChoice && <ReachTheGuide trip={trip} />}
            </>
          )}
        </div>
      </div>
    </section>
  )
}
