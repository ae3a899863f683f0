import type { Page } from '@arcadia/contract/lists'
import { venueDate } from '@arcadia/contract/trip-date'
import type { AdminWaitlistEntry } from '@arcadia/contract/waitlist'
import { sql } from 'kysely'
import { readPage, type Window } from '../../database/read-page.ts'
import type { Db } from '../../database/transaction.ts'

interface WaitingRow extends Omit<AdminWaitlistEntry, 'customer' | 'offer'> {
  userId: number
  name: string
  firstName: string | null
  lastName: string | null
  email: string
  phone: string | null
  madeAt: Date | null
  expiresAt: Date | null
  isBeingPaid: boolean
}

/** Active waitlist entries for the owner, by day and place in line. Taken and expired offers are left out. */
export async function listWaiting(db: Db, now: Date, window: Window): Promise<Page<AdminWaitlistEntry>> {
  const waiting = sql<WaitingRow>`(
    select w.id, w.trip_date as "selectedDate", w.number_of_guests as "numberOfGuests", w.created_at as "createdAt",
      u.id as "userId", person_name(u) as name, u.first_name as "firstName", u.last_name as "lastName",
      u.email, u.phone_number as phone,
      h.created_at as "madeAt", h.expires_at as "expiresAt", h.id is not null and is_being_paid(h.id) as "isBeingPaid",
      (row_number() over (partition by w.trip_date order by w.id))::integer as place
    from waitlist_entries w
    join users u on u.id = w.user_id
    left join holds h on h.waitlist_entry_id = w.id
    where w.ended_at is null and w.trip_date >= ${venueDate(now)}
      and (h.id is null or (h.consumed_at is null
        and ((h.released_at is null and h.expires_at > ${now}) or is_being_paid(h.id)))))`
  const found = db.selectFrom(waiting.as('w')).selectAll().orderBy('selectedDate').orderBy('id')
  return readPage(window, found, async (page) => (await page.execute()).map(toEntry))
}

function toEntry({
  userId,
  name,
  firstName,
  lastName,
  email,
  phone,
  madeAt,
  expiresAt,
  isBeingPaid,
  ...entry
}: WaitingRow) {
  const offer = madeAt && expiresAt ? { madeAt, expiresAt, isBeingPaid } : null
  return { ...entry, customer: { id: userId, name, firstName, lastName, email, phone }, offer }
}
