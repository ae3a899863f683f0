import type { Reply, SavedReply } from '@arcadia/contract/admin/replies'
import { type Generated, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    replies: {
      id: Generated<number>
      enquiry_id: number | null
      query_id: number | null
      text: string
      admin_id: number | null
      mail_id: number | null
      idempotency_key: string | null
      created_at: Date
    }
    saved_replies: {
      id: Generated<number>
      title: string
      text: string
      updated_at: Date
    }
  }
}

/** The enquiry or booking question that a reply answers. */
export type Answered = { kind: 'enquiry' | 'booking-query'; id: number }

const columnOf = ({ kind }: Answered) => (kind === 'enquiry' ? 'enquiry_id' : 'query_id')

/** Oldest first. */
export async function findReplies(db: Db, answered: Answered): Promise<(Reply & { key: string | null })[]> {
  const rows = await db
    .selectFrom('replies as r')
    .leftJoin('users as u', 'u.id', 'r.admin_id')
    .leftJoin('outbox_mails as m', 'm.id', 'r.mail_id')
    .select(['r.id', 'r.text', 'r.created_at as createdAt', 'r.idempotency_key as key'])
    .select(sql<string | null>`person_name(u)`.as('writtenBy'))
    .select(['m.status', 'm.last_error as error'])
    .where(`r.${columnOf(answered)}`, '=', answered.id)
    .orderBy('r.id')
    .execute()
  return rows.map(({ status, error, ...reply }) => ({ ...reply, mail: status && { status, error } }))
}

export async function insertReply(
  tx: Db,
  now: Date,
  { text, adminId, answered, key }: { text: string; adminId: number; answered: Answered; key: string | undefined },
): Promise<number> {
  const { id } = await tx
    .insertInto('replies')
    .values({
      enquiry_id: null,
      query_id: null,
      [columnOf(answered)]: answered.id,
      text,
      admin_id: adminId,
      mail_id: null,
      idempotency_key: key ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setMailOfReply(tx: Db, id: number, mailId: number): Promise<void> {
  await tx.updateTable('replies').set({ mail_id: mailId }).where('id', '=', id).execute()
}

/** Blanks the replies to questions about these bookings. */
export async function blankReplies(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('replies')
    .set({ text: 'Removed' })
    .where('query_id', 'in', (asked) =>
      asked.selectFrom('booking_queries').select('id').where('booking_id', 'in', bookingIds),
    )
    .execute()
}

const saved = ['id', 'title', 'text'] as const

export function listSaved(db: Db): Promise<SavedReply[]> {
  return db.selectFrom('saved_replies').select(saved).orderBy('title').execute()
}

/** Locks it until the transaction ends. */
export function lockSaved(tx: Db, id: number): Promise<SavedReply | undefined> {
  return tx.selectFrom('saved_replies').select(saved).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertSaved(tx: Db, now: Date, reply: Omit<SavedReply, 'id'>): Promise<SavedReply> {
  return tx
    .insertInto('saved_replies')
    .values({ ...reply, updated_at: now })
    .returning(saved)
    .executeTakeFirstOrThrow()
}

export function updateSaved(tx: Db, now: Date, id: number, reply: Omit<SavedReply, 'id'>): Promise<SavedReply> {
  return tx
    .updateTable('saved_replies')
    .set({ ...reply, updated_at: now })
    .where('id', '=', id)
    .returning(saved)
    .executeTakeFirstOrThrow()
}

export async function deleteSaved(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('saved_replies').where('id', '=', id).execute()
}
