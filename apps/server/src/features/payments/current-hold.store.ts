import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { HoldRow } from '../holds/current-hold.ts'

const SHOWN_FOR_MS = DAY_MS
/** How long the page that paid without a hold may ask why nothing was booked. */
const REFUSAL_SHOWN_FOR_MS = 15 * MINUTE_MS

/**
 * The hold a reloaded page should show: live, being paid, booked in the last 24 hours, or of a payment that came without a
 * hold and was just refused. Of several, the one asked for or the one with the customer's latest activity. A waitlist offer's
 * creation is not activity, so an offer hides no other hold. A hold that adds an angler shows on the trip's page alone.
 */
export async function findCurrentHold(
  db: Db,
  userId: number,
  holdId: string | undefined,
  now: Date,
): Promise<HoldRow | undefined> {
  return db
    .selectFrom('holds as h')
    .selectAll('h')
    .where('h.user_id', '=', userId)
    .where('h.adds_to', 'is', null)
    .$if(holdId !== undefined, (query) => query.where('h.id', '=', holdId!))
    .where(({ or, and, eb, exists, selectFrom }) => {
      // A phone booking never had a customer page, and one that moved to another account is shown there alone.
      const ownBooking = selectFrom('bookings as b')
        .select('b.id')
        .whereRef('b.id', '=', 'h.booking_id')
        .where('b.entered_by', 'is', null)
        .where('b.user_id', '=', userId)
      return or([
        and([eb('h.consumed_at', 'is', null), eb('h.released_at', 'is', null), eb('h.expires_at', '>', now)]),
        sql<boolean>`is_being_paid(h.id)`,
        and([
          eb('h.press_key', 'is not', null),
          eb('h.released_at', '>', new Date(now.getTime() - REFUSAL_SHOWN_FOR_MS)),
        ]),
        and([eb('h.consumed_at', '>', new Date(now.getTime() - SHOWN_FOR_MS)), exists(ownBooking)]),
      ])
    })
    .orderBy(
      sql`greatest(
        h.consumed_at,
        (select max(a.started_at) from payment_attempts a where a.hold_id = h.id),
        case when h.waitlist_entry_id is null then h.created_at end
      )`,
      (order) => order.desc().nullsLast(),
    )
    .limit(1)
    .executeTakeFirst()
}
