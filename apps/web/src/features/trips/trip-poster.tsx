import { meetingPlace, tripStarts } from '@arcadia/contract/site/business-words'
import { portalHour } from '@arcadia/contract/site/wording'
import { formatDayInWords, venueDate } from '@arcadia/contract/trip-date'
import { isOver, startOf } from '@arcadia/contract/trip-over'
import type { Trip } from '@arcadia/contract/trips'
import type { CSSProperties } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import eight from '../../assets/plates/plate-23-eight-oclock.svg'
import moonset from '../../assets/plates/plate-28-moonset.svg'
import home from '../../assets/plates/plate-29-heading-home.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { classNames } from '../../ui/class-names.ts'
import { inPieces } from '../../ui/in-pieces.tsx'
import { weekdayNear } from '../my-bookings/manage-bookings.rules.ts'
import './trip-poster.css'
import { isBeforeDawn, type TripState, untilStart } from './trip-state.ts'

/** The poster of the day: its date as the page's headline, struck out once the trip is canceled, the hour on the day itself. */
export function TripPoster({ trip, state }: { trip: Trip; state: TripState }) {
  const { business, words } = useSiteData()
  const now = useMinute()
  const { selectedDate: date } = trip
  const today = venueDate(new Date(now))
  const isCanceled = state === 'CANCELED'
  const isToday = state === 'TODAY'
  const isDark = isToday && isBeforeDawn(trip, business, now)
  const isPast = state === 'OVER' || isOver(trip, business, now)
  const isNext = !isToday && !isCanceled && !isPast
  const withGuide = state === 'OVER' && business.guideName && `With ${business.guideName}`
  const year = date.slice(0, 4)
  const Day = isCanceled ? 's' : 'span'
  const [weekday = '', day = ''] = formatDayInWords(date).split(', ')
  const starts = tripStarts(business)
  const [hour = '', half = ''] = portalHour(starts).split(' ')
  return (
    <figure
      className={classNames(
        'day-poster',
        isCanceled && 'day-poster--off',
        isToday && 'day-poster--today',
        isPast && 'day-poster--over',
      )}
    >
      <div className="day-poster__a grain">
        <img src={isDark ? moonset : isPast ? home : eight} alt="" />
      </div>
      <figcaption className="day-poster__t">
        <h1 className="display" tabIndex={-1}>
          <span className="day-poster__w">
            {isToday || date === today ? weekdayNear(date, today) : weekday}{' '}
            {year !== today.slice(0, 4) && <span className="num">{year}</span>}
          </span>{' '}
          <Day className="day-poster__d num" style={{ '--n': isToday ? 6.5 : day.length } as CSSProperties}>
            {isToday ? (
              <>
                {hour}
                <small>{half}</small>
              </>
            ) : (
              day
            )}
          </Day>
        </h1>
        <p className="day-poster__f">
          <b className="num wrap-anywhere">{isToday ? day : isNext ? words.starts : withGuide || business.name}</b>
          <span>
            {isToday && `${untilStart(now, startOf(trip, business))} All times are Eastern.`.trimStart()}
            {isNext ? inPieces(meetingPlace(business) || business.name) : withGuide && business.name}
          </span>
        </p>
      </figcaption>
    </figure>
  )
}
