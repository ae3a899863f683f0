import type { TripDate } from '@arcadia/contract/trip-date'
import type { Generated } from 'kysely'
import type { Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { LinkPurpose } from '../../http/links.ts'
import { hashToken } from '../../http/sessions.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    link_requests: {
      id: Generated<number>
      email: string
      purpose: 'RESET_PASSWORD' | 'SIGN_IN'
      /** The date that was being booked. */
      selected_date: TripDate | null
      asked_at: Date
    }
  }
}

/**
 * The active account a link belongs to, as long as the address the link was sent to is still the account's, or the one
 * it waits for: that one is confirmed by its link, and no password is reset from there.
 */
export function findLink(db: Db, now: Date, token: string, purpose: LinkPurpose) {
  return queryLink(db, now, token, purpose).executeTakeFirst()
}

/**
 * The same, and the account stays as it is until the transaction ends: nobody calls the change of its address off
 * meanwhile.
 */
export async function findLinkAndLock(tx: Db, now: Date, token: string, purpose: LinkPurpose) {
  const locked = await queryLink(tx, now, token, purpose).forNoKeyUpdate('users').executeTakeFirst()
  // Whoever had the account before may have used the link up.
  return locked && findLink(tx, now, token, purpose)
}

function queryLink(db: Db, now: Date, token: string, purpose: LinkPurpose) {
  return db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.user_id')
    .select(['users.id as userId', 'links.used_at as usedAt'])
    .select((link) => link.ref('links.email').$notNull().as('email'))
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where((link) =>
      link.or([
        link('links.email', '=', link.ref('users.email')),
        link.and([link('links.email', '=', link.ref('users.pending_email')), link('purpose', '=', 'CONFIRM_EMAIL')]),
      ]),
    )
}

type LinkRequest = Pick<Row<'link_requests'>, 'email' | 'purpose' | 'selected_date'>

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

export async function hasLink(tx: Db, now: Date, userId: number, purpose: LinkPurpose): Promise<boolean> {
  const link = await tx
    .selectFrom('links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}
