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
      /** The date being booked. */
      selected_date: TripDate | null
      asked_at: Date
    }
  }
}

/**
 * The active account of a link. The address it was sent to must still be the account's; a confirmation link may also go to
 * the pending address, a password reset may not.
 */
export function findLink(db: Db, now: Date, token: string, purpose: LinkPurpose) {
  return queryLink(db, now, token, purpose).executeTakeFirst()
}

/** Also locks the account row, so the address change can't be canceled before the transaction ends. */
export async function findLinkAndLock(tx: Db, now: Date, token: string, purpose: LinkPurpose) {
  const locked = await queryLink(tx, now, token, purpose).forNoKeyUpdate('users').executeTakeFirst()
  // Read again: whoever held the lock before may have used the link.
  return locked && findLink(tx, now, token, purpose)
}

function queryLink(db: Db, now: Date, token: string, purpose: LinkPurpose) {
  return db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.user_id')
    .select(['users.id as userId', 'links.used_at as usedAt', 'links.selected_date as selectedDate'])
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

/** Takes pending link requests. Only one process gets each; they are deleted when its transaction commits. */
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
