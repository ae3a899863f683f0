import type { Message, MessageAudience, MessageDetails, MessageRecipient } from '@arcadia/contract/admin/messages'
import type { Page } from '@arcadia/contract/lists'
import { type Generated, sql } from 'kysely'
import { readPage, type Window } from '../../database/read-page.ts'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    messages: {
      id: Generated<number>
      who: MessageAudience
      trip_date: string | null
      subject: string
      text: string
      admin_id: number
      idempotency_key: string | null
      created_at: Date
    }
    message_recipients: {
      id: Generated<number>
      message_id: number
      booking_id: number
      email: string | null
      subject: string | null
      text: string | null
      mail_id: Generated<number | null>
    }
  }
}

/** Undefined if this admin already used the key; waits for a concurrent insert with the same key. */
export async function insertMessage(tx: Db, message: NewRow<'messages'>): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('messages')
    .values(message)
    .onConflict((conflict) => conflict.constraint('messages_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function insertRecipient(tx: Db, recipient: NewRow<'message_recipients'>): Promise<number> {
  const { id } = await tx.insertInto('message_recipients').values(recipient).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function setMailOfRecipient(tx: Db, id: number, mailId: number): Promise<void> {
  await tx.updateTable('message_recipients').set({ mail_id: mailId }).where('id', '=', id).execute()
}

function messages(db: Db) {
  return db
    .selectFrom('messages as m')
    .innerJoin('users as u', 'u.id', 'm.admin_id')
    .select(['m.id', 'm.who', 'm.trip_date as date', 'm.subject', 'm.text', 'm.created_at as createdAt'])
    .select(sql<string>`person_name(u)`.as('sentBy'))
}

export async function findMessages(db: Db, window: Window): Promise<Page<Message>> {
  const counted = messages(db)
    .innerJoinLateral(
      (all) =>
        all
          .selectFrom('message_recipients as r')
          .leftJoin('outbox_mails as o', 'o.id', 'r.mail_id')
          .select([
            sql<number>`(count(*) filter (where r.email is not null))::integer`.as('written'),
            sql<number>`(count(*) filter (where o.status = 'FAILED'))::integer`.as('failed'),
            sql<number>`(count(*) filter (where o.status = 'HELD'))::integer`.as('held'),
            sql<number>`(count(*) filter (where r.email is null))::integer`.as('unreached'),
          ])
          .whereRef('r.message_id', '=', 'm.id')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(['counts.written', 'counts.failed', 'counts.held', 'counts.unreached'])
    .orderBy('m.id', 'desc')
  return readPage(window, counted, (page) => page.execute())
}

/** @throws AppError `not-found` */
export async function getMessage(db: Db, id: number): Promise<MessageDetails> {
  const message = await messages(db).where('m.id', '=', id).executeTakeFirst()
  if (!message) throw new AppError('not-found')
  const recipients = await db
    .selectFrom('message_recipients as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .leftJoin('outbox_mails as o', 'o.id', 'r.mail_id')
    .select(['r.booking_id as bookingId', 'r.email', 'r.subject', 'r.text', 'b.phone', 'b.trip_date as date'])
    .select(['o.id as mailId', 'o.status', 'o.last_error as error'])
    .select(sql<string>`full_name(b.first_name, b.last_name)`.as('name'))
    .where('r.message_id', '=', id)
    .orderBy('r.id')
    .execute()
  return { ...message, recipients: recipients.map(toRecipient) }
}

type RecipientRow = Omit<MessageRecipient, 'mail'> & {
  mailId: number | null
  status: NonNullable<MessageRecipient['mail']>['status'] | null
  error: string | null
}

function toRecipient({ mailId, status, error, ...recipient }: RecipientRow): MessageRecipient {
  return { ...recipient, mail: mailId !== null && status !== null ? { id: mailId, status, error } : null }
}

/** Messages sent to a customer, oldest first. */
export function listMessagesOf(db: Db, userId: number) {
  return db
    .selectFrom('message_recipients as r')
    .innerJoin('messages as m', 'm.id', 'r.message_id')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select(['r.booking_id as bookingId', 'm.created_at as sentAt'])
    .select((r) => [r.ref('r.subject').$notNull().as('subject'), r.ref('r.text').$notNull().as('text')])
    .where('b.user_id', '=', userId)
    .where('r.email', 'is not', null)
    .where('r.text', 'is not', null)
    .orderBy('r.id')
    .execute()
}

/** The ids of those bookings whose guest data was removed. */
export async function listRemoved(db: Db, bookings: readonly { id: number }[]): Promise<number[]> {
  const ids = bookings.map(({ id }) => id)
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', 'in', [...ids, 0])
    .where('blanked_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Blanks the copies for these bookings, and a message's own text once its last copy is blanked. */
export async function blankMessages(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  const blanked = await tx
    .updateTable('message_recipients')
    .set({ subject: null, text: null, email: sql`case when email is null then null else 'Removed' end` })
    .where('booking_id', 'in', bookingIds)
    .returning('message_id')
    .execute()
  if (blanked.length === 0) return
  await tx
    .updateTable('messages as m')
    .set({ subject: 'Removed', text: 'Removed' })
    .where(
      'm.id',
      'in',
      blanked.map(({ message_id }) => message_id),
    )
    .where(sql<boolean>`not exists (select from message_recipients r where r.message_id = m.id and r.text is not null)`)
    .execute()
}
