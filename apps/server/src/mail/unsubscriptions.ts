import type { OptionalMail } from '@arcadia/contract/unsubscriptions'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

declare module '../database/tables.ts' {
  interface Tables {
    /** Who gets no more emails of a kind. */
    unsubscriptions: {
      /** In lower case. */
      email: string
      kind: OptionalMail
      at: Date
    }
  }
}

/** SQL on email `m`: whoever gets it ended its kind (docs/rules.md §8.21). */
export const isUnsubscribed = sql<boolean>`(not m.params ? 'isAskedFor' and exists (select from unsubscriptions u
  where u.email = lower(m.to_email) and u.kind = m.kind))`

/** Whoever asks for such an email gets it all the same. */
export const isAskedFor = (params: object) => 'isAskedFor' in params

export async function isSubscribed(db: Db, email: string, kind: OptionalMail): Promise<boolean> {
  const ended = await db
    .selectFrom('unsubscriptions')
    .select('kind')
    .where('email', '=', email.toLowerCase())
    .where('kind', '=', kind)
    .executeTakeFirst()
  return ended === undefined
}

/** Ends emails of a kind to an address; waiting ones are not sent. */
export async function unsubscribe(tx: Db, now: Date, email: string, kind: OptionalMail): Promise<void> {
  await tx
    .insertInto('unsubscriptions')
    .values({ email: email.toLowerCase(), kind, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function subscribeAgain(tx: Db, email: string, kind: OptionalMail): Promise<void> {
  await tx.deleteFrom('unsubscriptions').where('email', '=', email.toLowerCase()).where('kind', '=', kind).execute()
}

/** SQL on user `u`: the emails that they ended. */
export const endedBy = sql<
  OptionalMail[]
>`array(select n.kind from unsubscriptions n where n.email = lower(u.email) order by n.kind)`

export async function listEndedBy(db: Db, userId: number): Promise<OptionalMail[]> {
  const { ended } = await db
    .selectFrom('users as u')
    .select(endedBy.as('ended'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return ended
}

/** What is kept about a user's address, as it is now. */
export async function forgetUnsubscriptions(tx: Db, userId: number): Promise<void> {
  await sql`delete from unsubscriptions where email = (select lower(email) from users where id = ${userId})`.execute(tx)
}

/** The email that a link to unsubscribe stands in. */
export async function findMailOfLink(db: Db, id: number) {
  return db
    .selectFrom('outbox_mails')
    .select(['id', 'kind', 'to_email as email'])
    .where('id', '=', id)
    .executeTakeFirst()
}
