import type { RefundableFailure } from '@arcadia/contract/refunds'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

function failures(db: Db) {
  return db
    .selectFrom('payment_failures as f')
    .innerJoin('payment_attempts as a', 'a.id', 'f.attempt_id')
    .leftJoin('bookings as b', 'b.id', 'a.booking_id')
    .select([
      'f.id',
      'f.kind',
      'f.reason',
      'f.created_at',
      'f.resolved_at',
      'f.resolution',
      'a.id as attempt_id',
      'a.charge_id',
      'a.realm_id',
      'a.request_id',
      'a.amount_cents',
      'a.booking_id',
      'a.booking_data',
      'a.outcome',
      'b.trip_date',
      'b.confirmation_number',
      sql<number>`(select coalesce(sum(amount_cents), 0)::integer from refunds r
        where r.attempt_id = a.id and r.outcome = 'REFUNDED')`.as('refunded_cents'),
      sql<boolean>`exists (select from refunds r where r.attempt_id = a.id and r.outcome is null)`.as('is_refunding'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof failures>['executeTakeFirstOrThrow']>>

function toFailure(row: Row): RefundableFailure {
  const { firstName, lastName, email, selectedDate, numberOfGuests } = row.booking_data
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    createdAt: row.created_at,
    paymentId: row.charge_id,
    realmId: row.realm_id,
    bookingId: row.booking_id,
    confirmationNumber: row.confirmation_number,
    customer: `${firstName} ${lastName}`.trim(),
    email,
    bookingDate: row.trip_date ?? selectedDate,
    guests: numberOfGuests,
    amount: row.amount_cents - row.refunded_cents,
    intuitTid: row.request_id,
    needsRefund: row.kind === 'REFUNDABLE' && row.resolved_at === null && !row.is_refunding,
    message: messageOf(row),
  }
}

function messageOf(row: Row): string {
  if (row.resolution === 'REFUNDED') return 'Refunded.'
  if (row.resolution) return 'Settled.'
  if (row.is_refunding) return 'The refund is being confirmed.'
  return row.kind === 'REFUNDABLE' ? 'To be refunded.' : 'Nobody knows yet whether the card was charged.'
}

export async function listOpenFailures(db: Db): Promise<RefundableFailure[]> {
  const rows = await failures(db)
    .where('f.resolved_at', 'is', null)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()
  return rows.map(toFailure)
}

export async function findFailure(db: Db, id: number) {
  const row = await failures(db).where('f.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    failure: toFailure(row),
    resolved: row.resolved_at !== null,
    attempt: {
      id: row.attempt_id,
      charge_id: row.charge_id,
      booking_id: row.booking_id,
      realm_id: row.realm_id,
      amount_cents: row.amount_cents,
    },
  }
}
