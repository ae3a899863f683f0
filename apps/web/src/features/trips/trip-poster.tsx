import { meetingPlace } from '@arcadia/contract/site/business-words'
import { formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'
import type { CSSProperties } from 'react'
import eight from '../../assets/plates/plate-23-eight-oclock.svg'
import home from '../../assets/plates/plate-29-heading-home.svg'
import { useSiteData } from '../../prerender/site-data.ts'

interface TripPosterProps {
  date: TripDate
  today: TripDate
  isCanceled: boolean
}

/** The poster of the day: its date as the page's headline, struck out once the trip is canceled. */
export function TripPoster({ date, today, isCanceled }: TripPosterProps) {
  const { business, words } = useSiteData()
  const isOver = date < today
  const year = date.slice(0, 4)
  const isAnotherYear = year !== today.slice(0, 4)
  const Day = isCanceled ? 's' : 'span'
  const [weekday = '', day = ''] = formatDayInWords(date).split(', ')
  return (
    <figure className={isCanceled ? 'day-poster day-poster--off' : 'day-poster'}>
      <div className="day-poster__a grain">
        <img src={isOver ? home : eight} alt="" />
      </div>
      <figcaption className="day-poster__t">
        <h1 className="display">
          <span className="day-poster__w">
            {date === today ? `Today, ${weekday}` : weekday} {isAnotherYear && <span className="num">{year}</span>}
          </span>{' '}
          <Day className="day-poster__d num" style={{ '--n': day.length } as CSSProperties}>
            {day}
          </Day>
        </h1>
        <p className="day-poster__f">
          <b className="num">{isCanceled ? 'Canceled' : isOver ? year : words.starts}</b>
          <span>{(!isCanceled && !isOver && meetingPlace(business)) || business.name}</span>
        </p>
      </figcaption>
    </figure>
  )
}
