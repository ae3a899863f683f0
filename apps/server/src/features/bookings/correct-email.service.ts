import type { correctEmailOfBooking } from '@arcadia/contract/admin/bookings'
import type { Booking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { dropMails } from '../../mail/outbox.ts'
import { emailChangesOf } from '../accounts/accounts.rules.ts'
import { lockActiveAccount } from '../accounts/accounts.writes.ts'
import { correctAddress, correctAddressForOwner, isConfirmedAddress } from '../accounts/customers.writes.ts'
import { hasPaymentUnderWay } from '../accounts/sessions.writes.ts'
import { changesOf } from '../audit-log/audit-log.writes.ts'
import { bookingChange, changeBooking, NOBODY } from './booking-change.writes.ts'
import { isToCome } from './bookings.rules.ts'
import { findBooking } from './bookings.store.ts'
import { getBookedAt, listDaysOfEmail, replaceEmail } from './change-bookings.store.ts'

interface NewAccount {
  id: number
  /** All that the customer booked with the old address goes along. */
  isOfAll: boolean
}

interface EmailCorrection {
  user: SignedIn
  form: SentForm<{ email: string }>
  /** What the booking was when its accounts were locked. */
  seen: { email: string | null; userId: number }
  /** The account of the booking from now on; undefined if no account changes. */
  correctAccount(tx: Db, now: Date): Promise<NewAccount | undefined>
  /** Somebody reads the old address. */
  wasConfirmed?: boolean
  /** Called for each booking that moves to another account. */
  onMoved?(tx: Db, bookingId: number): Promise<void>
}

/** Corrects where a booking's emails go, and sends the confirmation there. The history gets no address, because it outlives them. */
export const emailCorrected = bookingChange<'guest' | 'staff', EmailCorrection>({
  name: 'email-corrected',
  by: {
    guest: { who: 'the guest', guest: 'booking-confirmed', owner: null },
    staff: { who: 'the owner or the office', guest: 'booking-confirmed', owner: null, was: 'booking-email-changed' },
  },
  whileAwaited: 'deposit-awaited',
  frees: false,
  isDone: ({ asked: { form, seen } }) => seen.email === form.body.email,
  refuse: ({ now, booking, by }) =>
    by === 'guest' && !isToCome(booking, venueDate(now)) ? new AppError('trip-is-over') : undefined,
  // Every payment of the account, below.
  waitsForPayment: () => false,
  async write({ tx, now, booking, asked: { user, form, seen, correctAccount, wasConfirmed, onMoved } }) {
    const { id, userId, email: from } = booking
    const { email } = form.body
    await changesOf(tx, user, form, { kind: 'booking', id }, { email: from })
    if (from !== seen.email || userId !== seen.userId)
      throw new AppError('booking-changed', { message: 'Someone else just changed this email.' })
    // The payment's outcome would still be emailed to the old address.
    if (await hasPaymentUnderWay(tx, userId)) throw new AppError('payment-in-progress')
    const account = await correctAccount(tx, now)
    const hasMoved = account !== undefined && account.id !== userId
    const old = { userId, email: from, ...(!account?.isOfAll && { id }) }
    const corrected = await replaceEmail(tx, now, old, email, account?.id)
    const ids = corrected.map((one) => one.id)
    if (from !== null) await dropMails(tx, now, from, ids)
    if (hasMoved) for (const one of ids) await onMoved?.(tx, one)
    const written = {
      says: 'Updated: the email address.',
      before: { email: from },
      after: { email },
      ...(wasConfirmed && from !== null && { was: { to: from, params: { hasMoved } } }),
    }
    return corrected.map((one) => ({
      booking: one,
      ...written,
      tells: isToCome(one, venueDate(now)) ? undefined : NOBODY,
    }))
  },
})

type Deps = Parameters<typeof changeBooking>[0]

/**
 * The customer corrects it. If it is the account's own unconfirmed address, the account and its other bookings are corrected too.
 * @throws AppError `booking-not-found`, `booking-changed`, `trip-is-over`, `email-not-correctable`, `email-taken`,
 * `payment-in-progress`, `too-many-requests`
 */
export async function correctEmail(
  deps: Deps & Pick<Base, 'limits'>,
  user: SignedIn,
  id: number,
  form: SentForm<{ email: string }>,
): Promise<Booking> {
  const { email } = form.body
  const booking = await deps.bookings.get(user, id)
  if (booking.email === email) return booking
  await deps.limits.spend(emailChangesOf(user.id))
  const { after } = await changeBooking(deps, emailCorrected, { by: 'guest', user, id }, async (tx) => {
    await lockActiveAccount(tx, user.id)
    const seen = (await findBooking(tx, id))!
    const correctAccount = async (_: Db, now: Date) => {
      const isOfAll = await correctAddress(tx, now, user, { from: seen.email ?? '', to: email })
      return { id: user.id, isOfAll }
    }
    return { asked: { user, form, seen, correctAccount }, days: await listDaysOfEmail(tx, seen.userId, seen.email) }
  })
  return after
}

/**
 * The owner or the office corrects it, whatever the status. An old address that was confirmed is told (docs/rules.md §18.3).
 * @throws AppError `booking-not-found`, `booking-changed`, `payment-in-progress`, `not-enough-spots`, `admin-email`,
 * `customer-deactivated`
 */
export async function correctEmailForGuest(
  deps: Deps & { deleteGuestNotes(tx: Db, bookingId: number): Promise<void> },
  user: SignedIn,
  id: number,
  form: SentForm<{ email: string }>,
): Promise<Output<typeof correctEmailOfBooking>> {
  const { email } = form.body
  let became: Output<typeof correctEmailOfBooking>['account'] = 'KEPT'
  const { after } = await changeBooking(deps, emailCorrected, { by: 'staff', user, id }, async (tx, now) => {
    const seen = (await findBooking(tx, id))!
    const { userId, email: from, firstName, lastName, phone } = seen
    if (from === email) return { asked: { user, form, seen, correctAccount: async () => undefined }, days: [] }
    const about = {
      adminId: user.id,
      userId,
      from,
      person: { email, firstName, lastName, phone },
      bookedAt: await getBookedAt(tx, id),
    }
    const account = await correctAddressForOwner(tx, now, about)
    if (account) became = account.id === userId ? 'CORRECTED' : 'MOVED'
    // Accounts are locked before days.
    const wasConfirmed = from !== null && (await isConfirmedAddress(tx, from))
    const { deleteGuestNotes: onMoved } = deps
    return {
      asked: { user, form, seen, correctAccount: async () => account, wasConfirmed, onMoved },
      days: await listDaysOfEmail(tx, userId, from),
    }
  })
  return { ...after, account: became }
}
