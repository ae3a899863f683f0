import { type MovedParty, reachParty } from '@arcadia/contract/day-moves'
import { formatVenueTime } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'

/** Ticked once somebody told the group in person that its day is off; whatever it answers comes later. */
export function ReachedTick({ moveId, party }: { moveId: number; party: MovedParty }) {
  const { bookingId, firstName, lastName, reached } = party
  const tick = useMutation({
    mutationFn: (isReached: boolean) => call(reachParty, { params: { id: moveId, bookingId }, body: { isReached } }),
  })
  /** As it was tapped, until the answer is shown. */
  const [tapped, setTapped] = useState<boolean>()
  function change(isReached: boolean) {
    if (tick.isPending) return
    setTapped(isReached)
    tick.mutate(isReached, { onSettled: () => setTapped(undefined) })
  }
  return (
    <>
      <label className="flex min-h-11 min-w-36 items-center gap-2 text-left">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-(--ch-2)"
          checked={tapped ?? reached !== null}
          onChange={({ target }) => change(target.checked)}
        />
        <span>
          Reached
          <span className="sr">
            : {firstName} {lastName}
          </span>
          {reached && (
            <span className="num block text-ink-2 text-small">
              {reached.by}, {formatVenueTime(reached.at)}
            </span>
          )}
        </span>
      </label>
      <FormError>{tick.error}</FormError>
    </>
  )
}
