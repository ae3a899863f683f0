import type { AdminBooking } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { TURNED_DOWN } from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import { statusOfBooking } from '../bookings/bookings.writes.ts'
import { findAboveTotal, insertForgiven } from '../bookings/forgiven.writes.ts'
import { refunded } from '../bookings/money-due.service.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { reportCharge, reportRefund } from '../payments/payments.writes.ts'
import { findBookingOfTip, findTipAttempt } from '../payments/tips.writes.ts'
import { reopenRequest } from './refund-requests.store.ts'
import { describeAnswer, describeOutcome, sumOf } from './refunds.rules.ts'
import {
  type BookingOrder,
  backWithinTotal,
  getCharge,
  insertOrder,
  insertRefund,
  isOfBooking,
  isOpenRefund,
  listParts,
  type OrderRow,
  type RefundPart,
  type RefundRow,
  updateAboveTotal,
  updateOpenOrder,
  wasPromised,
} from './refunds.store.ts'

const REFUSED = { kind: 'REFUNDABLE', reason: TURNED_DOWN } as const

const ordered = { staff: { who: 'the owner or the office', guest: null, owner: null } }
const refusedBy = { staff: { who: 'the payments provider', guest: 'refund-delayed', owner: 'refund-refused' } } as const

export const refundOrdered = toldChange({ name: 'refund-ordered', by: ordered, frees: false })
export const voidOrdered = toldChange({ name: 'void-ordered', by: ordered, frees: false })
export const voided = toldChange({ name: 'voided', by: { staff: refunded.by.staff }, frees: false })
export const refundRefused = toldChange({ name: 'refund-refused', by: refusedBy, frees: false })
export const voidRefused = toldChange({ name: 'void-refused', by: refusedBy, frees: false })

interface GivenBack {
  bookingId: number
  adminId: number
  cents: Cents
  /** The share that it paid. */
  shareId: number | null
  description: string
  stillOwes: boolean
}

interface MadeOutside {
  booking: AdminBooking
  adminId: number
  attemptId: number
  backCents: number
  /** It is all of the charge. */
  isAll: boolean
  stillOwes: boolean
}

/** Call before the money goes back. Unless the guest still owes it, what was not paid above the total is forgiven. */
export async function writeOrder(
  tx: Db,
  order: Parameters<typeof insertOrder>[1] & { booking_id: number },
): Promise<BookingOrder> {
  const written = (await insertOrder(tx, order)) as BookingOrder
  const { id, booking_id, admin_id, created_at, still_owes } = written
  // After the insert, which waits for a refund that is just finishing.
  await updateAboveTotal(tx, id, await findAboveTotal(tx, booking_id))
  if (!still_owes) await insertForgiven(tx, { booking_id, order_id: id, admin_id, created_at })
  return written
}

/** A refund in person, which no provider makes. Call before the entry of the payment is reversed, in its transaction. */
export async function recordGivenBack(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  { cents, ...given }: GivenBack,
): Promise<void> {
  const order = await writeOrder(tx, {
    booking_id: given.bookingId,
    admin_id: given.adminId,
    kind: 'GIVEN_BACK',
    asked_cents: cents,
    description: given.description,
    idempotency_key: null,
    still_owes: given.stillOwes,
    created_at: now,
  })
  const made = { outcome: 'REFUNDED', outcome_at: now } as const
  await insertRefund(tx, now, {
    order_id: order.id,
    attempt_id: null,
    share_id: given.shareId,
    amount_cents: cents,
    ...made,
  })
  await finishWhenKnown(tx, now, deps, order)
}

/**
 * Refunds of a charge made at the provider without us, by its record of what went back in all. Call under the day's lock.
 * @throws AppError `charge-differs`
 */
export async function recordMadeOutside(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  { booking, attemptId, backCents, ...given }: MadeOutside,
): Promise<void> {
  // Insert the order first: it blocks concurrent orders, and the sum below includes one that just finished.
  const order = await writeOrder(tx, {
    booking_id: booking.id,
    admin_id: given.adminId,
    ...orderedOutside(given.isAll),
    still_owes: given.stillOwes,
    created_at: now,
  })
  const missing = await writeMissing(tx, now, order, { attemptId, backCents })
  const answer = booking.status === 'CANCELLED' ? '' : describeAnswer(order, await backWithinTotal(tx, order))
  const says = `${formatCents(missing)} was refunded at the payments provider, not here.${answer}`
  await followChange(tx, now, deps, refunded, { by: 'provider', booking }, { says })
}

/** What an order says that the provider made without us, of all of a charge or of a part. */
export const orderedOutside = (isAll: boolean) => ({
  kind: isAll ? ('PROVIDER_CANCELLED' as const) : ('MADE_OUTSIDE' as const),
  asked_cents: null,
  description: isAll ? 'Canceled by the provider' : 'Refunded at the provider',
  idempotency_key: null,
})

