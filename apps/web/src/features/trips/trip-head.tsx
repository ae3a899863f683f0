import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { toDosOf } from '../bookings/trip-to-do.ts'
import { BookingStatusTag } from '../my-bookings/booking-details-status.tsx'
import { signedHere } from '../waivers/signed-here.ts'
import { ReachTheGuide } from './reach-the-guide.tsx'
import { TripPoster } from './trip-poster.tsx'
import { headlineOf } from './trip-state.ts'
import { TripToDos } from './trip-to-dos.tsx'
import type { TripViewProps } from './trip-view.tsx'

/** When it is, beside what is left to do and whom to call. */
export function TripHead({ trip, actOn, review }: Pick<TripViewProps, 'trip' | 'actOn' | 'review'>) {
  const today = useVenueToday()
  const { business } = useSiteData()
  const { selectedDate, firstName, packageType, own, key, status, outcome } = trip
  const toDos = toDosOf(trip, business, today, signedHere(trip.groupUrl))
  const { headline, sentences } = headlineOf(trip, toDos, today)
  return (
    <section className="trip__top dark">
      <div className="wrap trip__top-grid">
        <TripPoster date={selectedDate} today={today} isCanceled={status === 'CANCELLED'} />
        <div className="trip__head">
          <p className="trip__facts">
            {key === 'GROUP' ? (
              <span>
                <b className="wrap-anywhere">{firstName}</b> booked this trip and put you on the boat.
              </span>
            ) : (
              own && status !== 'CANCELLED' && <BookingStatusTag booking={{ ...own, status, outcome }} />
            )}
            <span>
              <b>{PACKAGES[packageType].name}</b>, {groupInWords(trip)}
            </span>
            {own && <span className="num">{own.confirmationNumber}</span>}
          </p>
          <h2 className="display trip__headline">{headline}</h2>
          {sentences.map((sentence) => (
            <p key={sentence} className="trip__say">
              {sentence}
            </p>
          ))}
          {review && <p className="trip__acts">{review}</p>}
          {toDos.length > 0 && <TripToDos {...{ trip, toDos, actOn }} />}
          <ReachTheGuide trip={trip} />
        </div>
      </div>
    </section>
  )
}
