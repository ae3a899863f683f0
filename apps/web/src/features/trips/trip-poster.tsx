import { meetingPlace, tripStarts } from '@arcadia/contract/site/business-words'
import { portalHour } from '@arcadia/contract/site/wording'
import { formatDayInWords, type TripDate, venueInstant } from '@arcadia/contract/trip-date'
import type { CSSProperties } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import eight from '../../assets/plates/plate-23-eight-oclock.svg'
import moonset from '../../assets/plates/plate-28-moonset.svg'
import home from '../../assets/plates/plate-29-heading-home.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { classNames } from '../../ui/class-names.ts'
import { untilStart } from './trip-state.ts'

interface TripPosterProps {
  date: TripDate
  today: TripDate
  isCanceled: boolean
  /** On, and today: the hour is the headline. */
  isToday: boolean
}

/** The poster of the day: its date as the page's headline, struck out once the trip is canceled, the hour on the day itself. */
export function TripPoster({ date, today, isCanceled, isToday }: TripPosterProps) {
  const { business, words } = useSiteData()
  const now = useMinute()
  const isOver = date < today
  const year = date.slice(0, 4)
  const isAnotherYear = year !== today.slice(0, 4)
  const Day = isCanceled ? 's' : 'span'
  const [weekday = '', day = ''] = formatDayInWords(date).split(', ')
  const starts = tripStarts(business)
  const [hour = '', half = ''] = portalHour(starts).split(' ')
  const place = (!isCanceled && !isOver && meetingPlace(business)) || business.name
  const isWithGuide = isOver && !isCanceled && business.guideName
  return (
    <figure
      className={classNames(
        'day-poster',
        isCanceled && 'day-poster--off',
        isToday && 'day-poster--today',
        isOver && 'day-poster--over',
      )}
    >
      <div className="day-poster__a grain">
        <img src={isToday ? moonset : isOver ? home : eight} alt="" />
      </div>
      <figcaption className="day-poster__t">
        <h1 className="display" tabIndex={-1}>
          <span className="day-poster__w">
            {date === today ? `Today, ${weekday}` : weekday} {isAnotherYear && <span className="num">{year}</span>}
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
          <b className="num wrap-anywhere">
            {isToday
              ? untilStart(now, venueInstant(date, starts)) || day
              : isCanceled
                ? 'Canceled'
                : isWithGuide
                  ? `With ${business.guideName}`
                  : isOver
                    ? year
                    : words.starts}
          </b>
          <span>{isToday ? `All times are Eastern. ${place}` : isWithGuide ? `${year}, ${place}` : place}</span>
        </p>
      </figcaption>
    </figure>
  )
}
