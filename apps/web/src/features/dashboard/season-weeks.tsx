import type { SeasonFill } from '@arcadia/contract/dashboard'
import { formatCents } from '@arcadia/contract/money'
import { addDays, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { sundaysOf } from './season-heat.tsx'

interface Week {
  sunday: TripDate
  bookings: number
  value: number
}

/** What each week of the season brings, as bars and as a table. */
export function SeasonWeeks({ season }: { season: SeasonFill }) {
  const weeks = sundaysOf(season).map((sunday): Week => {
    const days = season.days.filter(({ date }) => date >= sunday && date < addDays(sunday, 7))
    return {
      sunday,
      bookings: days.reduce((sum, day) => sum + day.bookings, 0),
      value: days.reduce((sum, day) => sum + day.value, 0),
    }
  })
  return (
    <section className="box" aria-labelledby="weeks-title">
      <h2 id="weeks-title" className="box__h">
        Week by week
      </h2>
      <Bars title="Bookings" weeks={weeks} of={({ bookings }) => bookings} say={String} />
      <Bars title="Value of the trips" weeks={weeks} of={({ value }) => value} say={formatCents} />
      <details className="weeks__table">
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col">Bookings</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ sunday, bookings, value }) => (
              <tr key={sunday} className="num">
                <th scope="row">{weekName(sunday)}</th>
                <td>{bookings}</td>
                <td>{formatCents(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

interface BarsProps {
  title: string
  weeks: readonly Week[]
  of: (week: Week) => number
  say: (figure: number) => string
}

const HEIGHT = 100
const STEP = 10

function Bars({ title, weeks, of, say }: BarsProps) {
  const figures = weeks.map(of)
  const highest = Math.max(...figures)
  const total = figures.reduce((sum, figure) => sum + figure, 0)
  const best = weeks[figures.indexOf(highest)]
  const most = highest > 0 && best ? `most in the week of ${weekName(best.sunday)}: ${say(highest)}` : 'none yet'
  return (
    <figure className="weeks">
      <figcaption>
        <b>{title}</b> <span className="num">{say(total)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title} by week, ${say(total)} in all, ${most}.`}
        viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {weeks.map((week, index) => {
          const height = highest === 0 ? 0 : (of(week) / highest) * HEIGHT
          return (
            <rect key={week.sunday} x={index * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height}>
              <title>{`Week of ${weekName(week.sunday)}: ${say(of(week))}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="weeks__ends num" aria-hidden>
        <span>{weeks[0] && weekName(weeks[0].sunday)}</span>
        <span>{most}</span>
        <span>{weeks.length > 1 && weekName(weeks.at(-1)!.sunday)}</span>
      </p>
    </figure>
  )
}

/** `May 16` */
const weekName = (sunday: TripDate) => formatShortDate(sunday).slice(5)
