import { fullName } from '@arcadia/contract/full-name'
import { type PaymentIssue, TRY_AGAIN } from '@arcadia/contract/refunds'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/** The cases of open issues, each with its message and possible actions. */
const CASES = {
  'charge-unknown': {
    message: "We don't know yet whether the card was charged.",
    actions: ['CAPTURED', 'NOT_CHARGED', 'PROVIDER_CANCELLED'],
  },
  'charge-to-refund': { message: 'Refund it, or pay it back another way.', actions: ['REFUND', 'PROVIDER_CANCELLED'] },
  'books-differ': { message: "The books don't match.", actions: ['REFUNDED', 'DISMISSED'] },
  'refund-unknown': {
    message: "We don't know yet whether the money was refunded.",
    actions: ['REFUNDED', 'NOT_REFUNDED'],
  },
  'refund-refused': { message: TRY_AGAIN, actions: ['REFUND', 'DISMISSED'] },
  /** A charge or refund whose refund is in progress. */
  refunding: { message: 'The refund is being confirmed.', actions: [] },
} satisfies Record<string, Pick<PaymentIssue, 'message' | 'actions'>>

function issues(db: Db) {
  return db
    .selectFrom('payment_failures as f')
    .innerJoin('payment_attempts as a', 'a.id', 'f.attempt_id')
    .leftJoin('bookings as b', 'b.id', 'a.booking_id')
    .leftJoin('refunds as r', 'r.id', 'f.refund_id')
    .leftJoin('refund_orders as o', 'o.id', 'r.order_id')
    .select([
      'f.id',
      'f.kind',
      'f.reason',
      'f.created_at',
      'f.resolution',
      'f.refund_id',
      'r.amount_cents as refused_cents',
      'o.still_owes',
      'a.id as attempt_id',
      'a.charge_id',
      'a.environment',
      'a.realm_id',
      'a.request_id',
      'a.amount_cents',
      'a.booking_id',
      'a.booking_data',
      'a.kind as paid_for',
      'a.outcome',
      'b.trip_date',
      'b.confirmation_number',
      sql<number>`coalesce((select c.back_cents from charges c where c.id = a.id), 0)`.as('refunded_cents'),
      sql<boolean>`coalesce((select c.going_cents > 0 from charges c where c.id = a.id), false)`.as('is_refunding'),
    ])
}

export type Issue = ReturnType<typeof toIssue>
type IssueRow = Awaited<ReturnType<ReturnType<typeof issues>['executeTakeFirstOrThrow']>>

function caseOf(row: IssueRow): keyof typeof CASES {
  if (row.kind === 'REFUNDABLE') {
    if (row.is_refunding) return 'refunding'
    return row.refund_id === null ? 'charge-to-refund' : 'refund-refused'
  }
  if (row.refund_id !== null) return 'refund-unknown'
  return row.outcome === null ? 'charge-unknown' : 'books-differ'
}

/** The issue as the owner sees it, plus its details. */
function toIssue(row: IssueRow) {
  const { firstName, lastName, email, selectedDate, numberOfGuests } = row.booking_data
  const about = caseOf(row)
  const isOpen = row.resolution === null
  const isOurs = row.refund_id !== null
  const isForTrip = row.paid_for !== 'GIFT_VOUCHER' && row.paid_for !== 'TIP'
  const canGoBack = row.booking_id !== null || row.paid_for === 'TIP'
  const rest = row.amount_cents - row.refunded_cents
  const listed: PaymentIssue = {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    createdAt: row.created_at,
    paymentId: row.charge_id,
    realmId: row.realm_id,
    bookingId: row.booking_id,
    confirmationNumber: row.confirmation_number,
    customer: fullName({ firstName, lastName }),
    email,
    paidFor: row.paid_for,
    bookingDate: isForTrip ? (row.trip_date ?? selectedDate) : null,
    guests: isForTrip ? numberOfGuests : null,
    // The rest of the charge, capped at the refused refund.
    amount: row.resolution === 'REFUNDED' && row.refund_id !== null ? 0 : Math.min(rest, row.refused_cents ?? rest),
    intuitTid: row.request_id,
    stillOwes: row.still_owes ?? false,
    needsRefund: isOpen && row.kind === 'REFUNDABLE' && about !== 'refunding',
    message: isOpen ? CASES[about].message : row.resolution === 'REFUNDED' ? 'Refunded.' : 'Settled.',
    // What a gift voucher was paid with is never given back: the owner can only dismiss a difference.
    actions: isOpen ? CASES[about].actions.filter((act) => act !== 'REFUNDED' || isOurs || canGoBack) : [],
  }
  return {
    listed,
    about,
    isOpen,
    refund: row.refund_id === null ? null : { id: row.refund_id, cents: row.refused_cents },
    attempt: {
      id: row.attempt_id,
      chargeId: row.charge_id,
      bookingId: row.booking_id,
      isTip: row.paid_for === 'TIP',
      environment: row.environment,
      realm_id: row.realm_id,
      cents: row.amount_cents,
    },
  }
}

export async function listOpenIssues(db: Db): Promise<PaymentIssue[]> {
  const rows = await issues(db)
    .where('f.resolved_at', 'is', null)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .execute()
  return rows.map((row) => toIssue(row).listed)
}

export async function findIssue(db: Db, id: number): Promise<Issue | undefined> {
  const row = await issues(db).where('f.id', '=', id).executeTakeFirst()
  return row && toIssue(row)
}
