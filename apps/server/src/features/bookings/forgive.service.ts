import { type Cents, formatCents } from '@arcadia/contract/money'
import { AppError } from '../../http/app-error.ts'
import { bookingChange, toldChange } from './booking-change.ts'
import { insertForgiven, undoForgiven } from './forgiven.writes.ts'

const staff = { who: 'the owner or the office', guest: null, owner: null }

/**
 * What is owed is not asked for anymore. Names the balance that the owner saw, so that of two who press at once one forgives.
 * @throws AppError `nothing-owed`, `owed-changed`
 */
export const notOwed = bookingChange<'staff', { owed: Cents; reason: string; adminId: number }>({
  name: 'not-owed',
  by: { staff: { ...staff, who: 'the owner' } },
  frees: false,
  waitsForPayment: () => true,
  refuse({ booking: { status, pendingAmount } }) {
    if (status === 'PENDING') return new AppError('nothing-owed', { message: "The booking isn't confirmed yet." })
    return pendingAmount === 0 ? new AppError('nothing-owed') : undefined
  },
  async write({ tx, now, booking: { id, pendingAmount: cents }, asked: { owed, reason, adminId } }) {
    if (owed !== cents) throw new AppError('owed-changed', { message: `The balance is now ${formatCents(cents)}.` })
    await insertForgiven(tx, { booking_id: id, cents, reason, admin_id: adminId, created_at: now })
    const amount = formatCents(cents)
    return { says: `${amount} isn't owed anymore.`, after: { amount, reason } }
  },
})

/** The answers to what a booking that is confirmed again asks (docs/rules.md §3.30). */
export const notOwedAgain = toldChange({ name: 'not-owed-again', by: { staff }, frees: false })

/** Takes a decision back not to ask for something. @throws AppError `forgiven-not-found` */
export const owedAgain = bookingChange<'staff', { forgivenId: number; adminId: number }>({
  name: 'owed-again',
  by: { staff },
  frees: false,
  waitsForPayment: () => true,
  async write({ tx, now, booking: { id: bookingId }, asked: { forgivenId: id, adminId } }) {
    const cents = await undoForgiven(tx, now, { id, bookingId, adminId })
    if (cents === undefined) throw new AppError('forgiven-not-found')
    const amount = formatCents(cents)
    return { says: `${amount} is owed again.`, after: { amount } }
  },
})
