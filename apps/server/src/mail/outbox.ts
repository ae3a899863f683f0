import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, type GeneratedAlways, type JSONColumnType, sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { afterQuietMinute, joinChanges, joinedKinds, urgencyOf } from './mail-budget.rules.ts'
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
      urgency: number
      by_staff: Generated<boolean>
      waits_since: Date
      is_held_up: Generated<boolean>
      /** Computed from the three times above; dropped with a reason is held. */
      status: GeneratedAlways<'WAITING' | 'SENT' | 'FAILED' | 'HELD' | 'NOT_NEEDED'>
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
/** `byStaff`: someone who works here caused it, so no budget holds it up. */
export type NewMail = MailContent & { to: string | null; thread?: string; byStaff?: boolean }

/**
 * Puts an email into the outbox in the caller's transaction, so it goes out if and only if that commits. Sent immediately,
 * or at `at` if given; a change of a booking after a quiet minute, in one email with the changes still waiting to be told
 * (docs/rules.md §8.6), and what follows from its cancellation after that. `params` name rows and never contain a secret; an email about a booking also has a `bookingId` and is
 * kept as long as the booking. Returns the email's id; null if there is no address, and then nothing is sent.
 */
export async function enqueueMail<To extends string | null>(
  tx: Db,
  now: Date,
  mail: NewMail & { to: To },
  at = now,
): Promise<number | (null & To)> {
  const { to } = mail
  if (to === null) return null as null & To
  const earlier = await findChangeToJoin(tx, now, mail.kind, to, mail.params)
  const { kind, params } = earlier ? joinChanges(earlier, mail) : mail
  const due = afterQuietMinute(kind, now, (await findAfterCancellation(tx, mail)) ?? at)
  const written = {
    kind,
    params: JSON.stringify(params),
    created_at: now,
    next_try_at: due,
    waits_since: due,
    urgency: urgencyOf(kind),
  }
  if (earlier) {
    await tx
      .updateTable('outbox_mails')
      // What may have arrived has another text, so a new Message-ID; a process still trying must not record its outcome.
      .set({ ...written, message_id: null, tries: sql<number>`case when tries > 0 then tries + 1 else 0 end` })
      .set((row) => ({ by_staff: sql<boolean>`${row.ref('by_staff')} or ${mail.byStaff ?? false}` }))
      .where('id', '=', earlier.id)
      .execute()
    return earlier.id
  }
  const { id } = await tx
    .insertInto('outbox_mails')
    .values({ ...written, to_email: to, thread: mail.thread ?? null, by_staff: mail.byStaff ?? false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A change of the same booking that nobody has been told yet; not one that is being sent. */
async function findChangeToJoin(tx: Db, now: Date, kind: MailKind, to: string, params: object) {
  const kinds = joinedKinds(kind)
  if (!kinds || !('bookingId' in params)) return undefined
  return tx
    .selectFrom('outbox_mails')
    .select(['id', 'kind', 'params'])
    .where('booking_id', '=', params.bookingId as number)
    .where('kind', 'in', kinds)
    .where(sql`lower(to_email)`, '=', to.toLowerCase())
    .where('status', '=', 'WAITING')
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now)]))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** When a cancellation that its guest has not been told yet will have gone out: what follows from it, as a refund, comes after it. */
async function findAfterCancellation(tx: Db, { kind, to, params }: NewMail): Promise<Date | undefined> {
  if (to === null || joinedKinds(kind) || !('bookingId' in params)) return undefined
  const cancellation = await tx
    .selectFrom('outbox_mails')
    .select(sql<Date>`next_try_at + interval '1 second'`.as('after'))
    .where('booking_id', '=', params.bookingId as number)
    .where('kind', '=', 'booking-cancelled')
    .where(sql`lower(to_email)`, '=', to.toLowerCase())
    .where('status', '=', 'WAITING')
    .where('tries', '=', 0)
    .executeTakeFirst()
  return cancellation?.after
}

