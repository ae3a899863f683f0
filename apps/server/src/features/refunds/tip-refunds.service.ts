import type { recordTipChargeback } from '@arcadia/contract/admin/tips'
import type { Input } from '@arcadia/contract/endpoint'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { errors, type RefundAnswer } from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { findBookingOfTip, lockTipsOf } from '../payments/tips.writes.ts'
import { demandMayGiveBack } from '../people/refund-limit.ts'
import { isOtherAccount } from '../provider/merchant-account.ts'
import { writeTaken } from './chargebacks.service.ts'
import { findRepeated, NOT_CONNECTED, type WrittenOrder } from './order-refund.service.ts'
import { orderedOutside, writeMissing } from './refund-orders.writes.ts'
import type { Refunds } from './refunds.service.ts'
import { type Charge, findCharge, insertOrder, insertRefund, listActiveOrders, updateWonBack } from './refunds.store.ts'

export type TipRefunds = ReturnType<typeof createTipRefunds>

interface Asked {
  /** Null means everything left. */
  askedCents: Cents | null
  /** Refund less if less is left, instead of failing. */
  isAtMost?: boolean
  description: string | null
  key?: string | undefined
  /** The issue it settles. */
  issueId?: number
}

/** A tip goes back by itself: nothing of its booking changes, and no refund of the booking has it (docs/rules.md §3.45). */
export function createTipRefunds(
  deps: Pick<Base, 'db' | 'clock'> & {
    bookings: Pick<Bookings, 'get'>
    refunds: Pick<Refunds, 'run' | 'connectedAccount'>
  },
) {
  const { db, clock } = deps

  /** Runs `work` on a captured tip while nothing else begins on the tips of its booking. @throws AppError `tip-not-found` */
  async function withTip<T>(tipId: number, work: (tx: Db, now: Date, tip: Tip) => Promise<T>): Promise<T> {
    return inTransaction(db, clock, async (tx, now) => {
      const bookingId = await findBookingOfTip(tx, tipId)
      if (bookingId === undefined) throw new AppError('tip-not-found')
      await lockTipsOf(tx, bookingId)
      const active = await listActiveOrders(tx, { tipId })
      return work(tx, now, { id: tipId, bookingId, active, charge: await findCharge(tx, tipId) })
    })
  }

  /** @throws AppError `nothing-to-refund`, `more-than-refundable`, `realm-mismatch`, `payments-not-connected`, … */
  async function order(admin: SignedIn, tipId: number, asked: Asked): Promise<WrittenOrder & { bookingId: number }> {
    const { askedCents, description, key } = asked
    const at = await deps.refunds.connectedAccount()
    return withTip(tipId, async (tx, now, { bookingId, active, charge }) => {
      const earlier = findRepeated(active, now, asked)
      if (earlier) return { orderId: earlier.id, isNew: false, bookingId }
      refuseOpen(active)
      if (!charge || charge.restCents === 0) throw new AppError('nothing-to-refund')
      const cents = Math.min(askedCents ?? charge.restCents, charge.restCents)
      if (!asked.isAtMost && (askedCents ?? 0) > charge.restCents) throw moreThan(charge.restCents)
      if (!at.realmId) throw new AppError('payments-not-connected', { message: NOT_CONNECTED })
      if (isOtherAccount(charge, at)) throw new AppError('realm-mismatch')
      await demandMayGiveBack(tx, admin.id, cents)
      const row = { ...ofTip(tipId, admin, now), kind: 'REFUND' as const, asked_cents: askedCents, description }
      const { id: orderId } = await insertOrder(tx, {
        ...row,
        idempotency_key: key ?? null,
        failure_id: asked.issueId ?? null,
      })
      await insertRefund(tx, now, { order_id: orderId, attempt_id: tipId, amount_cents: cents })
      const after = { amount: formatCents(cents), description }
      await recordChange(tx, admin.id, 'tip.refund-ordered', ofBooking(bookingId), null, after)
      return { orderId, isNew: true, bookingId }
    })
  }

  return {
    /** Resolves when done, or with the outcome unknown. @throws AppError those of `order` */
    async refund(admin: SignedIn, tipId: number, asked: Asked): Promise<RefundAnswer> {
      const { bookingId, ...written } = await order(admin, tipId, asked)
      return { ...(await deps.refunds.run(written)), booking: await deps.bookings.get(admin, bookingId) }
    },

    /** @throws AppError `tip-not-found`, `refund-in-progress`, and those of a lost dispute */
    recordChargeback: (
      admin: SignedIn,
      tipId: number,
      { amount, takenOn, description }: Input<typeof recordTipChargeback>['body'],
    ): Promise<void> =>
      withTip(tipId, async (tx, now, { bookingId, active, charge }) => {
        refuseOpen(active)
        const kind = 'CHARGED_BACK' as const
        const row = { ...ofTip(tipId, admin, now), kind, asked_cents: amount, description, idempotency_key: null }
        await writeTaken(tx, now, await insertOrder(tx, row), charge, { amount, takenOn })
        const after = { amount: formatCents(amount), takenOn, description }
        await recordChange(tx, admin.id, 'tip.charged-back', ofBooking(bookingId), null, after)
      }),

    /**
     * What the provider gave back without us, by its record of what went back in all.
     * @throws AppError `tip-not-found`, `refund-in-progress`, `charge-differs`
     */
    recordMadeOutside: (
      admin: SignedIn,
      tipId: number,
      { backCents, isAll }: { backCents: Cents; isAll: boolean },
      inSameTransaction: (tx: Db, now: Date) => Promise<void>,
    ): Promise<void> =>
      withTip(tipId, async (tx, now, { active }) => {
        refuseOpen(active)
        await inSameTransaction(tx, now)
        const order = await insertOrder(tx, { ...ofTip(tipId, admin, now), ...orderedOutside(isAll) })
        await writeMissing(tx, now, order, { attemptId: tipId, backCents })
      }),

    /** @throws AppError `tip-not-found`, `chargeback-not-found` */
    winChargeback: (admin: SignedIn, tipId: number): Promise<void> =>
      withTip(tipId, async (tx, now, { bookingId }) => {
        const cents = await updateWonBack(tx, now, { tipId })
        if (cents === undefined) throw new AppError('chargeback-not-found')
        await recordChange(tx, admin.id, 'tip.chargeback-won', ofBooking(bookingId), null, {
          amount: formatCents(cents),
        })
      }),
  }
}

interface Tip {
  id: number
  bookingId: number
  active: Awaited<ReturnType<typeof listActiveOrders>>
  /** Undefined until it is captured. */
  charge: Charge | undefined
}

const ofTip = (tipId: number, admin: SignedIn, now: Date) => ({
  booking_id: null,
  tip_id: tipId,
  admin_id: admin.id,
  created_at: now,
})

/** Where the change log leads. */
const ofBooking = (id: number) => ({ kind: 'booking', id })

function refuseOpen(active: Tip['active']): void {
  if (active.some(({ finished_at }) => finished_at === null)) throw new AppError('refund-in-progress')
}

const moreThan = (rest: Cents) =>
  new AppError('more-than-refundable', {
    message: `${errors['more-than-refundable'].message} ${formatCents(rest)} is left of the tip.`,
    path: 'amount',
  })
