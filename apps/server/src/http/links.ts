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
      /** Of a link to pay there is a booking in place of an account. */
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

/** So long a link of a trip that is over still says that the balance is paid. */
const KEPT_DAYS = 30

/** An account's link ends after a time; one that pays for a booking, when there is nothing to pay. */
export type NewLink =
  | { purpose: AccountPurpose; userId: number; email: string; lifetimeMs: number; token?: string }
  | { purpose: 'PAY'; bookingId: number; email: string | null }

export type LinkPurpose = AccountPurpose

/** Makes the token of a link to be emailed, or takes one that is known already; only its hash is kept. */
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

/** Uses a link up, once; false when somebody else was first. */
export async function useLink(tx: Db, now: Date, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes the other links of an account worthless, such as those of resets that were asked for twice. */
export async function useUpLinks(tx: Db, now: Date, userId: number, purpose: AccountPurpose): Promise<void> {
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Links that no longer work say nothing any more. */
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
