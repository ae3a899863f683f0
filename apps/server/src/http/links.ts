import { addDays, venueDate } from '@arcadia/contract/trip-date'
import type { Generated } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { hashToken, newToken } from './sessions.ts'

type AccountPurpose = 'CONFIRM_EMAIL' | 'RESET_PASSWORD' | 'SIGN_IN' | 'SIGN_UP_AGAIN' | 'INVITATION'

declare module '../database/tables.ts' {
  interface Tables {
    links: {
      token_hash: Buffer
      purpose: AccountPurpose | 'PAY'
      /** Null for a payment link, which has a booking instead. */
      user_id: Generated<number | null>
      booking_id: Generated<number | null>
      /** Where it was sent. */
      email: string | null
      created_at: Date
      expires_at: Generated<Date | null>
      used_at: Generated<Date | null>
    }
  }
}

/** Days after the trip during which a payment link still shows that the balance is paid. */
const KEPT_DAYS = 30

/** Account links expire after their lifetime; payment links work until the balance is paid. */
export type NewLink =
  | { purpose: AccountPurpose; userId: number; email: string; lifetimeMs: number; token?: string }
  | { purpose: 'PAY'; bookingId: number; email: string | null }

export type LinkPurpose = AccountPurpose

/** Creates the token of a link, or uses the given one, and stores only its hash. */
export async function makeLink(tx: Db, now: Date, link: NewLink): Promise<string> {
  const { purpose, email } = link
  const token = ('token' in link && link.token) || newToken()
  const of =
    link.purpose === 'PAY'
      ? { booking_id: link.bookingId }
      : { user_id: link.userId, expires_at: new Date(now.getTime() + link.lifetimeMs) }
  await tx
    .insertInto('links')
    .values({ token_hash: hashToken(token), purpose, email, created_at: now, ...of })
    .execute()
  return token
}

/** Marks a link as used; false if it already was. */
export async function useLink(tx: Db, now: Date, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Invalidates an account's remaining links of one purpose, such as earlier password resets. */
export async function useUpLinks(tx: Db, now: Date, userId: number, purpose: AccountPurpose): Promise<void> {
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes links that no longer work. */
export async function forgetOldLinks(db: Db, now: Date): Promise<void> {
  const over = addDays(venueDate(now), -KEPT_DAYS)
  await db
    .deleteFrom('links')
    .where((is) =>
      is.or([
        is('expires_at', '<', now),
        is('booking_id', 'in', is.selectFrom('bookings').select('id').where('trip_date', '<', over)),
      ]),
    )
    .execute()
}