/** Cancels waiting emails about these bookings to an address that turned out to be wrong. */
export async function dropMails(tx: Db, now: Date, to: string, bookingIds: readonly number[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('outbox_mails')
    // Bumping `tries` makes a process that is sending one right now skip recording its outcome.
    .set({ dropped_at: now, last_error: null, tries: sql<number>`tries + 1` })
    .where('booking_id', 'in', bookingIds)
    .where(sql`lower(to_email)`, '=', to.toLowerCase())
    .where('status', '=', 'WAITING')
    .execute()
}

const HELD_BACK = 'Held back: the database was restored from a backup, and this may have been sent already.'

/**
 * For a restored database; as SQL, because a restore runs outside the application. Emails that were waiting at the backup may
 * have been sent since, so they are held: nobody gets one twice, and the owner can resend them. The database may be of an
 * earlier release.
 */
export const HOLD_WAITING_MAILS = `update outbox_mails
  set dropped_at = now(), leased_until = null, tries = tries + 1,
    last_error = '${HELD_BACK}'
  where status = 'WAITING'`

/** How many emails a restore held. */
export async function countHeldBack(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outbox_mails')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', '=', 'HELD')
    .where('last_error', '=', HELD_BACK)
    .executeTakeFirstOrThrow()
  return count
}

/** Older emails wait for a person's yes, because what they say may no longer matter (docs/rules.md §8.8). */
export const SENT_WITHIN_MS = DAY_MS
export const HELD_TOO_OLD = 'Held back: no mail server took it for a day. Send it if it still matters.'

/** What holds emails until a person's yes; the others are over a budget, and nobody is asked about them. */
export const WAIT_FOR_A_YES = [HELD_BACK, HELD_TOO_OLD]

/** How long an email may wait before the owner is told. */
const TOLD_AFTER_MS = 10 * MINUTE_MS

/** Since when the oldest of the emails waits that only the mail server keeps from going out. */
export async function findOldestWaiting(db: Db): Promise<Date | null> {
  const { since } = await db
    .selectFrom('outbox_mails')
    .select((row) => row.fn.min('waits_since').as('since'))
    .where('status', '=', 'WAITING')
    .where((row) => row.or([row('tries', '=', 0), row('is_held_up', '=', true)]))
    .executeTakeFirstOrThrow()
  return since
}

/** Since when emails have not gone out; null while they do, or for less than ten minutes. */
export async function mailsWaitSince(db: Db, now: Date): Promise<Date | null> {
  const since = await findOldestWaiting(db)
  return since && now.getTime() - since.getTime() >= TOLD_AFTER_MS ? since : null
}

/** Restarts delivery of an email that failed or is held, from the first try, under the same Message-ID. */
export async function tryAnew(tx: Db, now: Date, id: number): Promise<void> {
  await tx
    .updateTable('outbox_mails')
    .set({ failed_at: null, dropped_at: null, tries: 0, is_held_up: false })
    .set({ next_try_at: now, waits_since: now, by_staff: true })
    .where('id', '=', id)
    .execute()
}

/** What an email is made of, and what was kept of it when it was sent. */
export function findLetter(db: Db, id: number) {
  return db
    .selectFrom('outbox_mails')
    .select(['id', 'kind', 'to_email', 'params', 'thread', 'sent_text as sentText'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Makes the next try due now, whatever the budget says; earlier tries still count. */
export async function tryNow(tx: Db, now: Date, id: number): Promise<void> {
  await tx
    .updateTable('outbox_mails')
    .set({ next_try_at: now, waits_since: now, by_staff: true })
    .where('id', '=', id)
    .where('next_try_at', '>', now)
    .execute()
}

/** Enqueues a copy, which is rendered again when it is sent and gets its own Message-ID. */
export async function insertCopy(tx: Db, now: Date, id: number): Promise<number> {
  const copy = await tx
    .insertInto('outbox_mails')
    .columns([
      'kind',
      'to_email',
      'params',
      'thread',
      'urgency',
      'by_staff',
      'created_at',
      'next_try_at',
      'waits_since',
      'copy_of',
    ])
    .expression((query) =>
      query
        .selectFrom('outbox_mails')
        .select(['kind', 'to_email', 'params', 'thread', 'urgency', sql<boolean>`true`.as('by_staff')])
        .select([sql<Date>`${now}`.as('created_at'), sql<Date>`${now}`.as('due'), sql<Date>`${now}`.as('since'), 'id'])
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
