import type { PhoneBooking } from '@arcadia/contract/admin-bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Clock } from '../../clock.ts'
import { violatedUnique } from '../../database/database-errors.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findOrMakeCustomer } from '../accounts/customer-account.service.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { refuseDate, refusedByGuard } from '../availability/availability.service.ts'
import { bookByPhone } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPayingInTheWay, releaseHoldsOfDay } from '../holds/place-hold.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'

export function createPhoneBookings(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get'> }) {
  const { db, clock, bookings } = deps

  async function book(tx: Db, admin: SignedIn, input: PhoneBooking, key: string | undefined): Promise<number> {
    const { selectedDate, numberOfGuests, packageType, riders = 0, tackle = 'DECIDE_LATER' } = input
    // The account is locked before the day, in the same order as everywhere else, so that nobody deadlocks.
    const customer = await findOrMakeCustomer(tx, clock.now(), input)
    const now = await lockDays(tx, clock, [selectedDate])
    const earlier = key && (await findEntered(tx, admin.id, key, input))
    if (earlier) return earlier
    if (await isPayingInTheWay(tx, customer.id, selectedDate))
      throw new AppError('payment-in-progress', {
        message: 'This customer is paying for a trip on the site right now.',
      })
    const released = await releaseHoldsOfDay(tx, now, customer.id, selectedDate)
    await offerFreeSpots(tx, now, selectedDate, { customer: customer.id, spots: Math.min(released, numberOfGuests) })
    const refusal = await refuseDate(tx, now, selectedDate, numberOfGuests, customer.id)
    if (refusal) throw new AppError(refusal.code, { message: refusal.message })

    const data = { ...input, email: customer.email }
    const id = await bookByPhone(tx, now, data, { userId: customer.id, adminId: admin.id, key })
    const { firstName, lastName } = input
    await recordChange(tx, {
      adminId: admin.id,
      action: 'booking.entered',
      subject: { kind: 'booking', id },
      before: null,
      after: { selectedDate, numberOfGuests, packageType, riders, tackle, firstName, lastName },
    })
    await enqueueMail(tx, now, { kind: 'booking-confirmed', to: customer.email, params: { bookingId: id } })
    return id
  }

  return {
    /**
     * Books for the account of an address, which is made if there is none, by the rules of the site. What that customer
     * holds on the day becomes the booking's. The deposit stays due and is paid like any balance (docs/rules.md §5.6).
     * @throws AppError `date-not-bookable`, `not-enough-spots`, `payment-in-progress`, `admin-email`,
     * `customer-deactivated`, `key-reused`
     */
    async enter(admin: SignedIn, input: PhoneBooking, key: string | undefined): Promise<AdminBooking> {
      try {
        const id = await inTransaction(db, clock, (tx) => book(tx, admin, input, key))
        return await bookings.get(admin, id)
      } catch (error) {
        // Two bookings at once may be for two days, which have two locks.
        if (violatedUnique(error) === 'bookings_entry_key') throw keyReused(error)
        throw refusedByGuard(error) ?? error
      }
    },
  }
}

/** The booking that was entered under the key before. @throws AppError `key-reused` when it was another one then */
async function findEntered(tx: Db, adminId: number, key: string, input: PhoneBooking): Promise<number | undefined> {
  const earlier = await tx
    .selectFrom('bookings')
    .select(['id', 'trip_date', 'number_of_guests', 'package_type', 'riders', 'tackle', 'email'])
    .where('entered_by', '=', adminId)
    .where('entry_key', '=', key)
    .executeTakeFirst()
  const isSame =
    !earlier ||
    (earlier.trip_date === input.selectedDate &&
      earlier.number_of_guests === input.numberOfGuests &&
      earlier.package_type === input.packageType &&
      earlier.riders === (input.riders ?? 0) &&
      earlier.tackle === (input.tackle ?? 'DECIDE_LATER') &&
      earlier.email.toLowerCase() === input.email.toLowerCase())
  if (!isSame) throw keyReused()
  return earlier?.id
}

const keyReused = (cause?: unknown) =>
  new AppError('key-reused', {
    message: 'This booking was already entered with other details. Look it up in the list.',
    cause,
  })
