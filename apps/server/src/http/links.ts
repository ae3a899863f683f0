import type { EmailedLink } from '@arcadia/contract/addresses'
import { addDays, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Generated } from 'kysely'
import { DAY_MS } from '../clock.ts'
import type { Row } from '../database/tables.ts'
import type { Db } from '../database/transaction.ts'
import { hashToken, newToken } from './sessions.ts'

type AccountPurpose = 'CONFIRM_EMAIL' | 'RESET_PASSWORD' | 'SIGN_IN' | 'SIGN_UP_AGAIN' | 'INVITATION'

declare module '../database/tables.ts' {
  interface Tables {
    links: {
      token_hash: Buffer
      purpose: AccountPurpose | 'PAY' | 'PAY_VOUCHER'
      /** Null for a payment link, which has a booking or a gift voucher instead. */
      user_id: Generated<number | null>
      booking_id: Generated<number | null>
      voucher_id: Generated<number | null>
      /** Where it was sent. */
      email: string | null
      /** The date being booked, which a sign-in link leads back to. */
      selected_date: Generated<TripDate | null>
      /** The trip on whose page a sign-in link was asked for. */
      trip_id: Generated<number | null>
      created_at: Date
      expires_at: Generated<Date | null>
      used_at: Generated<Date | null>
    }
  }
}

/**
 * Days after the trip during which a payment link still shows that the balance is paid, and after its lifetime during which
 * an account's link still says where a fresh one goes.
 */
const KEPT_DAYS = 30

/** Characters of a public id, and the bytes of the hash that they stand for. */
const ID_LENGTH = 12
const ID_BYTES = 9

/** Account links expire after their lifetime; payment links work until the balance is paid. */
export type NewLink =
  | {
      purpose: AccountPurpose
      userId: number
      email: string
      lifetimeMs: number
      token?: string
      selectedDate?: TripDate | null
      tripId?: number | null | undefined
    }
  | { purpose: 'PAY'; bookingId: number; email: string | null }
  | { purpose: 'PAY_VOUCHER'; voucherId: number; email: string | null }

export type LinkPurpose = AccountPurpose

/** The public id of a link: the start of its token's hash, from which nobody finds the token. */
export const publicIdOf = (hash: Buffer): string => hash.toString('base64url').slice(0, ID_LENGTH)

/** The hashes that start as a public id says, from the first to the last; a range, because that uses an index. */
export function hashesOf(id: string): [first: Buffer, last: Buffer] | undefined {
  const first = Buffer.from(id, 'base64url')
  if (id.length !== ID_LENGTH || first.length !== ID_BYTES) return undefined
  return [first, Buffer.concat([first, Buffer.alloc(hashToken('').length - ID_BYTES, 0xff)])]
}

/** Creates the token of a link, or uses the given one, and stores only its hash. */
export async function makeLink(tx: Db, now: Date, link: NewLink): Promise<EmailedLink> {
  const { purpose, email } = link
  const token = ('token' in link && link.token) || newToken()
  const of =
    link.purpose === 'PAY'
      ? { booking_id: link.bookingId }
      : link.purpose === 'PAY_VOUCHER'
        ? { voucher_id: link.voucherId }
        : {
            user_id: link.userId,
            expires_at: new Date(now.getTime() + link.lifetimeMs),
            selected_date: link.selectedDate ?? null,
            trip_id: link.tripId ?? null,
          }
  await tx
    .insertInto('links')
    .values({ token_hash: hashToken(token), purpose, email, created_at: now, ...of })
    .execute()
  return { id: publicIdOf(hashToken(token)), token }
}

/** The link of a public id, also one that expired lately. */
export async function findLinkById(db: Db, id: string): Promise<Row<'links'> | undefined> {
  const range = hashesOf(id)
  if (!range) return undefined
  const [first, last] = range
  return db
    .selectFrom('links')
    .selectAll()
    .where('token_hash', '>=', first)
    .where('token_hash', '<=', last)
    .executeTakeFirst()
}

/** Marks a link as used; false if it already was. */
export async function markLinkUsed(tx: Db, now: Date, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Those of people who work here, which lead to no trip. */
export async function listStaffLinks(tx: Db): Promise<Row<'links'>[]> {
  return tx
    .selectFrom('links')
    .selectAll()
    .where('trip_id', 'is', null)
    .where('user_id', 'in', (users) => users.selectFrom('users').select('id').where('position', 'is not', null))
    .execute()
}

export async function putLinksBack(tx: Db, links: readonly Row<'links'>[]): Promise<void> {
  if (links.length > 0) await tx.insertInto('links').values(links).execute()
}

/** Invalidates an account's remaining links of one purpose, such as earlier password resets. */
export async function endLinks(tx: Db, now: Date, userId: number, purpose: AccountPurpose): Promise<void> {
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes an account's links, each with the address it was sent to. */
export async function deleteLinksOf(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('links').where('user_id', '=', userId).execute()
}

/** Deletes links that stopped working a while ago. */
export async function forgetOldLinks(db: Db, now: Date): Promise<void> {
  const over = addDays(venueDate(now), -KEPT_DAYS)
  await db
    .deleteFrom('links')
    .where((is) =>
      is.or([
        is('expires_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS)),
        is('booking_id', 'in', is.selectFrom('bookings').select('id').where('trip_date', '<', over)),
      ]),
    )
    .execute()
}
