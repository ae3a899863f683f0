import type { patchBookingStatus, StatusAnswer } from '@arcadia/contract/admin/bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { RefundOutcome } from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Businesses } from '../business/business.service.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'
import { applyChange, bookingChange, followChange, NOBODY } from './booking-change.writes.ts'
import type { Bookings } from './bookings.service.ts'
import { setBookingStatus } from './bookings.writes.ts'
import { cancelled } from './cancel-booking.service.ts'
import { keepAwaitedUntil } from './due-bookings.store.ts'
import { answerRefundQuestion, notOwedAgain, owedAgain } from './forgiven.writes.ts'
import { isPaymentOpen, type LockedBooking, withBookingLocked } from './lock-booking.writes.ts'

const staff = { who: 'the owner or the office', guest: null, owner: null }

interface StatusSet {
  isUndo?: boolean
}

const says = { PENDING: 'Set to pending by the guide.', COMPLETED: 'Marked as completed by the guide.' }

/** Any status to any; what takes spots by it comes after the waitlist. */
const statusSet = (name: 'status-pending' | 'status-completed', status: keyof typeof says) =>
  bookingChange<'staff', StatusSet>({
    name,
    by: { staff },
    frees: false,
    isDone: ({ booking }) => booking.status === status,
    waitsForPayment: () => true,
    async write({ tx, now, booking, asked: { isUndo } }) {
      const reason = status === 'PENDING' ? 'Waiting for the guide' : null
      await setBookingStatus(tx, now, booking.id, status, reason, isUndo)
      return { says: says[status], before: { status: booking.status }, after: { status } }
    },
  })

export const statusPending = statusSet('status-pending', 'PENDING')
export const statusCompleted = statusSet('status-completed', 'COMPLETED')

export const statusConfirmed = bookingChange<'staff' | 'deposit', StatusSet>({
  name: 'status-confirmed',
  by: {
    staff: { ...staff, guest: 'booking-confirmed' },
    deposit: { who: 'the deposit that was waited for', guest: 'booking-confirmed', owner: null },
  },
  frees: false,
  isDone: ({ booking }) => booking.status === 'CONFIRMED',
  waitsForPayment: ({ by }) => by === 'staff',
  async write({ tx, now, booking: { id, status }, by, asked: { isUndo = false } }) {
    if (by === 'deposit') await keepAwaitedUntil(tx, id)
    await setBookingStatus(tx, now, id, 'CONFIRMED', null, isUndo)
    return {
      says: by === 'deposit' ? 'Confirmed: the deposit is paid.' : 'Confirmed by the guide.',
      before: { status },
      after: { status: 'CONFIRMED' },
      // No news to the customer if a trip is not completed after all.
      tells: isUndo || status === 'COMPLETED' ? NOBODY : undefined,
    }
  },
})

const SET = { PENDING: statusPending, CONFIRMED: statusConfirmed, COMPLETED: statusCompleted }

/** What refunds, which stand on a higher floor, do for a booking that is cancelled. */
interface RefundsOfCancelled {
  connectedAccount(): Promise<MerchantAccount>
  findUnderWay(tx: Db, id: number): Promise<{ id: number; idempotency_key: string | null } | undefined>
  order(
    tx: Db,
    now: Date,
    input: {
      adminId: number
      bookingId: number
      askedCents: null
      description: string
      key: string
      at: MerchantAccount
    },
  ): Promise<WrittenOrder | undefined>
  run(order: WrittenOrder): Promise<RefundOutcome>
  /** What to say if nothing could go back; undefined unless that is because of a voucher that has ended. */
  describeNothing(id: number): Promise<RefundOutcome | undefined>
}

interface WrittenOrder {
  orderId: number
  isNew: boolean
}

/**
 * The owner sets a booking's status: any to any, except that a day is never oversold by it (docs/rules.md §5.7).
 * Cancelling moves no money by itself; with `refund` what was paid by card goes back, written in the same transaction,
 * and the answer says what became of it.
 * @throws AppError `booking-not-found`, `booking-changed`, `payment-in-progress`, `not-enough-spots`, and those of a refund
 */
export async function changeStatus(
  deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get'>
    business: Pick<Businesses, 'get'>
    refunds: RefundsOfCancelled
  },
  user: SignedIn,
  id: number,
  { status, from, refund = false, notify = true, stillOwes = true }: Input<typeof patchBookingStatus>['body'],
): Promise<StatusAnswer> {
  const { bookings, refunds } = deps
  const at = await refunds.connectedAccount()
  const read = () => bookings.get(user, id)
  const written = await withBookingLocked(deps, read, async (tx, now, booking) => {
    // Cancelling works with nothing left to refund, and if two admins cancel at once only one refunds.
    const order = async () => {
      if (status !== 'CANCELLED' || !refund) return undefined
      // Part of it may already be refunded, so a repeat can't be recognized by the amount.
      const underWay = await refunds.findUnderWay(tx, id)
      if (underWay?.idempotency_key?.startsWith('cancelled:')) return { orderId: underWay.id, isNew: false }
      return refunds.order(tx, now, {
        adminId: user.id,
        bookingId: id,
        askedCents: null,
        description: 'The booking was cancelled',
        key: `cancelled:${booking.refundedAmount}`,
        at,
      })
    }
    // Another admin cancelled first, but this one still wants the refund.
    if (booking.status === status) return booking.paidAmount > 0 ? order() : undefined
    if (from && booking.status !== from)
      throw new AppError('booking-changed', {
        message: `Someone else just changed this booking. It's now ${booking.status.toLowerCase()}.`,
      })
    const made = { booking, by: 'staff' as const, adminId: user.id }
    const asked = { isUndo: !notify }
    if (status === 'CANCELLED') {
      // Settling refunds the deposit of a cancelled booking; a refund has to wait for it.
      if (refund && (await isPaymentOpen(tx, id))) throw new AppError('payment-in-progress')
      await applyChange(tx, now, deps, cancelled, made, asked)
      return order()
    }
    const isAgain = status === 'CONFIRMED' && booking.status !== 'COMPLETED'
    // What its guest owes again is known once the refund has an outcome.
    if (isAgain && (await refunds.findUnderWay(tx, id))) throw new AppError('refund-in-progress')
    await applyChange(tx, now, deps, SET[status], made, asked)
    // Asked each time; a trip marked as completed by mistake and an undo within seconds keep the answers there are.
    if (isAgain && notify) await answerRefund(tx, now, deps, made, stillOwes)
    return undefined
  })
  const outcome = written ? await refunds.run(written) : refund ? await refunds.describeNothing(id) : undefined
  return { ...(await read()), ...(outcome && { refund: outcome }) }
}

async function answerRefund(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  made: { by: 'staff'; adminId: number; booking: LockedBooking },
  stillOwes: boolean,
): Promise<void> {
  const cents = await answerRefundQuestion(tx, now, made.booking.id, { ...made, stillOwes })
  if (cents === 0) return
  const said = stillOwes ? 'is owed again' : "isn't owed again"
  await followChange(tx, now, deps, stillOwes ? owedAgain : notOwedAgain, made, {
    says: `The ${formatCents(cents)} that was refunded ${said}.`,
    after: { amount: formatCents(cents) },
  })
}
