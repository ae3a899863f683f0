import type { Input } from '@arcadia/contract/endpoint'
import type { AdminMail, listMails } from '@arcadia/contract/mails'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import { confirmationNumberPattern, searchPattern } from '../../database/search-pattern.ts'
import type { Db } from '../../database/transaction.ts'

function mails(db: Db) {
  return db
    .selectFrom('outbox_mails as m')
    .leftJoin('bookings as b', 'b.id', 'm.booking_id')
    .select([
      'm.id',
      'm.kind',
      'm.to_email as to',
      'm.subject',
      'm.status',
      'm.last_error as error',
      'm.tries',
      'm.created_at as createdAt',
      'm.sent_at as sentAt',
      'm.next_try_at as nextTryAt',
      'm.copy_of as copyOf',
      'b.id as bookingId',
      'b.confirmation_number as confirmationNumber',
    ])
}

type MailRow = Awaited<ReturnType<ReturnType<typeof mails>['executeTakeFirstOrThrow']>>

function toAdminMail({ bookingId, confirmationNumber, ...mail }: MailRow): AdminMail {
  return {
    ...mail,
    nextTryAt: mail.status === 'WAITING' ? mail.nextTryAt : null,
    booking: bookingId !== null && confirmationNumber !== null ? { id: bookingId, confirmationNumber } : null,
  }
}

export async function findMail(db: Db, id: number): Promise<AdminMail | undefined> {
  const mail = await mails(db).where('m.id', '=', id).executeTakeFirst()
  return mail && toAdminMail(mail)
}

/** `q` is found in address, subject and confirmation number. */
export async function searchMails(
  db: Db,
  { page, size, status, q, bookingId }: Input<typeof listMails>['query'],
): Promise<{ mails: AdminMail[]; total: number }> {
  const pattern = searchPattern(q)
  const number = confirmationNumberPattern(q)
  const matching = sql<boolean>`
    (${status ?? null}::text is null or m.status = ${status ?? null}) and
    (${bookingId ?? null}::integer is null or m.booking_id = ${bookingId ?? null}) and
    (${pattern}::text is null or m.id in (
      select id from outbox_mails where mail_search_text(to_email, subject) ilike ${pattern}
      union all select about.id from outbox_mails about join bookings b on b.id = about.booking_id
        where booking_search_text(b.first_name, b.last_name, b.email, b.confirmation_number) ilike ${number}
        and b.confirmation_number ilike ${number}))`
  const found = await mails(db)
    .where(matching)
    .orderBy('m.id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  const { count } = await db
    .selectFrom('outbox_mails as m')
    .select((table) => table.fn.countAll<number>().as('count'))
    .where(matching)
    .executeTakeFirstOrThrow()
  return { mails: found.map(toAdminMail), total: count }
}

/** The mail for whoever sends it again, who is alone with it until the transaction ends. */
export function lockMail(tx: Db, id: number) {
  return tx.selectFrom('outbox_mails').select(['id', 'status']).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** From the first try on, under the same Message-ID. */
export async function tryAnew(tx: Db, now: Date, id: number): Promise<void> {
  await tx
    .updateTable('outbox_mails')
    .set({ failed_at: null, tries: 0, next_try_at: now })
    .where('id', '=', id)
    .execute()
}

/** Its next try is due now; the tries it had still count. */
export async function tryNow(tx: Db, now: Date, id: number): Promise<void> {
  await tx
    .updateTable('outbox_mails')
    .set({ next_try_at: now })
    .where('id', '=', id)
    .where('next_try_at', '>', now)
    .execute()
}

export async function findWaitingCopy(tx: Db, id: number): Promise<number | undefined> {
  const copy = await tx
    .selectFrom('outbox_mails')
    .select('id')
    .where('copy_of', '=', id)
    .where('status', '=', 'WAITING')
    .executeTakeFirst()
  return copy?.id
}

/** A mail of its own that says the same: made anew when it is sent, with a Message-ID of its own. */
export async function insertCopy(tx: Db, now: Date, id: number): Promise<number> {
  const copy = await tx
    .insertInto('outbox_mails')
    .columns(['kind', 'to_email', 'params', 'created_at', 'next_try_at', 'copy_of'])
    .expression((query) =>
      query
        .selectFrom('outbox_mails')
        .select(['kind', 'to_email', 'params', sql<Date>`${now}`.as('created_at'), sql<Date>`${now}`.as('due'), 'id'])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return copy.id
}

/** Mails that ended before `ended`; those of a booking only when its trip was before `tripsBefore`. */
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
