import type { TripDate } from '@arcadia/contract/trip-date'
import type { Generated, Selectable } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { hashToken, newToken } from '../../http/sessions.ts'

export interface AccountLinksTable {
  token_hash: Buffer
  user_id: number
  purpose: 'CONFIRM_EMAIL' | 'RESET_PASSWORD' | 'SIGN_IN' | 'SIGN_UP_AGAIN' | 'INVITATION'
  email: string
  created_at: Date
  expires_at: Date
  used_at: Generated<Date | null>
}

export interface LinkRequestsTable {
  id: Generated<number>
  email: string
  purpose: 'RESET_PASSWORD' | 'SIGN_IN'
  /** The date that was being booked. */
  selected_date: TripDate | null
  asked_at: Date
}

declare module '../../database/tables.ts' {
  interface Tables {
    account_links: AccountLinksTable
    link_requests: LinkRequestsTable
  }
}

type Purpose = AccountLinksTable['purpose']

/** Makes the token of a link to be emailed, or takes one that is known already; only its hash is kept. */
export async function makeLink(
  tx: Db,
  now: Date,
  link: { userId: number; email: string; purpose: Purpose; lifetimeMs: number; token?: string },
): Promise<string> {
  const { token = newToken() } = link
  await tx
    .insertInto('account_links')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      created_at: now,
      expires_at: new Date(now.getTime() + link.lifetimeMs),
    })
    .execute()
  return token
}

/**
 * The active account a link belongs to, as long as the address the link was sent to is still the account's, or the one
 * it waits for: that one is confirmed by its link, and no password is reset from there.
 */
export function findLink(db: Db, now: Date, token: string, purpose: Purpose) {
  return queryLink(db, now, token, purpose).executeTakeFirst()
}

/**
 * The same, and the account stays as it is until the transaction ends: nobody calls the change of its address off
 * meanwhile.
 */
export async function findLinkAndLock(tx: Db, now: Date, token: string, purpose: Purpose) {
  const locked = await queryLink(tx, now, token, purpose).forNoKeyUpdate('users').executeTakeFirst()
  // Whoever had the account before may have used the link up.
  return locked && findLink(tx, now, token, purpose)
}

function queryLink(db: Db, now: Date, token: string, purpose: Purpose) {
  return db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['users.id as userId', 'account_links.used_at as usedAt', 'account_links.email'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where((link) =>
      link.or([
        link('account_links.email', '=', link.ref('users.email')),
        link.and([
          link('account_links.email', '=', link.ref('users.pending_email')),
          link('purpose', '=', 'CONFIRM_EMAIL'),
        ]),
      ]),
    )
}

/** Uses a link up, once; false when somebody else was first. */
export async function useLink(tx: Db, now: Date, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type LinkRequest = Pick<Selectable<LinkRequestsTable>, 'email' | 'purpose' | 'selected_date'>

export async function askForLink(db: Db, now: Date, request: LinkRequest): Promise<void> {
  await db
    .insertInto('link_requests')
    .values({ ...request, asked_at: now })
    .execute()
}

/** Links that were asked for; taken by one process, and gone when its transaction commits. */
export async function takeLinkRequests(tx: Db, atMost: number): Promise<LinkRequest[]> {
  return tx
    .deleteFrom('link_requests')
    .where('id', 'in', (query) =>
      query.selectFrom('link_requests').select('id').orderBy('id').limit(atMost).forUpdate().skipLocked(),
    )
    .returning(['email', 'purpose', 'selected_date'])
    .execute()
}

/** Makes the other links of an account worthless, such as those of resets that were asked for twice. */
export async function useUpLinks(tx: Db, now: Date, userId: number, purpose: Purpose): Promise<void> {
  await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

export async function hasLink(tx: Db, now: Date, userId: number, purpose: Purpose): Promise<boolean> {
  const link = await tx
    .selectFrom('account_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}

/** Links that no longer work say nothing any more. */
export async function forgetOldLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', now).execute()
}
