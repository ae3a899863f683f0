import { meetingPlace } from '@arcadia/contract/site/business-words'
import { formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'
import type { CSSProperties } from 'react'
import eight from '../../assets/plates/plate-23-eight-oclock.svg'
import home from '../../assets/plates/plate-29-heading-home.svg'
import { useSiteData } from '../../prerender/site-data.ts'

/** The poster of the day: its date as the page's headline. */
export function TripPoster({ date, isToday, isOver }: { date: TripDate; isToday: boolean; isOver: boolean }) {
  const { business, words } = useSiteData()
  const [weekday = '', day = ''] = formatDayInWords(date).split(', ')
  return (
    <figure className="day-poster">
      <div className="day-poster__a grain">
        <img src={isOver ? home : eight} alt="" />
      </div>
      <figcaption className="day-poster__t">
        <h1 className="display">
          <span className="day-poster__w">{isToday ? `Today, ${weekday}` : weekday}</span>{' '}
          <span className="day-poster__d num" style={{ '--n': day.length } as CSSProperties}>
            {day}
          </span>
        </h1>
        <p className="day-poster__f">
          <b className="num">{isOver ? date.slice(0, 4) : words.starts}</b>
          <span>{isOver ? business.name : (meetingPlace(business) ?? "We'll email you where we meet.")}</span>
        </p>
      </figcaption>
    </figure>
  )
}
