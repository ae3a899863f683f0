import type { Position } from '@arcadia/contract/accounts'
import type { AdminBookingDetails, BookingCharge, BookingRefund, Forgiven } from '@arcadia/contract/admin/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { venueDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { mayRead } from '../../mail/mail-readers.ts'
import type { BookingTables } from './booking-timeline.rules.ts'

type Account = Pick<AdminBookingDetails, 'customer' | 'endedVoucherAmount' | 'statusReason' | 'terms' | 'emailRefused'>

/** The booking's account, what ended vouchers paid, accepted terms, and whether its emails bounce. */
export async function getBookingAccount(db: Db, now: Date, bookingId: number): Promise<Account> {
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.username', 'u.email', 'u.is_active'])
    .select(['b.status_reason', 'b.terms_version', 'b.terms_accepted_at'])
    .select(sql<number>`paid_by_ended_vouchers(b.id, ${venueDate(now)})`.as('ended_voucher_amount'))
    // The latest finished email to the booking's current address; correcting the address clears the error.
    .select(
      sql<string | null>`(select case when m.status = 'FAILED' then coalesce(m.last_error, '') end
        from outbox_mails m
        where m.booking_id = b.id and lower(m.to_email) = lower(b.email) and m.status in ('SENT', 'FAILED')
        order by coalesce(m.sent_at, m.failed_at) desc limit 1)`.as('email_refused'),
    )
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return {
    customer: {
      id: row.id,
      name: fullName({ firstName: row.first_name, lastName: row.last_name }) || row.username,
      email: row.email,
      isActive: row.is_active,
    },
    endedVoucherAmount: row.ended_voucher_amount,
    statusReason: row.status_reason,
    emailRefused: row.email_refused,
    terms: row.terms_version === null ? null : { version: row.terms_version, acceptedAt: row.terms_accepted_at },
  }
}

const canceledCents = sql`(select coalesce(sum(n.cents), 0)::integer from never_taken n where n.attempt_id = a.id)`

/** A booking's, or a tip's, which no sum of its booking has (docs/rules.md §3.45). */
type MoneyOf = { bookingId: number } | { tipId: number }

/** Every payment attempt for it, oldest first, including those that failed before the hold became a booking. */
export async function listCharges(db: Db, of: MoneyOf): Promise<BookingCharge[]> {
  return db
    .selectFrom('payment_attempts as a')
    .select([
      'a.id',
      'a.started_at as startedAt',
      'a.amount_cents as amount',
      sql<BookingCharge['status']>`case when ${canceledCents} = a.amount_cents then 'VOIDED' else coalesce(a.outcome,
        case when a.needs_review_at is null then 'PROCESSING' else 'NEEDS_REVIEW' end) end`.as('status'),
      'a.outcome_at as endedAt',
      sql<string | null>`case when a.outcome <> 'CAPTURED' then a.outcome_message end`.as('message'),
      'a.charge_id as chargeId',
      'a.request_id as requestId',
      'a.realm_id as realmId',
      'a.card_brand as cardBrand',
      'a.last4',
      sql<boolean>`a.kind = 'ANGLER'`.as('isAngler'),
      sql<number>`coalesce((select c.back_cents from charges c where c.id = a.id), 0) - ${canceledCents}`.as(
        'refundedAmount',
      ),
      sql<
        BookingCharge['share']
      >`(select json_build_object('id', s.id, 'name', s.name) from shares s where s.id = a.share_id)`.as('share'),
    ])
    .where((eb) =>
      'tipId' in of
        ? eb('a.id', '=', of.tipId)
        : eb.or([
            eb('a.booking_id', '=', of.bookingId),
            eb('a.hold_id', '=', eb.selectFrom('holds as h').select('h.id').where('h.booking_id', '=', of.bookingId)),
          ]),
    )
    .orderBy('a.id')
    .execute()
}

