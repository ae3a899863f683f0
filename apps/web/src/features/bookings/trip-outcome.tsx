import type { Booking, TripOutcome } from '@arcadia/contract/bookings'
import { StatusTag } from '../../ui/tag.tsx'

export const OUTCOMES: Record<TripOutcome, string> = {
  ON: 'On',
  CALLED_OFF: 'Called off',
  NO_SHOW: 'No-show',
  TOOK_PLACE: 'Took place',
}

/** Nothing is asked of a group that doesn't come: it signs no waiver, gets no text about the way, and is not waited for. */
export const isExpected = ({ outcome }: Pick<Booking, 'outcome'>) => outcome === 'ON' || outcome === 'TOOK_PLACE'

/** Says that a trip is called off or a no-show; any other is as its status says. */
export const OutcomeLine = ({ outcome }: Pick<Booking, 'outcome'>) =>
  (outcome === 'CALLED_OFF' || outcome === 'NO_SHOW') && (
    <b className="block font-[640] text-danger text-small">{OUTCOMES[outcome]}</b>
  )

/** The same where the status is a tag too: CONFIRMED goes without saying. */
export function TripTag({ status, outcome }: Pick<Booking, 'status' | 'outcome'>) {
  if (outcome === 'CALLED_OFF') return <StatusTag status="CANCELLED" label={OUTCOMES[outcome]} />
  if (outcome === 'NO_SHOW') return <StatusTag status="CLOSED" label={OUTCOMES[outcome]} />
  return status !== 'CONFIRMED' && <StatusTag status={status} />
}
