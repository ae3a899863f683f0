import type { DayMove } from '@arcadia/contract/day-moves'
import { useState } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { Button } from '../../ui/button.tsx'
import { CloseMoveDialog } from './close-move-dialog.tsx'

/** Ends the offer of a called-off day; hidden once it ended, or is over with groups that haven't answered. */
export function CloseMoveButton({ move }: { move: DayMove }) {
  const [isClosing, setClosing] = useState(false)
  const hasPassed = move.date < useVenueToday()
  const waiting = move.parties.filter(({ state }) => state === 'WAITING')
  if (move.closedAt || (hasPassed && waiting.length > 0)) return null
  return (
    <>
      <Button onClick={() => setClosing(true)}>{waiting.length > 0 ? 'Go out after all' : 'Close this day'}</Button>
      {isClosing && <CloseMoveDialog move={move} waiting={waiting} onClose={() => setClosing(false)} />}
    </>
  )
}
