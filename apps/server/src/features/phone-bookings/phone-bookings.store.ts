import type { Caller } from '@arcadia/contract/admin/phone-bookings'
import { tidyPhone } from '@arcadia/contract/phone-numbers'
import { sql } from 'kysely'
import { phonePattern } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'

const OFFERED = 3

/**
 * Customers with exactly this phone number, under their latest name, latest trip first. The owner decides whether it's the same
 * person (docs/rules.md §19.6).
 */
export async function listCallers(db: Db, phone: string): Promise<Caller[]> {
  const digits = tidyPhone(phone).replace(/\D/g, '')
  const { rows } = await sql<Caller>`
    select "customerId", "firstName", "lastName", email, "lastTrip" from (
      select distinct on (u.id) u.id as "customerId", b.first_name as "firstName", b.last_name as "lastName", u.email,
        b.trip_date as "lastTrip"
      from bookings b join users u on u.id = b.user_id
      where phone_digits(b.phone) like ${phonePattern(digits)} and right(phone_digits(b.phone), 10) = ${digits.slice(-10)}
        and b.blanked_at is null and b.status <> 'CANCELLED' and u.closed_at is null and u.is_active
      order by u.id, b.trip_date desc, b.id desc
    ) callers order by "lastTrip" desc, "customerId" limit ${OFFERED}`.execute(db)
  return rows
}

/** The booking that an admin entered with a key, and what was paid with it. */
export async function findEntered(tx: Db, adminId: number, key: string) {
  return tx
    .selectFrom('bookings as b')
    .leftJoin('manual_payments as p', (join) =>
      join.onRef('p.booking_id', '=', 'b.id').onRef('p.idempotency_key', '=', 'b.entry_key'),
    )
    .select(['b.id', 'trip_date', 'number_of_guests', 'package_type', 'riders', 'tackle', 'deposit_until'])
    .select(sql<boolean>`private_spots is not null`.as('is_private'))
    .select([sql<string | null>`lower(b.email)`.as('email'), 'p.amount_cents', 'p.method'])
    .select(['first_name', 'last_name', 'phone', 'user_id'])
    .where('entered_by', '=', adminId)
    .where('entry_key', '=', key)
    .executeTakeFirst()
}
