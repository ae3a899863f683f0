import { portal } from '@arcadia/contract/addresses'
import type { StrandedDay } from '@arcadia/contract/admin/configuration'
import { anglers } from '@arcadia/contract/riders'
import { formatDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const REASONS: Record<StrandedDay['reason'], string> = {
  OUTSIDE_SEASON: 'outside the season',
  CLOSED_WEEKDAY: 'on a closed weekday',
  BLACKOUT: "on a day you're away",
  OVER_CAPACITY: 'over the new capacity',
  SHARED: 'more than one group on the boat',
}

interface StrandedDialogProps {
  days: readonly StrandedDay[]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Lists the bookings and holds a change would strand, before saving. */
export function StrandedDialog({ days, busy, onConfirm, onClose }: StrandedDialogProps) {
  return (
    <ConfirmDialog
      title="Trips already on these days"
      confirmLabel="Save anyway"
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>These trips stay booked. Nobody gets notified and nothing gets refunded until you say so.</p>
      <ul className="panel-list">
        {days.map(({ date, reason, bookings, heldSpots }) => (
          <li key={date}>
            <div>
              <b>{formatDate(date)}</b>, {REASONS[reason]}
              {bookings.map(({ id, name, numberOfGuests, confirmationNumber }) => (
                <p key={id}>
                  {name}, {anglers(numberOfGuests)}{' '}
                  <Link to={portal.bookings.href({ id: id })} className="link num">
                    {confirmationNumber}
                  </Link>
                </p>
              ))}
              {heldSpots > 0 && (
                <p>
                  {heldSpots} {heldSpots === 1 ? 'spot is' : 'spots are'} held by a guest who is booking now
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
