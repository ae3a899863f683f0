import { setTimeout as delay } from 'node:timers/promises'
import { tripInWords } from '@arcadia/contract/admin/change-words'
import type { PhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { quote } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { refuseOther } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { findOrMakeCustomer, getCaller, makeCustomerWithoutEmail } from '../accounts/customers.writes.ts'
import { claimsOfDay, refusalOf, refuseByGuard } from '../availability/availability.service.ts'
import { checkUntil } from '../bookings/awaited-deposits.service.ts'
import { followChange, type Runner, toldChange } from '../bookings/booking-change.writes.ts'
import { awaitedUntil } from '../bookings/bookings.rules.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { bookByPhone } from '../bookings/bookings.writes.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { chooseHolds, type IdleHold } from '../holds/holds.rules.ts'
import { isPayingInTheWay, listIdleHolds, releaseHoldsOfDay, takeHolds } from '../holds/holds.writes.ts'
import { writeManualPayment } from '../manual-payments/write-manual-payment.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.writes.ts'
import { askToTake } from './phone-bookings.rules.ts'
import { findEntered } from './phone-bookings.store.ts'

export const byPhone = toldChange({
  name: 'entered',
  by: { staff: { who: 'the owner or the office, by phone', guest: 'booking-confirmed', owner: null } },
  whileAwaited: 'deposit-awaited',
  frees: false,
})

/** How often a payment in the way is looked at. */
const POLL_MS = 500

export function createPhoneBookings(
  deps: Runner & Pick<Base, 'db' | 'clock' | 'answerWithinMs'> & { bookings: Pick<Bookings, 'get'> },
) {
  const { db, clock, bookings } = deps

  async function book(tx: Db, admin: SignedIn, input: PhoneBooking, key: string | undefined): Promise<number> {
    const { email, customerId, payment, depositUntil, takeHeldSpots = false, ...details } = input
    const {
      selectedDate,
      numberOfGuests,
      packageType,
      riders = 0,
      tackle = 'DECIDE_LATER',
      isPrivate = false,
    } = details
    // Lock the account before the day, as everywhere else, to avoid deadlocks.
    const known =
      email === null
        ? customerId !== undefined && (await getCaller(tx, customerId))
        : await findOrMakeCustomer(tx, clock.now(), { ...details, email })
    const now = await lockDays(tx, clock, [selectedDate])
    const earlier = key && (await findRepeated(tx, admin.id, key, input))
    if (earlier) return earlier
    if (depositUntil) {
      const { deposit } = quote(await getConfig(tx), packageType, numberOfGuests, riders)
      await checkUntil(tx, depositUntil, now, selectedDate, deposit)
    }
    // A new account needs no lock, and is created after the retry check, so only once per key.
    const customer = known || { ...(await makeCustomerWithoutEmail(tx, now, details)), email: null }
    if (await isPayingInTheWay(tx, customer.id, selectedDate))
      throw new AppError('payment-in-progress', {
        message: 'This customer is paying for a trip on the site right now.',
      })
    const released = await releaseHoldsOfDay(tx, now, customer.id, selectedDate)
    const kept = { customer: customer.id, spots: Math.min(released, numberOfGuests) }
    // The waitlist goes first, unless the owner has said that this booking does.
    if (!takeHeldSpots) await offerFreeSpots(tx, now, selectedDate, kept)
    const inTheWay = await findInTheWay(tx, now, selectedDate, numberOfGuests, { customer: customer.id, isPrivate })
    if (inTheWay.length > 0) {
      if (!takeHeldSpots) throw new AppError('spots-held', { message: askToTake(inTheWay) })
      await takeHolds(
        tx,
        now,
        inTheWay.map((hold) => hold.id),
      )
    }

    const by = { userId: customer.id, adminId: admin.id, key, depositUntil }
    const { id, total } = await bookByPhone(tx, now, { ...details, email: customer.email }, by)
    const { firstName, lastName } = details
    const heldSpotsTaken = inTheWay.reduce((sum, { guests }) => sum + guests, 0) || undefined
    const party = { selectedDate, numberOfGuests, packageType, riders, tackle, firstName, lastName }
    const entered = { ...party, isPrivate: isPrivate || undefined, depositUntil, heldSpotsTaken }
    const until = depositUntil ? ` ${awaitedUntil(depositUntil)}` : ''
    const maker = { by: 'staff' as const, adminId: admin.id, booking: id }
    await followChange(tx, now, {}, byPhone, maker, {
      says: `Booked by phone: ${tripInWords({ ...party, privateMorning: isPrivate })}.${until}`,
      after: entered,
    })
    if (payment) {
      const message = `Only ${formatCents(total)} is owed.`
      if (payment.amount > total) throw new AppError('more-than-owed', { message })
      const isAwaited = false
      await writeManualPayment(tx, now, deps, { adminId: admin.id, bookingId: id, payment, key, isAwaited })
    }
    // What this booking left over, first to whoever just lost an offer.
    if (takeHeldSpots) await offerFreeSpots(tx, now, selectedDate)
    return id
  }

  return {
    /**
     * Books for the account of an address, created if needed, by the site's rules. The customer's holds on that day turn into
     * the booking. The deposit was taken by hand, is awaited until a time, or stays due and is paid like any balance
     * (docs/rules.md §5.6, docs/rules.md §19.2). Unpaid holds of others never refuse it, if the owner says so; a payment in
     * progress is waited for (docs/rules.md §19.8).
     * @throws AppError `date-not-bookable`, `not-enough-spots`, `not-private`, `spots-held`, `spots-being-paid`, `payment-in-progress`,
     * `admin-email`, `customer-deactivated`, `more-than-owed`, `invalid-input`, `key-reused`, `user-not-found`
     */
    async enter(admin: SignedIn, input: PhoneBooking, key: string | undefined): Promise<AdminBooking> {
      // The key may have been used for a payment.
      const keys = ['bookings_entry_key', 'manual_payments_key']
      const deadline = Date.now() + deps.answerWithinMs
      for (;;) {
        try {
          const id = await inTransaction(db, clock, (tx) => book(tx, admin, input, key))
            .catch(refuseByGuard)
            .catch(refuseTaken(keys, 'key-reused', { message: ENTERED_BEFORE }))
          return bookings.get(admin, id)
        } catch (error) {
          const isWorthWaiting = error instanceof AppError && error.code === 'spots-being-paid'
          if (!isWorthWaiting || Date.now() >= deadline) throw error
          await delay(POLL_MS)
        }
      }
    },
  }
}

/**
 * The holds and offers without which a booking fits, none if it fits anyway.
 * @throws AppError `date-not-bookable`, `not-enough-spots` if it doesn't fit beside the bookings, `spots-being-paid`
 */
async function findInTheWay(
  tx: Db,
  now: Date,
  day: TripDate,
  guests: number,
  { customer, isPrivate }: { customer: number; isPrivate: boolean },
): Promise<readonly IdleHold[]> {
  const [config, claims] = [await getConfig(tx), await claimsOfDay(tx, now, day, customer)]
  const refusalWithout = (freed: number) =>
    refusalOf(day, now, config, { ...claims, held: claims.held - freed }, guests, { byStaff: true, isPrivate })
  const taken = chooseHolds(await listIdleHolds(tx, day), (freed) => !refusalWithout(freed))
  if (!taken) throw refusalWithout(claims.held) ?? new AppError('spots-being-paid')
  return taken
}

/** The booking entered earlier with this key. @throws AppError `key-reused` if its details differ */
async function findRepeated(tx: Db, adminId: number, key: string, input: PhoneBooking): Promise<number | undefined> {
  const earlier = await findEntered(tx, adminId, key)
  const { payment } = input
  const given = {
    trip_date: input.selectedDate,
    number_of_guests: input.numberOfGuests,
    package_type: input.packageType,
    riders: input.riders ?? 0,
    tackle: input.tackle ?? 'DECIDE_LATER',
    is_private: input.isPrivate ?? false,
    email: input.email?.toLowerCase() ?? null,
    first_name: input.firstName,
    last_name: input.lastName,
    phone: input.phone,
    ...(input.customerId !== undefined && { user_id: input.customerId }),
    deposit_until: input.depositUntil ?? null,
    amount_cents: payment?.amount ?? null,
    method: payment?.method ?? null,
  }
  if (earlier) refuseOther(earlier, given, ENTERED_BEFORE)
  return earlier?.id
}

const ENTERED_BEFORE = 'This booking was already entered with other details. Look it up in the list.'