/** What our books lack of what the provider gave back of a charge. @throws AppError `charge-differs` */
export async function writeMissing(
  tx: Db,
  now: Date,
  { id: orderId }: OrderRow,
  { attemptId, backCents }: Pick<MadeOutside, 'attemptId' | 'backCents'>,
): Promise<Cents> {
  const missing = backCents - (await getCharge(tx, attemptId)).refundedCents
  if (missing <= 0)
    throw new AppError('charge-differs', { message: 'The provider shows no refund that our books are missing.' })
  const made = { outcome: 'REFUNDED', outcome_at: now } as const
  await insertRefund(tx, now, { order_id: orderId, attempt_id: attemptId, amount_cents: missing, ...made })
  await updateOpenOrder(tx, orderId, { outcome: 'DONE', finished_at: now })
  return missing
}

/** Finishes an order once all its outcomes are known. */
export async function finishWhenKnown(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  order: OrderRow,
  isOwnersWord = false,
): Promise<void> {
  const parts = await listParts(tx, order.id)
  if (parts.some(isOpenRefund)) return
  const refused = parts.filter((part): part is RefundRow => part.outcome === 'REFUSED')
  const outcome = refused.length === 0 ? 'DONE' : refused.length === parts.length ? 'FAILED' : 'PARTIAL'
  await updateOpenOrder(tx, order.id, { outcome, finished_at: now })
  if (!isOfBooking(order)) return finishOfTip(tx, now, deps, order, { parts, refused, isOwnersWord })
  const status = await statusOfBooking(tx, order.booking_id)
  const maker = { by: 'staff' as const, adminId: order.admin_id, booking: order.booking_id }
  const { description } = order
  const says = describeOutcome(order.kind, parts)
  const params = { orderId: order.id }
  const [back, kept] = [sumOf(parts, 'REFUNDED'), sumOf(parts, 'REFUSED')]
  if (back > 0) {
    const answer = status === 'CANCELLED' ? '' : describeAnswer(order, await backWithinTotal(tx, order))
    const written = { says: says + answer, after: { amount: formatCents(back), description }, params }
    await followChange(tx, now, deps, order.kind === 'VOID' ? voided : refunded, maker, written)
  }
  if (refused.length > 0) {
    const isReopened =
      outcome === 'FAILED' && order.request_id !== null && (await reopenRequest(tx, now, order.request_id))
    // List it in one place only: its request, the issue it should settle, or a new issue.
    if (!isReopened && order.failure_id === null)
      for (const refund of refused) await reportRefused(tx, now, refund, status)
    await followChange(tx, now, deps, order.kind === 'VOID' ? voidRefused : refundRefused, maker, {
      ...(back === 0 && { says }),
      after: { amount: formatCents(kept), description, why: refused[0]?.last_problem ?? null },
      params,
      tells: {
        guest: status === 'CANCELLED' && (await wasPromised(tx, order)),
        // Emailed however prompt it was, because an answer can be lost on its way to whoever pressed.
        owner: !isOwnersWord,
      },
    })
  }
}

/** No booking changes with a tip that goes back. */
async function finishOfTip(
  tx: Db,
  now: Date,
  { ownerEmail }: Pick<Base, 'ownerEmail'>,
  { id: orderId, tip_id }: OrderRow,
  {
    parts,
    refused,
    isOwnersWord,
  }: { parts: readonly RefundPart[]; refused: readonly RefundRow[]; isOwnersWord: boolean },
): Promise<void> {
  const tipId = tip_id!
  const params = { tipId, orderId, bookingId: (await findBookingOfTip(tx, tipId))! }
  if (sumOf(parts, 'REFUNDED') > 0) {
    const { booking_data } = (await findTipAttempt(tx, { id: tipId }))!
    await enqueueMail(tx, now, { kind: 'tip-refunded', to: booking_data.email, params })
  }
  for (const refund of refused) await reportRefund(tx, now, refund, REFUSED)
  if (refused.length > 0 && !isOwnersWord) await tellOwner(tx, now, ownerEmail, { kind: 'refund-refused', params })
}

async function reportRefused(tx: Db, now: Date, refund: RefundRow, status: string): Promise<void> {
  const { cents, refundedCents } = await getCharge(tx, refund.attempt_id)
  // A charge issue refunds everything left of the charge, so a refused partial refund gets its own issue.
  if (status === 'CANCELLED' && refund.amount_cents === cents - refundedCents)
    await reportCharge(tx, now, refund.attempt_id, REFUSED)
  else await reportRefund(tx, now, refund, REFUSED)
}
