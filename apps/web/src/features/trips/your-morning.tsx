import { atPlace, linesOut, readPin, tripStarts } from '@arcadia/contract/site/business-words'
import { skyOf } from '@arcadia/contract/site/trip-sky'
import { portalHour } from '@arcadia/contract/site/wording'
import { type TripDate, venueTime } from '@arcadia/contract/trip-date'
import { useSiteData } from '../../prerender/site-data.ts'

/** The hours of the day, from sunrise at the ramp to the way home; on the day itself the poster names their zone. */
export function YourMorning({ date, isToday }: { date: TripDate; isToday: boolean }) {
  const { business } = useSiteData()
  const pin = business.meetingPin ? readPin(business.meetingPin) : undefined
  const sky = pin && skyOf(date, pin)
  const { lunchPlace, meetingName, tripEnds } = business
  const hours = [
    sky && {
      at: venueTime(sky.sunrise),
      says: `Sunrise. ${sky.moon.phase}, ${sky.moon.litPercent}% lit.`,
    },
    { at: tripStarts(business), says: `Be at ${meetingName || 'the landing'}.`, isMain: true },
    {
      at: linesOut(business),
      says: lunchPlace ? `Fishing ends. Lunch is ${atPlace(lunchPlace)}.` : 'Fishing ends, then lunch.',
    },
    tripEnds && { at: tripEnds, says: "You'll be done around then." },
  ].filter((hour) => !!hour)
  return (
    <section>
      <h2 className="display h3">Your morning</h2>
      <ol className="hours">
        {hours.map(({ at, says, ...hour }) => {
          const [time, half] = portalHour(at).split(' ')
          return (
            <li key={says} className={'isMain' in hour ? 'hours__main' : undefined}>
              <b className="num">
                {time}
                <small>{half}</small>
              </b>
              <span>{says}</span>
            </li>
          )
        })}
      </ol>
      {!isToday && <p className="trip__note">All times are Eastern.</p>}
    </section>
  )
}
