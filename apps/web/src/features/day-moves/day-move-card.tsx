import { portal } from '@arcadia/contract/addresses'
import type { DayMove } from '@arcadia/contract/day-moves'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { useVenueToday } from '../../api/venue-today.ts'
import { inOrderOfCalls } from '../bookings/called-off-text.ts'
import { CloseMoveButton } from './close-move-button.tsx'
import { answered, closed, REASONS } from './day-moves.words.ts'
import { MovedPartyRow } from './moved-party-row.tsx'

/** A called-off day, current or past; unanswered groups come first. */
export function DayMoveCard({ move }: { move: DayMove }) {
  const { date, reason, words, closedAt, parties } = move
  const today = useVenueToday()
  const waiting = parties.filter(({ state }) => state === 'WAITING')
  const hasPassed = date < today
  const titleId = `move-${move.id}`
  return (
    <article className="box" aria-labelledby={titleId}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-ink border-b-2 pb-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h2 id={titleId} className="display h3">
            <Link to={portal.dashboard.daySheet.href({ date })} className="text-ink no-underline hover:underline">
              {formatFullDate(date)}
            </Link>
          </h2>
          <p className="mt-[0.3rem] wrap-anywhere text-ink-2 leading-[1.4]">
            {REASONS[reason]}
            {words && `: ${words}`}
          </p>
          <p role="status" className="num mt-[0.3rem] leading-[1.4]">
            <b>{closedAt ? closed(parties) : answered(parties)}</b>
          </p>
        </div>
        <CloseMoveButton move={move} />
      </header>
      <ul>
        {[...inOrderOfCalls(waiting), ...parties.filter((party) => !waiting.includes(party))].map((party) => (
          <MovedPartyRow key={party.bookingId} move={move} party={party} />
        ))}
      </ul>
      {!closedAt && hasPassed && waiting.length > 0 && (
        <p className="small muted pt-3">
          That day is over. They can still pick a new date or a refund. You can also cancel and refund a booking
          yourself.
        </p>
      )}
    </article>
  )
}
