import type { Input } from '@arcadia/contract/endpoint'
import { venueDate } from '@arcadia/contract/trip-date'
import type { countWaiverSignature } from '@arcadia/contract/waivers'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isOfGroup } from './waivers.rules.ts'
import { lockSignature, lockTrip, type SignatureRow, setLeftOut } from './waivers.store.ts'

const anyone = { who: 'the guest or the office', guest: null, owner: null }

/** In the change log, these stand at the signature. */
export const waiverCounted = toldChange({ name: 'waiver-counted', by: { anyone }, frees: false })
export const waiverLeftOut = toldChange({ name: 'waiver-left-out', by: { anyone }, frees: false })

/** Whether a signer is of the group, by the word of the guest or the owner. */
export function createCountedSignatures({
  db,
  clock,
  bookings,
}: Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'get'> }) {
  return {
    /**
     * The guest's own word that a signer is not of their group, as long as the group can sign.
     * @throws AppError `booking-not-found`, `waiver-signature-not-found`
     */
    async leaveOut(user: SignedIn, bookingId: number, id: number): Promise<void> {
      await bookings.get(user, bookingId)
      await inTransaction(db, clock, async (tx, now) => {
        const trip = await lockTrip(tx, bookingId, venueDate(now))
        const signature = trip && (await lockSignature(tx, id))
        if (signature?.booking_id !== bookingId) throw new AppError('waiver-signature-not-found')
        await setOfGroup(tx, now, signature, false, null)
      })
    },

    /** Sets whether a signature counts for its group. @throws AppError `waiver-signature-not-found` */
    async count(
      user: SignedIn,
      id: number,
      { isOfGroup: counts }: Input<typeof countWaiverSignature>['body'],
    ): Promise<number> {
      return inTransaction(db, clock, async (tx, now) => {
        const signature = await lockSignature(tx, id)
        if (!signature) throw new AppError('waiver-signature-not-found')
        await setOfGroup(tx, now, signature, counts, user.id)
        return signature.booking_id
      })
    },
  }
}

/** @param adminId null if the guest says so */
async function setOfGroup(
  tx: Db,
  now: Date,
  signature: SignatureRow,
  counts: boolean,
  adminId: number | null,
): Promise<void> {
  if (isOfGroup(signature) === counts) return
  const { id, booking_id: booking } = signature
  await setLeftOut(tx, id, counts ? null : now)
  const [before, after] = [!counts, counts].map((isOfGroup) => ({ booking, isOfGroup }))
  const action = counts ? 'waiver.counted' : 'waiver.left-out'
  await recordChange(tx, adminId, action, { kind: 'waiver-signature', id }, before, after)
  const what = counts ? 'counts again.' : "doesn't count: its signer isn't in the group."
  const change = counts ? waiverCounted : waiverLeftOut
  await followChange(tx, now, {}, change, { by: 'anyone', booking }, { says: `One waiver signature ${what}` })
}