/** What is not asked for, oldest first; nothing of a refund that gave nothing back. */
export async function listForgiven(db: Db, bookingId: number): Promise<Forgiven[]> {
  const { rows } = await sql<Forgiven>`
    select * from (
      select f.id, coalesce(f.cents, back_within_total(o)) as amount, f.order_id is not null as "isRefund",
        f.is_no_show as "isNoShow", f.reason, f.created_at as at, person_name(u) as by
      from forgiven f join users u on u.id = f.admin_id left join refund_orders o on o.id = f.order_id
      where f.booking_id = ${bookingId} and f.undone_at is null) one
    where amount > 0 order by id`.execute(db)
  return rows
}

/** Refund orders, oldest first. */
export async function listRefunds(db: Db, of: MoneyOf): Promise<BookingRefund[]> {
  const isOf = 'tipId' in of ? sql<boolean>`o.tip_id = ${of.tipId}` : sql<boolean>`o.booking_id = ${of.bookingId}`
  const orders = await db
    .selectFrom('refund_orders as o')
    .innerJoin('users as u', 'u.id', 'o.admin_id')
    .select(['o.id', 'o.kind', 'o.created_at', 'o.description', 'o.outcome', 'o.still_owes'])
    .select(sql<boolean>`exists (select from never_taken n where n.order_id = o.id)`.as('is_never_taken'))
    .select(sql<string>`person_name(u)`.as('by'))
    .where(isOf)
    .orderBy('o.id')
    .execute()
  const parts = await db
    .selectFrom('refunds as r')
    .innerJoin('refund_orders as o', 'o.id', 'r.order_id')
    .leftJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .select(['r.order_id', 'a.charge_id', 'r.amount_cents', 'r.outcome', 'r.outcome_at', 'r.request_id'])
    .select(['r.provider_refund_id', 'r.last_problem'])
    .where(isOf)
    .orderBy('r.id')
    .execute()
  return orders.map((order) => ({
    id: order.id,
    kind: order.kind,
    isNeverTaken: order.is_never_taken,
    orderedAt: order.created_at,
    orderedBy: order.by,
    description: order.description,
    status: order.outcome ?? 'PROCESSING',
    stillOwes: order.still_owes,
    parts: parts
      .filter((part) => part.order_id === order.id)
      .map((part) => ({
        chargeId: part.charge_id,
        amount: part.amount_cents,
        status: part.outcome ?? 'PROCESSING',
        endedAt: part.outcome_at,
        requestId: part.request_id,
        refundId: part.provider_refund_id,
        problem: part.outcome === 'REFUNDED' ? null : part.last_problem,
      })),
  }))
}

/** The rest of the timeline: emails that this position may read, signed waivers and admin changes. */
export async function listMoments(
  db: Db,
  position: Position | null,
  bookingId: number,
): Promise<Pick<BookingTables, 'mails' | 'signatures' | 'changes'>> {
  const [mails, signatures, changes] = await Promise.all([
    db
      .selectFrom('outbox_mails as m')
      .select(['id', 'kind', 'subject', 'to_email as to', 'status', 'last_error as error', 'sent_at as sentAt'])
      .select('created_at as createdAt')
      .where('booking_id', '=', bookingId)
      .where(mayRead(position))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('waiver_signatures')
      .select(['signed_at as signedAt', 'name', 'guardian'])
      .where('booking_id', '=', bookingId)
      .orderBy('id')
      .execute(),
    listChanges(db, bookingId),
  ])
  return { mails, signatures, changes }
}

/** What staff changed of a booking, oldest first. */
export async function listChanges(db: Db, bookingId: number): Promise<BookingTables['changes']> {
  return db
    .selectFrom('change_log')
    .select(['happened_at as at', 'by', 'action', 'before', 'after'])
    .where('subject_kind', '=', 'booking')
    .where('subject_id', '=', String(bookingId))
    .where('admin_id', 'is not', null)
    .orderBy('id')
    .execute()
}
