import { type Cents, formatCents } from '@arcadia/contract/money'
import { errors } from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseOther } from '../../http/idempotency-key.ts'
import { followChange } from '../bookings/booking-change.writes.ts'
import { isPaymentOpen } from '../bookings/lock-booking.writes.ts'
import type { Renewal, VoucherRefunds } from '../gift-vouchers/voucher-refunds.service.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { demandMayRefund } from '../people/refund-limit.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import { finishWhenKnown, refundOrdered, voidOrdered, writeOrder } from './refund-orders.writes.ts'
import { describeEnded, takeFrom } from './refunds.rules.ts'
import {
  type Charge,
  insertRefund,
  listActiveOrders,
  listRefundableCharges,
  type OrderRow,
  sumMoneyBack,
} from './refunds.store.ts'

/** Without a key, the same refund within this window is a repeat (docs/rules.md §3.10). */
const REPEAT_MS = 2 * MINUTE_MS

export interface RefundInput {
  adminId: number
  bookingId: number
  kind?: 'REFUND' | 'VOID'
  /** Null means everything left. */
  askedCents: number | null
  /** Refund less if less is left, instead of failing. */
  isAtMost?: boolean
  /** Refund only this charge. */
  attemptId?: number | undefined
  /** Refund only what paid this share. */
  shareId?: number | undefined
  description: string | null
  key?: string | undefined
  /** The customer's request or the issue it settles. */
  settles?: { requestId: number } | { issueId: number }
  /** Read before the transaction; a charge can only be refunded with the account that made it. */
  at: MerchantAccount
  /** Promised when the day was called off, so the office's refund limit does not apply. */
  isPromised?: boolean
  /** The guest owes again what goes back, but for what was paid above the total. By default it is forgiven. */
  stillOwes?: boolean | undefined
  /** An owner's choice to renew what could not be used anymore, so that it can take its part back. */
  renewal?: Renewal | undefined
}

/** A new order to run, or the earlier one that this request repeats. */
export interface WrittenOrder {
  orderId: number
  isNew: boolean
}

/** A gift voucher's part has no charge. */
type Source = Charge | { id: null; restCents: Cents }

/** Writes refunds down, in the caller's transaction and under the day's lock, before the provider is called. */
export function createOrders(
  deps: Pick<Base, 'ownerEmail'> & {
    vouchers: VoucherRefunds
  },
) {
  const { vouchers } = deps

  /** Refund order: gift vouchers, then the newest charge. */
  async function listSources(tx: Db, now: Date, input: RefundInput): Promise<Source[]> {
    const { bookingId, attemptId, shareId, askedCents, renewal } = input
    const charges = await listRefundableCharges(tx, bookingId, shareId)
    if (attemptId !== undefined) return charges.filter(({ id }) => id === attemptId)
    const asked = askedCents ?? Number.POSITIVE_INFINITY
    return [
      { id: null, restCents: await vouchers.partOf(tx, now, { bookingId, shareId }, asked, renewal !== undefined) },
      ...charges,
    ]
  }

  /** What was paid by vouchers that have ended: no refund gives it back unless an owner renews them. */
  const endedOf = async (on: Db, now: Date, bookingId: number): Promise<Cents> =>
    (await vouchers.restOf(on, now, bookingId)).ended

  /** @throws AppError `more-than-refundable` */
  async function refuseMore(tx: Db, now: Date, { bookingId, askedCents, isAtMost, renewal }: RefundInput, rest: Cents) {
    if (isAtMost || (askedCents ?? 0) <= rest) return
    const ended = renewal ? 0 : await endedOf(tx, now, bookingId)
    const message = [errors['more-than-refundable'].message, ended > 0 && describeEnded(ended)]
    throw new AppError('more-than-refundable', { message: message.filter(Boolean).join(' ') })
  }

  /** Splits the amount over the sources: a voucher has its part back at once, a card's waits for the provider. */
  async function writeParts(tx: Db, now: Date, { id }: OrderRow, input: RefundInput, sources: readonly Source[]) {
    const { bookingId, shareId, askedCents, at, renewal, isPromised } = input
    const rest = sumRest(sources)
    for (const { cents, ...source } of takeFrom(sources, askedCents ?? rest)) {
      if (source.id === null) {
        const made = { order_id: id, attempt_id: null, outcome: 'REFUNDED', outcome_at: now } as const
        for (const back of await vouchers.giveBack(tx, now, { bookingId, shareId }, cents, renewal))
          await insertRefund(tx, now, { ...made, share_id: back.shareId, amount_cents: back.cents })
        continue
      }
      if (!at.realmId) throw new AppError('payments-not-connected', isPromised ? {} : { message: NOT_CONNECTED })
      if (isOtherAccount(source, at)) throw new AppError('realm-mismatch')
      await insertRefund(tx, now, { order_id: id, attempt_id: source.id, amount_cents: cents })
    }
  }

  /**
   * Returns the order, or the earlier one for a repeat; undefined if nothing is left to refund.
   * @throws AppError `payment-in-progress`, `refund-in-progress`, `more-than-refundable`, `key-reused`, `realm-mismatch`,
   * `payments-not-connected`, `refund-above-limit`
   */
  async function order(tx: Db, now: Date, input: RefundInput): Promise<WrittenOrder | undefined> {
    const { bookingId, askedCents, isPromised } = input
    const active = await listActiveOrders(tx, bookingId)
    const earlier = findRepeated(active, now, input)
    if (earlier) return { orderId: earlier.id, isNew: false }
    if (active.some((other) => other.finished_at === null)) throw new AppError('refund-in-progress')
    if (await isPaymentOpen(tx, bookingId)) throw new AppError('payment-in-progress')
    const sources = await listSources(tx, now, input)
    const rest = sumRest(sources)
    await refuseInPart(vouchers, tx, now, input, sources)
    if (isPromised && (await endedOf(tx, now, bookingId)) > 0)
      await tellOwner(tx, now, deps.ownerEmail, { kind: 'voucher-not-refunded', params: { bookingId } })
    if (rest === 0) return undefined
    await refuseMore(tx, now, input, rest)
    const cents = Math.min(askedCents ?? rest, rest)
    const before = { refunded: formatCents(await sumMoneyBack(tx, bookingId)) }
    if (!isPromised) await demandMayRefund(tx, input.adminId, bookingId, cents)
    const written = await writeOrder(tx, rowOf(now, input))
    const change = input.kind === 'VOID' ? voidOrdered : refundOrdered
    const maker = { by: 'staff' as const, adminId: input.adminId, booking: bookingId }
    const after = { amount: formatCents(cents), description: input.description }
    await followChange(tx, now, deps, change, maker, { before, after })
    await writeParts(tx, now, written, input, sources)
    await finishWhenKnown(tx, now, deps, written)
    return { orderId: written.id, isNew: true }
  }

  return { order, endedOf }
}

