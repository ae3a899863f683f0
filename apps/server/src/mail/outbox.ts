import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, type GeneratedAlways, type JSONColumnType, sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { MailKind, MailKinds } from './mail-kinds.ts'

declare module '../database/tables.ts' {
  interface Tables {
    outbox_mails: {
      id: Generated<number>
      kind: MailKind
      to_email: string
      params: JSONColumnType<object>
      message_id: Generated<string | null>
      created_at: Date
      next_try_at: Date
      leased_until: Generated<Date | null>
      tries: Generated<number>
      last_error: Generated<string | null>
      sent_at: Generated<Date | null>
      failed_at: Generated<Date | null>
      dropped_at: Generated<Date | null>
      /** Computed from the three times above. */
      status: GeneratedAlways<'WAITING' | 'SENT' | 'FAILED' | 'NOT_NEEDED'>
      subject: Generated<string | null>
      /** The text that was sent, if it was about a booking, with links cut at `#`. */
      sent_text: Generated<string | null>
      /** The sent email this is a copy of. */
      copy_of: Generated<number | null>
      /** Shared by the emails of one conversation, which email apps show as a thread. */
      thread: Generated<string | null>
      /** From the params. */
      booking_id: GeneratedAlways<number | null>
    }
  }
}

type About<K extends MailKind> = { [Kind in K]: { kind: Kind; params: MailKinds[Kind] } }[K]

/** An email's kind and params, without the recipient. */
export type MailContent = About<MailKind>
export type NewMail = MailContent & { to: string | null; thread?: string }

/**
 * Puts an email into the outbox in the caller's transaction, so it goes out if and only if that commits. Sent immediately,
 * or at `at` if given. `params` name rows and never contain a secret; an email about a booking also has a `bookingId` and is kept
 * as long as the booking. Returns the email's id; null if there is no address, and then nothing is sent.
 */
export async function enqueueMail<To extends string | null>(
  tx: Db,
  now: Date,
  mail: NewMail & { to: To },
  at = now,
): Promise<number | (null & To)> {
  if (mail.to === null) return null as null & To
  const { id } = await tx
    .insertInto('outbox_mails')
    .values({
      kind: mail.kind,
      to_email: mail.to,
      params: JSON.stringify(mail.params),
      created_at: now,
      next_try_at: at,
      thread: mail.thread ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Cancels waiting emails about these bookings to an address that turned out to be wrong. */
export async function dropMails(tx: Db, now: Date, to: string, bookingIds: readonly number[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('outbox_mails')
    // Bumping `tries` makes a process that is sending one right now skip recording its outcome.
    .set({ dropped_at: now, tries: sql<number>`tries + 1` })
    .where('booking_id', 'in', bookingIds)
    .where(sql`lower(to_email)`, '=', to.toLowerCase())
    .where('status', '=', 'WAITING')
    .execute()
}

const HELD_BACK = 'Held back: the database was restored from a backup, and this may have been sent already.'

/**
 * For a restored database; as SQL, because a restore runs outside the application. Emails that were waiting at the backup may
 * have been sent since, so they are marked failed: nobody gets one twice, and the owner can resend them.
 */
export const HOLD_WAITING_MAILS = `update outbox_mails
  set failed_at = now(), leased_until = null, tries = tries + 1,
    last_error = '${HELD_BACK}'
  where status = 'WAITING'`

/** How many held-back emails wait for the owner. */
export async function countHeldBack(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outbox_mails')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', '=', 'FAILED')
    .where('last_error', '=', HELD_BACK)
    .executeTakeFirstOrThrow()
  return count
}

/** Restarts delivery of a failed email from the first try, under the same Message-ID. */
export async function tryAnew(tx: Db, now: Date, id: number): Promise<void> {
  await tx
    .updateTable('outbox_mails')
    .set({ failed_at: null, tries: 0, next_try_at: now })
    .where('id', '=', id)
    .execute()
}

/** Makes the next try due now; earlier tries still count. */
export async function tryNow(tx: Db, now: Date, id: number): Promise<void> {
  await tx
    .updateTable('outbox_mails')
    .set({ next_try_at: now })
    .where('id', '=', id)
    .where('next_try_at', '>', now)
    .execute()
}

/** Enqueues a copy, which is rendered again when it is sent and gets its own Message-ID. */
export async function insertCopy(tx: Db, now: Date, id: number): Promise<number> {
  const copy = await tx
    .insertInto('outbox_mails')
    .columns(['kind', 'to_email', 'params', 'thread', 'created_at', 'next_try_at', 'copy_of'])
    .expression((query) =>
      query
        .selectFrom('outbox_mails')
        .select(['kind', 'to_email', 'params', 'thread'])
        .select([sql<Date>`${now}`.as('created_at'), sql<Date>`${now}`.as('due'), 'id'])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return copy.id
}

/** Deletes emails that ended before `ended`; those about a booking only if the trip was before `tripsBefore`. */
export async function deleteOldMails(db: Db, ended: Date, tripsBefore: TripDate): Promise<void> {
  await db
    .deleteFrom('outbox_mails')
    .where((eb) => eb(eb.fn.coalesce('sent_at', 'failed_at', 'dropped_at'), '<', ended))
    .where((eb) =>
      eb.or([
        eb('booking_id', 'is', null),
        eb('booking_id', 'in', eb.selectFrom('bookings').select('id').where('trip_date', '<', tripsBefore)),
      ]),
    )
    .execute()
}
