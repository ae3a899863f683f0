import type { Caller } from '@arcadia/contract/admin/phone-bookings'
import { tidyPhone } from '@arcadia/contract/phone-numbers'
import { sql } from 'kysely'
import { phonePattern } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'

const OFFERED = 3

/** Customers with exactly this phone number, under their latest name, latest trip first. */
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
