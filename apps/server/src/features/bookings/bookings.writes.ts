import { POSITIONS } from '@arcadia/contract/admin/people'
import type { BookedData } from '@arcadia/contract/booking-data'
import type { BookingStatus } from '@arcadia/contract/bookings'
import { quote } from '@arcadia/contract/configuration'
import { privateMorningFor } from '@arcadia/contract/private-mornings'
import { sql } from 'kysely'
import type { Base } from '../../base.ts'
import type { Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findUser } from '../accounts/accounts.writes.ts'
import { claimsOfDay } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import type { HoldRow } from '../holds/current-hold.ts'
import { quoteOfHold } from '../holds/holds.rules.ts'
import { consumeHold, placeHold } from '../holds/holds.writes.ts'
import { followChange, toldChange } from './booking-change.writes.ts'
import { insertBooking } from './bookings.store.ts'

export { getFrozenPrices } from './change-bookings.store.ts'

/** Booking writes for other features, each in the caller's transaction and under the day's lock. */

export const created = toldChange({
  name: 'created',
  by: {
    card: { who: 'the guest, who pays the deposit by card', guest: null, owner: null },
    covered: {
      who: 'the guest, whose deposit needs no card',
      guest: 'booking-confirmed',
      owner: 'booking-made-notice',
    },
  },
  frees: false,
})

/** For the history: the role alone, because the guest reads it too and it outlives names. */
export async function byStaff(tx: Db, adminId: number | undefined): Promise<string> {
  const position = adminId === undefined ? undefined : (await findUser(tx, adminId))?.position
  return position ? `by the ${POSITIONS[position].name.toLowerCase()}` : 'by us'
}

/** The only place where a hold becomes a booking. Returns the booking's id. */
export async function bookHold(
  tx: Db,
  now: Date,
  deps: Pick<Base, 'ownerEmail'>,
  hold: HoldRow,
  data: BookedData,
  { by, status }: { by: keyof typeof created.by; status: BookingStatus },
): Promise<number> {
  const { total, deposit } = quoteOfHold(hold, data.packageType, hold.number_of_guests, data.riders)
  const { id } = await insertBooking(tx, {
    user_id: hold.user_id,
    trip_date: hold.trip_date,
    number_of_guests: hold.number_of_guests,
    private_spots: hold.private_spots,
    total_cents: total,
    deposit_cents: deposit,
    status,
    ...columnsOf(now, data),
  })
  await consumeHold(tx, now, hold.id, id)
  const says = status === 'PENDING' ? 'Booked. Payment started.' : 'Booked.'
  await followChange(tx, now, deps, created, { by, booking: id }, { says })
  return id
}

/**
 * Writes a phone booking at today's prices, confirmed or awaiting its deposit. A hold is created already consumed, to freeze
 * the prices. Returns the booking's id and total.
 * @throws AppError `not-private` if there is nothing to buy with it
 */
export async function bookByPhone(
  tx: Db,
  now: Date,
  data: BookedData,
  by: { userId: number; adminId: number; key: string | undefined; depositUntil: Date | undefined },
): Promise<{ id: number; total: number }> {
  const config = await getConfig(tx)
  const { selectedDate: day, numberOfGuests: guests } = data
  const claims = data.isPrivate && (await claimsOfDay(tx, now, day, by.userId))
  const privateMorning = claims ? privateMorningFor(config, claims, guests) : undefined
  if (claims && !privateMorning) throw new AppError('not-private')
  const { total, deposit } = quote({ ...config, privateMorning }, data.packageType, guests, data.riders)
  const { id } = await insertBooking(tx, {
    user_id: by.userId,
    trip_date: day,
    number_of_guests: guests,
    private_spots: privateMorning?.spots ?? null,
    total_cents: total,
    deposit_cents: deposit,
    status: by.depositUntil ? 'PENDING' : 'CONFIRMED',
    deposit_until: by.depositUntil ?? null,
    entered_by: by.adminId,
    entry_key: by.key ?? null,
    ...columnsOf(now, data),
  })
  const promised = { prices: config, privateMorning }
  await placeHold(tx, now, { userId: by.userId, day, guests, ...promised, expiresAt: now, bookingId: id })
  return { id, total }
}

/** Columns from what the customer entered. */
function columnsOf(now: Date, data: BookedData) {
  return {
    package_type: data.packageType,
    riders: data.riders ?? 0,
    tackle: data.tackle ?? ('DECIDE_LATER' as const),
    first_name: data.firstName,
    last_name: data.lastName,
    email: data.email,
    phone: data.phone,
    terms_version: data.termsVersion ?? null,
    terms_accepted_at: data.termsVersion ? now : null,
    created_at: now,
    updated_at: now,
  }
}

export async function getEmailOfBooking(db: Db, id: number): Promise<string | null> {
  return (await db.selectFrom('bookings').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
}

export async function statusOfBooking(db: Db, id: number): Promise<BookingStatus> {
  return (await db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
}

/** @param isUndo undoes a slip, so the trip is still completed automatically the morning after */
export async function setBookingStatus(
  tx: Db,
  now: Date,
  id: number,
  status: BookingStatus,
  reason: string | null,
  isUndo = false,
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set((eb) => ({
      status,
      status_reason: reason,
      updated_at: now,
      cancelled_at: status === 'CANCELLED' ? now : null,
      // A slip to PENDING and its undo keep what was said in cancelling.
      ...(status !== 'PENDING' && !(status === 'CANCELLED' && isUndo) && { gives_back: false, cancel_reason: null }),
      // Keep the deadline on cancel, so undoing restores it; drop it if it has passed.
      deposit_until: status === 'CANCELLED' ? eb.ref('deposit_until') : status === 'PENDING' ? stillToCome(now) : null,
      // Kept when COMPLETED is taken back, so the trip isn't completed again automatically (docs/rules.md §2.12).
      completed_at:
        status === 'COMPLETED'
          ? now
          : eb
              .case()
              .when('status', '=', 'COMPLETED')
              .then(isUndo ? null : now)
              .else(eb.ref('completed_at'))
              .end(),
    }))
    .where('id', '=', id)
    .execute()
}

/** What staff said in cancelling (docs/rules.md §3.17). */
export async function noteCancellation(
  tx: Db,
  id: number,
  said: Partial<Pick<Row<'bookings'>, 'gives_back' | 'cancel_reason'>>,
): Promise<void> {
  await tx.updateTable('bookings').set(said).where('id', '=', id).execute()
}

const stillToCome = (now: Date) => sql<Date | null>`case when deposit_until > ${now} then deposit_until end`

/** For terms accepted after the booking was made. */
export async function acceptTerms(tx: Db, now: Date, id: number, version: string): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ terms_version: version, terms_accepted_at: now })
    .where('id', '=', id)
    .execute()
}
