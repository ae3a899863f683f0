import { MONEY_KINDS } from '@arcadia/contract/admin/bookkeeping'
import { type AdminBooking, depositMissing } from '@arcadia/contract/bookings'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { errors } from '@arcadia/contract/payments'
import { partInWords } from '@arcadia/contract/receipts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import {
  applyChange,
  followChange,
  type Maker,
  type Runner,
  type ToldChange,
  toldChange,
  type Written,
} from './booking-change.writes.ts'
import { findBooking, type KeptBooking, kindOfPayment, nameOfShare } from './bookings.store.ts'
import { isPaymentOpen, listPaying } from './lock-booking.writes.ts'
import { statusConfirmed } from './set-status.service.ts'

/**
 * What may be taken toward a booking, and what follows from it, in whatever way it is paid (docs/rules.md §3.31): by card, by
 * link, with a gift voucher, in cash or by check.
 */
export interface Due {
  /** The most that can be taken. */
  owed: Cents
  /** The part of it that is missing of the deposit. */
  deposit: Cents
  /** The spots are held for that deposit: less is refused, and it confirms the booking. */
  isAwaited: boolean
}

const WHY_NOT = {
  cancelled: 'This booking was canceled, so nothing is owed.',
  'called-off': "We can't run the trip that day, so there's nothing to pay for it.",
  unconfirmed: errors['nothing-owed'].message,
  paid: errors['nothing-owed'].message,
}

/** Why nothing can be taken toward a booking. */
export interface NotDue {
  whyNot: keyof typeof WHY_NOT
  message: string
}

const notDue = (whyNot: NotDue['whyNot']): NotDue => ({ whyNot, message: WHY_NOT[whyNot] })

/** Says nothing about a card payment in progress, which only whoever takes money waits for. */
export function readDue(now: Date, booking: AdminBooking): Due | NotDue {
  const { status, outcome, pendingAmount: owed, depositUntil } = booking
  if (status === 'CANCELLED') return notDue('cancelled')
  const isAwaited = depositUntil !== null && depositUntil > now
  if (status === 'PENDING' && !isAwaited) return notDue('unconfirmed')
  if (owed > 0) return { owed, deposit: Math.max(0, depositMissing(booking)), isAwaited }
  return notDue(outcome === 'CALLED_OFF' ? 'called-off' : 'paid')
}

/** A booking of which something can be taken, also while a card payment is in progress. */
export async function findOwing(db: Db, now: Date, id: number): Promise<(KeptBooking & Due) | undefined> {
  const booking = await findBooking(db, id)
  const due = booking && readDue(now, booking)
  return due && !('whyNot' in due) ? { ...booking, ...due } : undefined
}

/** What an email may ask for: nothing while a card payment is in progress. */
export async function findDue(db: Db, now: Date, id: number): Promise<(KeptBooking & Due) | undefined> {
  const owing = await findOwing(db, now, id)
  return owing && !(await isPaymentOpen(db, id)) ? owing : undefined
}

/**
 * Needs the day's lock, which every way of paying takes.
 * @param asked the amount, if the payer names one; the balance the payer was shown, and who may have changed it since; the share
 * it is for, beside whose payments others may be in progress
 * @throws AppError `nothing-owed`, `payment-in-progress`, `owed-changed`, `more-than-owed`, `payment-differs`
 */
