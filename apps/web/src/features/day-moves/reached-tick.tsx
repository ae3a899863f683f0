import type { MovedParty } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { formatPortalTime } from '@arcadia/contract/trip-date'
import { serverNow } from '../../api/clock.ts'
import { Who } from '../../session/who.tsx'
import { tap, useChanges } from '../check-ins/waiting-changes.ts'

/** Ticked once someone has told the group in person that its day is off, or on again; works offline. Doesn't affect its answer. */
export function ReachedTick({ moveId, party }: { moveId: number; party: MovedParty }) {
  const { bookingId, firstName, lastName, reached } = party
  /** Taps the server doesn't know yet. */
  const taps = useChanges().flatMap((change) =>
    'reached' in change && change.problem === null && change.bookingId === bookingId && change.reached.moveId === moveId
      ? [change.reached]
      : [],
  )
  return (
    <label className="flex min-h-11 items-center gap-2 text-left">
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-ink"
        checked={taps.at(-1)?.isReached ?? reached !== null}
        onChange={({ target }) =>
          tap({ ...party, id: bookingId }, { reached: { moveId, isReached: target.checked, at: serverNow() } })
        }
      />
      <span>
        Reached
        <span className="sr">: {fullName({ firstName, lastName })}</span>
        {reached && (
          <span className="num block text-ink-2 text-small">
            <Who name={reached.by} isFirst />, {formatPortalTime(reached.at)}
          </span>
        )}
      </span>
    </label>
  )
}
