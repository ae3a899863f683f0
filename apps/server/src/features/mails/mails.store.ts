import type { Position } from '@arcadia/contract/accounts'
import type { AdminMail, listMails } from '@arcadia/contract/admin/mails'
import type { Input } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { sql } from 'kysely'
import { readPage } from '../../database/read-page.ts'
import { confirmationNumberPattern, eachWord } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'
import { isNotToSend } from '../../mail/mail-holds.ts'
import { mayRead } from '../../mail/mail-readers.ts'

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

/** An email that this position may read. */
export async function findMail(db: Db, position: Position | null, id: number): Promise<AdminMail | undefined> {
  const mail = await mails(db).where('m.id', '=', id).where(mayRead(position)).executeTakeFirst()
  return mail && toAdminMail(mail)
}

/** What this position may read; `q` is searched in address, subject and confirmation number. */
export async function searchMails(
  db: Db,
  position: Position | null,
  { status, q, bookingId, ...window }: Input<typeof listMails>['query'],
): Promise<Page<AdminMail>> {
  const number = confirmationNumberPattern(q)
  const matching = sql<boolean>`
    (${status ?? null}::text is null or ${status ?? null} = case when m.status = 'WAITING' and ${isNotToSend} then 'NOT_NEEDED' else m.status end) and
    (${bookingId ?? null}::integer is null or m.booking_id = ${bookingId ?? null}) and
    (${!q} or m.id in (
      select id from outbox_mails where ${eachWord(q, (word) => sql`search_text like ${word}`)}
      union all select about.id from outbox_mails about join bookings b on b.id = about.booking_id
        where b.search_text like lower(${number}) and b.confirmation_number like ${number}))`
  const found = mails(db).where(matching).where(mayRead(position)).orderBy('m.id', 'desc')
  return readPage(window, found, async (page) => (await page.execute()).map(toAdminMail))
}

/** Locks an email to resend it. */
export function lockMail(tx: Db, position: Position | null, id: number) {
  return tx
    .selectFrom('outbox_mails as m')
    .select(['m.id', 'm.status'])
    .where('m.id', '=', id)
    .where(mayRead(position))
    .forUpdate()
    .executeTakeFirst()
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
