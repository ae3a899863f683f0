import type { correctEmailOfBooking } from '@arcadia/contract/admin/bookings'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { correctAddressForOwner, isConfirmedAddress } from '../accounts/correct-address.service.ts'
import { hasPaymentUnderWay } from '../accounts/sessions.service.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { refuseByGuard } from '../availability/availability.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { correctEmails, lockDaysOfEmail } from '../bookings/guest-corrections.service.ts'
import type { GuestNotesOf } from '../guest-notes/guest-notes.service.ts'

/**
 * Corrects where a booking's emails go (docs/rules.md §18.3). An old address that was confirmed is told, and the guest's notes
 * follow no booking into another account. The history gets no address, because it outlives them.
 * @throws AppError `booking-not-found`, `booking-changed`, `payment-in-progress`, `not-enough-spots`, `admin-email`,
 * `customer-deactivated`
 */
export async function correctBookingEmail(
  deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get' | 'find'>; guestNotes: Pick<GuestNotesOf, 'deleteOf'> },
  admin: SignedIn,
  id: number,
  { email }: Input<typeof correctEmailOfBooking>['body'],
): Promise<Output<typeof correctEmailOfBooking>> {
  const { db, clock, bookings, guestNotes } = deps
  await bookings.get(admin, id)
  const account = await inTransaction(db, clock, async (tx, began) => {
    const booking = await bookings.find(tx, id)
    const { userId, email: from, firstName, lastName, phone } = booking
    if (email === from) return 'KEPT'
    const person = { email, firstName, lastName, phone }
    const { entered_by, created_at } = await tx
      .selectFrom('bookings')
      .select(['entered_by', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const bookedAt = entered_by === null ? created_at : null
    const owner = await correctAddressForOwner(tx, began, { adminId: admin.id, userId, from, person, bookedAt })
    // Accounts are locked before days.
    const wasConfirmed = from !== null && (await isConfirmedAddress(tx, from))
    const now = await lockDaysOfEmail(tx, clock, booking)
    const locked = await bookings.find(tx, id)
    if (locked.email !== from || locked.userId !== userId)
      throw new AppError('booking-changed', { message: 'Someone else just changed this email.' })
    // The payment's outcome would still be emailed to the old address.
    if (await hasPaymentUnderWay(tx, userId)) throw new AppError('payment-in-progress')
    const hasMoved = owner !== undefined && owner.id !== userId
    const old = { userId, email: from, ...(!owner?.isOfAll && { id }) }
    for (const corrected of await correctEmails(tx, now, old, email, { userId: owner?.id, byStaff: true })) {
      await recordChange(tx, admin.id, 'booking.email-corrected', corrected, { email: from }, { email })
      if (hasMoved) await guestNotes.deleteOf(tx, corrected)
      if (wasConfirmed) {
        const params = { bookingId: corrected, hasMoved }
        await enqueueMail(tx, now, { kind: 'booking-email-changed', to: from, params, byStaff: true })
      }
    }
    if (owner === undefined) return 'KEPT'
    return hasMoved ? 'MOVED' : 'CORRECTED'
    // Bookings that were one group may become two when one moves to another account (docs/rules.md §2.4).
  }).catch(refuseByGuard)
  return { ...(await bookings.get(admin, id)), account }
}
