import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { isToGuest } from '../../mail/mail-readers.ts'

/** The booking's account, with its number of completed trips. */
export function getAccountOf(db: Db, bookingId: number) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['u.username', 'u.email', 'u.phone_number as phone', 'u.created_at as createdAt'])
    .select(['u.email_confirmed_at as emailConfirmedAt'])
    .select(({ selectFrom }) =>
      selectFrom('bookings as other')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('other.user_id', '=', 'b.user_id')
        .where(sql`outcome_of(other)`, '=', 'TOOK_PLACE')
        .as('tripsMade'),
    )
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

/** The network each payment was sent from, by attempt id; null if none is stored. */
export async function listNetworks(db: Db, attemptIds: readonly number[]): Promise<Map<number, string | null>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db.selectFrom('payment_attempts').select(['id', 'network']).where('id', 'in', attemptIds).execute()
  return new Map(rows.map(({ id, network }) => [id, network]))
}

export function listRequestsOf(db: Db, bookingId: number) {
  return db
    .selectFrom('refund_requests')
    .select(['created_at as createdAt', 'amount_cents as amount', 'description', 'decision', 'answer'])
    .select('decided_at as decidedAt')
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
}

/** Emails to the guest as sent, or to who tipped; unsent ones have no text. */
export function listMailsOf(db: Db, of: { bookingId: number; tipId?: number }) {
  return db
    .selectFrom('outbox_mails as m')
    .select(['id', 'kind', 'to_email as to', 'subject', 'sent_text as text', 'status'])
    .select(['created_at as createdAt', 'sent_at as sentAt', 'failed_at as failedAt', 'last_error as error'])
    .where('booking_id', '=', of.bookingId)
    .where(sql<boolean>`m.params ->> 'tipId' is not distinct from ${of.tipId?.toString() ?? null}::text`)
    .where(isToGuest)
    .orderBy('id')
    .execute()
}
