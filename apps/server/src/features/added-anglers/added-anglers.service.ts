import type { HeldAngler } from '@arcadia/contract/added-anglers'
import type { Base } from '../../base.ts'
import { inDayTransaction } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { refuseByGuard } from '../availability/availability.service.ts'
import { demandJoinable } from '../bookings/add-angler.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { createHolds } from '../holds/holds.service.ts'
import { findHeldUntil } from '../holds/holds.writes.ts'

export function createAddedAnglers({
  db,
  clock,
  bookings,
  holdToAdd,
}: Pick<Base, 'db' | 'clock'> & {
  bookings: Pick<Bookings, 'get'>
  holdToAdd: ReturnType<typeof createHolds>['holdToAdd']
}) {
  return {
    /** How long a spot is held for it, on any device. */
    heldUntil: (bookingId: number) => findHeldUntil(db, clock.now(), bookingId),

    /**
     * Holds the spot of an angler who joins a booking, at its prices, before anything is paid (docs/rules.md §2.38).
     * @throws AppError `booking-not-found`, `booking-changed`, `not-changeable`, and those of a hold
     */
    async hold(user: SignedIn, bookingId: number, network: string): Promise<HeldAngler> {
      const { selectedDate: day } = await bookings.get(user, bookingId)
      return inDayTransaction(db, async (tx) => {
        let joined: Awaited<ReturnType<typeof demandJoinable>>
        const { held } = await holdToAdd(tx, { userId: user.id, day, network }, async (now) => {
          joined = await demandJoinable(tx, now, { bookingId, userId: user.id, day })
          return { bookingId, prices: joined.prices }
        })
        if ('payFirst' in held) return { ...joined!.costs, hold: null, message: held.message }
        const { holdId, expiresAt, holdDurationMinutes } = held
        return { ...joined!.costs, hold: { holdId, expiresAt, holdDurationMinutes } }
      }).catch(refuseByGuard)
    },
  }
}