export async function demandDue(
  tx: Db,
  now: Date,
  booking: AdminBooking,
  asked: {
    amount?: Cents | undefined
    shown?: Cents | undefined
    shareId?: number | null | undefined
    whoPaid?: (missing: Cents) => Promise<string>
  } = {},
): Promise<Due> {
  const due = readDue(now, booking)
  const { amount, shown, whoPaid } = asked
  if ('whyNot' in due && due.whyNot !== 'paid') throw new AppError('nothing-owed', { message: due.message })
  const paying = await listPaying(tx, booking.id)
  if (paying.some(({ shareId }) => shareId === (asked.shareId ?? null))) throw new AppError('payment-in-progress')
  const owed = booking.pendingAmount
  if (shown !== undefined && shown !== owed) {
    const message = `The balance is now ${formatCents(owed)}, not ${formatCents(shown)}.`
    throw new AppError('owed-changed', { message: message + ((await whoPaid?.(shown - owed)) ?? '') })
  }
  if ('whyNot' in due) throw new AppError('nothing-owed', { message: due.message })
  const left = owed - paying.reduce((sum, { cents }) => sum + cents, 0)
  if (left <= 0) throw new AppError('payment-in-progress')
  if (amount === undefined) return { ...due, owed: left }
  if (amount > left)
    throw new AppError('more-than-owed', {
      message:
        left === owed
          ? `Only ${formatCents(owed)} is owed.`
          : `${formatCents(owed - left)} of the balance is being paid right now, so ${formatCents(left)} is left to pay.`,
      path: 'amount',
    })
  if (due.isAwaited && amount < due.deposit)
    throw new AppError('payment-differs', {
      message: `We're holding the spots for a ${formatCents(due.deposit)} deposit. Please pay at least that.`,
      path: 'amount',
    })
  return { ...due, owed: left }
}

export const paid = toldChange({
  name: 'paid',
  by: {
    deposit: { who: 'a card, the deposit of a new booking', guest: 'booking-confirmed', owner: 'booking-made-notice' },
    covered: { who: 'a gift voucher, of that deposit', guest: null, owner: null },
    angler: { who: 'a card, the deposit of an angler who joins', guest: null, owner: null },
    card: { who: 'a card, what is owed', guest: 'payment-outcome', owner: 'balance-paid-notice' },
    voucher: { who: 'a gift voucher, what is owed', guest: 'gift-voucher-redeemed', owner: 'balance-paid-notice' },
  },
  frees: false,
})

/** Money that went back; of a void's, the name is its own. */
export const refunded = toldChange({
  name: 'refunded',
  by: {
    staff: { who: 'a refund that the owner or the office ordered', guest: 'refund-made', owner: null },
    provider: { who: 'a refund made at the provider', guest: null, owner: null },
    covered: { who: 'a voucher of a booking that fell through', guest: null, owner: null },
  },
  frees: false,
})

/** What the history says of money that is about to count toward a booking: `Sam's share: $350.00 paid by check.`, or `Ada's and Sam's shares: …` */
export async function saysPaid(
  tx: Db,
  {
    bookingId,
    shareIds,
    cents,
    how,
  }: { bookingId: number; shareIds: readonly (number | null | undefined)[]; cents: Cents; how: string },
): Promise<string> {
  const names: string[] = []
  for (const id of shareIds) if (id) names.push(await nameOfShare(tx, id))
  const what =
    names.length > 1
      ? `${listed.format(names.map((name) => `${name}'s`))} shares`
      : (partInWords({ isAngler: false, share: names[0] ?? null }) ??
        MONEY_KINDS[await kindOfPayment(tx, bookingId, cents)])
  return `${what}: ${formatCents(cents)} paid ${how}.`
}

const listed = new Intl.ListFormat('en-US')

/**
 * What follows from money that came in toward a booking, in its transaction. If it is the deposit that its spots were held for, it
 * is confirmed, and the email about that is the only one to the guest.
 */
export async function followMoneyIn<By extends string>(
  tx: Db,
  now: Date,
  deps: Runner,
  change: ToldChange<By>,
  { isAwaited, ...maker }: Maker<By> & { booking: number } & Pick<Due, 'isAwaited'>,
  written: Written,
): Promise<void> {
  const params = { ...written.params, isDeposit: isAwaited }
  const tells = { guest: !isAwaited, owner: written.tells?.owner ?? true }
  await followChange(tx, now, deps, change, maker, { ...written, params, tells })
  if (isAwaited) await applyChange(tx, now, deps, statusConfirmed, { booking: maker.booking, by: 'deposit' }, {})
}
