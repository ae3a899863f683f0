import type { RefundableFailure } from '@arcadia/contract/refunds'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

function failures(db: Db) {
  return db
    .selectFrom('payment_failures as f')
    .innerJoin('payment_attempts as a', 'a.id', 'f.attempt_id')
    .leftJoin('bookings as b', 'b.id', 'a.booking_id')
    .leftJoin('refunds as r', 'r.id', 'f.refund_id')
    .select([
      'f.id',
      'f.kind',
      'f.reason',
      'f.created_at',
      'f.resolved_at',
      'f.resolution',
      'f.refund_id',
      'r.amount_cents as refused_cents',
      'a.id as attempt_id',
      'a.charge_id',
      'a.environment',
      'a.realm_id',
      'a.request_id',
      'a.amount_cents',
      'a.booking_id',
      'a.booking_data',
      'a.outcome',
      'b.trip_date',
      'b.confirmation_number',
      sql<number>`(select coalesce(sum(amount_cents), 0)::integer from refunds g
        where g.attempt_id = a.id and g.outcome = 'REFUNDED')`.as('refunded_cents'),
      sql<boolean>`exists (select from refunds o where o.attempt_id = a.id and o.outcome is null)`.as('is_refunding'),
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
    amount: amountOf(row),
    intuitTid: row.request_id,
    needsRefund: row.kind === 'REFUNDABLE' && row.resolved_at === null && !row.is_refunding,
    message: messageOf(row),
    actions: actionsOf(row),
  }
}

/** What is left of the charge, or of the refund that was refused. */
function amountOf(row: Row): number {
  if (row.resolution === 'REFUNDED' && row.refund_id !== null) return 0
  const rest = row.amount_cents - row.refunded_cents
  return row.refused_cents === null ? rest : Math.min(rest, row.refused_cents)
}

function actionsOf(row: Row): RefundableFailure['actions'] {
  if (row.resolved_at) return []
  if (row.kind === 'NEEDS_REVIEW') {
    if (row.refund_id !== null) return ['REFUNDED', 'NOT_REFUNDED']
    return row.outcome === null ? ['CAPTURED', 'NOT_CHARGED', 'PROVIDER_CANCELLED'] : ['REFUNDED', 'DISMISSED']
  }
  if (row.is_refunding) return []
  return row.refund_id === null ? ['REFUND', 'PROVIDER_CANCELLED'] : ['REFUND', 'DISMISSED']
}

function messageOf(row: Row): string {
  if (row.resolution === 'REFUNDED') return 'Refunded.'
  if (row.resolution) return 'Settled.'
  if (row.kind === 'NEEDS_REVIEW') {
    if (row.refund_id !== null) return 'Nobody knows yet whether the money went back.'
    return row.outcome === null ? 'Nobody knows yet whether the card was charged.' : 'The two books differ.'
  }
  if (row.is_refunding) return 'The refund is being confirmed.'
  return row.refund_id === null ? 'To be refunded.' : 'Refund it again, or leave it.'
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
    refund_id: row.refund_id,
    isRefunding: row.is_refunding,
    attempt: {
      id: row.attempt_id,
      charge_id: row.charge_id,
      booking_id: row.booking_id,
      environment: row.environment,
      realm_id: row.realm_id,
      outcome: row.outcome,
      refused_cents: row.refused_cents,
      amount_cents: row.amount_cents,
    },
  }
}