/** Of a voucher's trip more than can go back in part, but not all of it, which no card makes up for. @throws AppError `more-than-refundable` */
async function refuseInPart(
  vouchers: VoucherRefunds,
  tx: Db,
  now: Date,
  { bookingId, askedCents, isAtMost, renewal, shareId }: RefundInput,
  sources: readonly Source[],
) {
  if (shareId !== undefined) return
  const inPart = sources.find(({ id }) => id === null)?.restCents
  const lacking = (askedCents ?? 0) - sumRest(sources)
  if (isAtMost || inPart === undefined || lacking <= 0) return
  const { usable, ended } = await vouchers.restOf(tx, now, bookingId)
  const whole = renewal ? usable + ended : usable
  if (lacking > whole - inPart) return
  const message = `The gift voucher's trip goes back whole, ${formatCents(whole)}, or in part up to ${formatCents(inPart)}.`
  throw new AppError('more-than-refundable', { message })
}

const sumRest = (sources: readonly Source[]): Cents => sources.reduce((sum, { restCents }) => sum + restCents, 0)

/** The order that this one repeats. @throws AppError `key-reused` */
export function findRepeated(
  active: readonly OrderRow[],
  now: Date,
  input: Pick<RefundInput, 'kind' | 'askedCents' | 'key' | 'renewal' | 'stillOwes' | 'shareId' | 'attemptId'>,
): OrderRow | undefined {
  const { kind = 'REFUND', askedCents, key, renewal, stillOwes = false } = input
  const [share_id, attempt_id] = [input.shareId ?? null, input.attemptId ?? null]
  const renews = renewal !== undefined
  const earlier = active.find((other) =>
    key === undefined
      ? other.asked_cents === askedCents &&
        other.kind === kind &&
        other.share_id === share_id &&
        other.attempt_id === attempt_id &&
        other.renews === renews &&
        now.getTime() - other.created_at.getTime() < REPEAT_MS
      : other.idempotency_key === key,
  )
  if (earlier)
    refuseOther(earlier, { asked_cents: askedCents, kind, renews, still_owes: stillOwes, share_id, attempt_id })
  return earlier
}

function rowOf(now: Date, { kind = 'REFUND', key, settles, renewal, stillOwes = false, ...input }: RefundInput) {
  return {
    booking_id: input.bookingId,
    admin_id: input.adminId,
    kind,
    asked_cents: input.askedCents,
    share_id: input.shareId ?? null,
    attempt_id: input.attemptId ?? null,
    description: input.description,
    idempotency_key: key ?? null,
    renews: renewal !== undefined,
    still_owes: stillOwes,
    request_id: settles && 'requestId' in settles ? settles.requestId : null,
    failure_id: settles && 'issueId' in settles ? settles.issueId : null,
    created_at: now,
  }
}

/** For the staff: the customer's sentence would not say what to do. */
export const NOT_CONNECTED =
  "QuickBooks isn't connected, so nothing can be refunded to a card. Connect it in Merchant Setup, or cancel now and refund later."
