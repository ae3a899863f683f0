import type { AdminBooking, BookingEvent, BookingStatus, TripOutcome } from '@arcadia/contract/bookings'
import { type PackageType, RIDER_PRICE } from '@arcadia/contract/configuration'
import type { Cents } from '@arcadia/contract/money'
import { cardInWords, cardsInWords } from '@arcadia/contract/payments'
import type { Tackle } from '@arcadia/contract/riders'
import { type TripDate, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import { type ExpressionBuilder, type Generated, sql } from 'kysely'
import type { NewRow, Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { toPrivateMorning } from '../holds/current-hold.ts'
import { newConfirmationNumber, notAskedFor } from './bookings.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    bookings: {
      id: Generated<number>
      confirmation_number: string
      user_id: number
      trip_date: string
      number_of_guests: number
      package_type: PackageType
      riders: Generated<number>
      /** How many spots are this group's if its morning is private (docs/rules.md §2.22). */
      private_spots: Generated<number | null>
      tackle: Generated<Tackle>
      first_name: string
      last_name: string
      email: string | null
      phone: string
      total_cents: number
      deposit_cents: number
      status: BookingStatus
      status_reason: Generated<string | null>
      /** While it is cancelled: what was paid by hand goes back. */
      gives_back: Generated<boolean>
      /** Why staff cancelled it, as its guest reads it. */
      cancel_reason: Generated<string | null>
      terms_version: string | null
      terms_accepted_at: Date | null
      created_at: Date
      updated_at: Date
      blanked_at: Generated<Date | null>
      completed_at: Generated<Date | null>
      cancelled_at: Generated<Date | null>
      entered_by: Generated<number | null>
      entry_key: Generated<string | null>
      deposit_until: Generated<Date | null>
      /** The deadline of a deposit that was paid in time. */
      awaited_until: Generated<Date | null>
      /** Kept by the database, so that what is owed is found among the others. */
      is_paid: Generated<boolean>
      /** Counted by the database. */
      changes: Generated<number>
    }
    booking_events: {
      id: Generated<number>
      booking_id: number
      happened_at: Date
      kind: string
      description: string
      /** A key of `by` in the change of that kind. */
      made_by: Generated<string | null>
    }
  }
}

/** SQL on booking `b`: what became of its trip, or will (docs/rules.md §2.19). */
export const outcomeOf = sql<TripOutcome | null>`outcome_of(b)`

/** The booking's newest request for a refund that wasn't taken back. */
const lastRequest = (of: ExpressionBuilder<Tables & { b: Tables['bookings'] }, 'b'>) =>
  of
    .selectFrom('refund_requests as r')
    .select(['r.created_at', 'r.decided_at', 'r.decision', 'r.answer'])
    .whereRef('r.booking_id', '=', 'b.id')
    .where(sql<boolean>`r.decision is distinct from 'WITHDRAWN'`)
    .orderBy('r.id', 'desc')
    .limit(1)
    .as('asked')

/** Bookings with the amounts paid and refunded. */
export function bookingsWithMoney(db: Db) {
  return (
    db
      .selectFrom('bookings as b')
      .leftJoinLateral(
        (inner) =>
          inner
            .selectFrom('money_in as m')
            .select([
              sql<number | null>`sum(m.cents)::integer`.as('paid_cents'),
              sql<number | null>`(sum(m.cents) filter (where m.method not in ('CARD', 'VOUCHER')))::integer`.as(
                'cash_cents',
              ),
              sql<number | null>`(sum(m.cents) filter (where m.method = 'VOUCHER'))::integer`.as('voucher_cents'),
            ])
            .whereRef('m.booking_id', '=', 'b.id')
            .as('paid'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (inner) =>
          inner
            .selectFrom('payment_attempts as a')
            .select(['a.charge_id', 'a.realm_id'])
            .whereRef('a.booking_id', '=', 'b.id')
            .where('a.outcome', '=', 'CAPTURED')
            .orderBy('a.id')
            .limit(1)
            .as('charge'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(lastRequest, (join) => join.onTrue())
      .leftJoin('holds as h', 'h.booking_id', 'b.id')
      .selectAll('b')
      // Demonstration data has no holds.
      .select(sql<number>`coalesce(h.rider_price_cents, ${RIDER_PRICE})`.as('rider_price_cents'))
      .select(['h.private_spot_price_cents', 'h.trip_date as first_date'])
      .select([outcomeOf.as('outcome'), sql<number>`event_sequence(b)`.as('event_sequence')])
      .select([sql<number>`owed(b)`.as('owed_cents'), sql<number>`refundable(b.id)`.as('refundable_cents')])
      .select([sql<number>`canceled_of(b.id)`.as('canceled_cents'), sql<number>`to_give_back(b)`.as('to_give_back')])
      .select(sql<number>`charged_back_of(b.id)`.as('charged_back_cents'))
      .select(
        sql<number>`case when paid.voucher_cents > 0 then surplus_of_vouchers(b.id) else 0 end`.as('surplus_cents'),
      )
      .select(
        sql<number>`case when paid.voucher_cents > 0 then paid_by_ended_vouchers(b.id, (app_now() at time zone ${VENUE_TIME_ZONE})::date)
          else 0 end`.as('ended_cents'),
      )
      .select(
        sql<number>`(select coalesce(sum(m.cents), 0)::integer from money_back m where m.booking_id = b.id and m.method = 'VOUCHER')`.as(
          'on_vouchers_cents',
        ),
      )
      .select(sql<number>`kept_by_hand(b.id)`.as('kept_by_hand'))
      .select(
        sql<string | null>`(select e.made_by from booking_events e
          where b.status = 'CANCELLED' and e.booking_id = b.id and e.kind = 'cancelled' order by e.id desc limit 1)`.as(
          'canceled_by',
        ),
      )
      .select(
        sql<Date | null>`(select created_at from refund_requests where booking_id = b.id and decided_at is null)`.as(
          'refund_asked_at',
        ),
      )
      .select(
        sql<number>`(select coalesce(sum(cents), 0)::integer from refunds_in_question(b.id))`.as('refund_in_question'),
      )
      .select(['asked.created_at as asked_at', 'asked.decided_at as answered_at', 'asked.decision', 'asked.answer'])
      .select(['paid.paid_cents', 'paid.cash_cents', 'paid.voucher_cents', 'charge.charge_id', 'charge.realm_id'])
      .select(
        sql<number>`(select coalesce(sum(m.cents), 0)::integer from money_back m where m.booking_id = b.id)`.as(
          'refunded_cents',
        ),
      )
  )
}

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingsWithMoney>['executeTakeFirstOrThrow']>>

/** A booking with what the server alone reads. */
export interface KeptBooking extends AdminBooking {
  /** The number of what its calendar event says (docs/rules.md §8.9). */
  eventSequence: number
  /** What staff wrote for its guest in canceling. */
  cancelReason: string | null
  /** Null unless it is canceled. */
  canceledAt: Date | null
  /** Whoever booked canceled it. */
  canceledByGuest: boolean
  /** What it was booked for; null of demonstration data. */
  firstDate: TripDate | null
}

function declinedOf(row: BookingRow): AdminBooking['refundDeclined'] {
  const { asked_at, answered_at, decision, answer, refundable_cents } = row
  if (decision !== 'DECLINED' || !asked_at || !answered_at || refundable_cents <= 0) return null
  return { askedAt: asked_at, declinedAt: answered_at, answer }
}

/** Maps a row to the contract's booking. */
export function toBooking(row: BookingRow): KeptBooking {
  return {
    id: row.id,
    selectedDate: row.trip_date,
    numberOfGuests: row.number_of_guests,
    packageType: row.package_type,
    riders: row.riders,
    riderPrice: row.rider_price_cents,
    tackle: row.tackle,
    privateMorning: toPrivateMorning(row.private_spots, row.private_spot_price_cents) ?? null,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    addressLine1: null,
    city: null,
    state: null,
    totalAmount: row.total_cents,
    depositAmount: row.deposit_cents,
    paidAmount: row.paid_cents ?? 0,
    cashAmount: row.cash_cents ?? 0,
    voucherAmount: row.voucher_cents ?? 0,
    pendingAmount: row.owed_cents,
    forgivenAmount: notAskedFor({
      outcome: row.outcome,
      total: row.total_cents,
      kept: (row.paid_cents ?? 0) - row.refunded_cents,
      owed: row.owed_cents,
    }),
    refundedAmount: row.refunded_cents,
    refundedToVouchers: row.on_vouchers_cents,
    chargedBackAmount: row.charged_back_cents,
    canceledAmount: row.canceled_cents,
    refundableAmount: row.refundable_cents,
    refundableToVouchers: (row.voucher_cents ?? 0) - row.on_vouchers_cents - row.ended_cents,
    endedVoucherAmount: row.ended_cents,
    surplusAmount: row.surplus_cents,
    canceledByUs: row.canceled_by === 'staff',
    wasCalledOff: row.canceled_by === 'calledOff',
    refundAskedAt: row.refund_asked_at,
    refundDeclined: declinedOf(row),
    status: row.status,
    outcome: row.outcome,
    depositUntil: row.status === 'PENDING' ? row.deposit_until : null,
    confirmationNumber: row.confirmation_number,
    paymentData: { metadata: { realmId: row.realm_id } },
    paymentId: row.charge_id,
    refundInQuestion: row.refund_in_question,
    keptByHand: row.kept_by_hand,
    toGiveBack: row.to_give_back,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    eventSequence: row.event_sequence,
    cancelReason: row.cancel_reason,
    canceledAt: row.status === 'CANCELLED' ? row.cancelled_at : null,
    canceledByGuest: row.canceled_by === 'guest' || row.canceled_by === 'calledOff',
    firstDate: row.first_date,
  }
}

export async function findBooking(db: Db, id: number): Promise<(KeptBooking & { userId: number }) | undefined> {
  const row = await bookingsWithMoney(db).where('b.id', '=', id).executeTakeFirst()
  return row && { ...toBooking(row), userId: row.user_id }
}

/** Who a share of a split bill is for. */
export async function nameOfShare(tx: Db, id: number): Promise<string> {
  return (await tx.selectFrom('shares').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
}

/** What a payment toward a booking is, before it counts. */
export async function kindOfPayment(tx: Db, id: number, cents: Cents): Promise<'DEPOSIT' | 'BALANCE'> {
  const { kind } = await tx
    .selectFrom('bookings as b')
    .select(
      sql<'DEPOSIT' | 'BALANCE'>`kind_of_payment(b, ${cents}::integer,
        coalesce((select sum(cents) from money_in where booking_id = b.id), 0)::integer)`.as('kind'),
    )
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()
  return kind
}

/** Needs the day's lock. Generates a unique confirmation number. */
export async function insertBooking(
  tx: Db,
  booking: Omit<NewRow<'bookings'>, 'confirmation_number'>,
): Promise<{ id: number; confirmation_number: string }> {
  for (;;) {
    const inserted = await tx
      .insertInto('bookings')
      .values({ ...booking, confirmation_number: newConfirmationNumber() })
      .onConflict((conflict) => conflict.column('confirmation_number').doNothing())
      .returning(['id', 'confirmation_number'])
      .executeTakeFirst()
    if (inserted) return inserted
  }
}

interface PaidCard {
  cardBrand: string | null
  last4: string | null
}

/** The cards that got something back; none if any of it went back by hand. What a bank took back is no refund. */
export async function listRefundedCards(db: Db, bookingId: number) {
  const { rows } = await sql<PaidCard>`
    select distinct a.card_brand as "cardBrand", a.last4 from refunds r join refund_orders o on o.id = r.order_id
      join payment_attempts a on a.id = r.attempt_id
    where a.booking_id = ${bookingId} and r.outcome = 'REFUNDED' and o.kind <> 'CHARGED_BACK'
      and not exists (select from never_taken n where n.refund_id = r.id)
      and not exists (select from manual_payments m where m.booking_id = ${bookingId} and m.is_given_back)`.execute(db)
  return rows
}

/** The cards that paid and can be paid back. */
export async function listPaidCards(db: Db, bookingId: number) {
  const { rows } = await sql<PaidCard>`
    select distinct a.card_brand as "cardBrand", a.last4 from payment_attempts a join charges c on c.id = a.id
    where a.booking_id = ${bookingId} and a.outcome = 'CAPTURED' and c.back_cents < a.amount_cents`.execute(db)
  return rows
}

/** With the cards of what was paid and refunded and the reason why we canceled, which the history itself doesn't keep. */
export async function listBookingEvents(db: Db, bookingId: number): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('booking_events as e')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('payment_attempts as a')
          .select(['a.card_brand as cardBrand', 'a.last4'])
          .whereRef('a.booking_id', '=', 'e.booking_id')
          .whereRef('a.outcome_at', '=', 'e.happened_at')
          .where('a.outcome', '=', 'CAPTURED')
          .limit(1)
          .as('charge'),
      (join) => join.on('e.kind', '=', 'paid'),
    )
    .leftJoinLateral(
      sql<{
        to: PaidCard[] | null
        isOnGift: boolean | null
      }>`(select bool_or(r.attempt_id is null) as "isOnGift",
          jsonb_agg(distinct jsonb_build_object('cardBrand', a.card_brand, 'last4', a.last4)) filter (where a.id is not null) as "to"
        from refund_orders o join refunds r on r.order_id = o.id left join payment_attempts a on a.id = r.attempt_id
        where o.booking_id = e.booking_id and o.finished_at = e.happened_at and r.outcome = 'REFUNDED')`.as('back'),
      (join) => join.on('e.kind', '=', 'refunded'),
    )
    .innerJoin('bookings as b', 'b.id', 'e.booking_id')
    .select([
      'e.happened_at as happenedAt',
      'e.kind',
      'e.description',
      'charge.cardBrand',
      'charge.last4',
      'back.to',
      'back.isOnGift',
      'b.cancel_reason',
    ])
    .where('e.booking_id', '=', bookingId)
    .orderBy('e.id')
    .execute()
  const canceled = rows.findLastIndex(({ kind }) => kind === 'cancelled')
  return rows.map(({ happenedAt, kind, description, cancel_reason: why, to, isOnGift, ...charge }, at) => {
    const card = description.endsWith('by card.') && cardInWords(charge)
    const where = [to && cardsInWords(to), isOnGift && 'the gift'].filter(Boolean).join(' and ')
    const said = card
      ? description.replace(/\.$/, `, ${card}.`)
      : description.replace(/ was refunded\./, where ? ` was refunded to ${where}.` : '$&')
    return { happenedAt, kind, description: at === canceled && why ? `${said} ${why}` : said }
  })
}

/** Whether its date was changed since then. */
export async function hasMovedSince(db: Db, bookingId: number, since: Date): Promise<boolean> {
  const moves = db.selectFrom('booking_events').select('id').where('booking_id', '=', bookingId)
  const lately = moves.where('kind', '=', 'rescheduled').where('happened_at', '>', since)
  return (await lately.limit(1).execute()).length > 0
}

/** How the last change of date stands in the history of each of these bookings that moved. */
export async function listLastMoves(
  db: Db,
  bookingIds: readonly number[],
): Promise<{ bookingId: number; madeBy: string | null; description: string }[]> {
  if (bookingIds.length === 0) return []
  return db
    .selectFrom('booking_events')
    .distinctOn('booking_id')
    .select(['booking_id as bookingId', 'made_by as madeBy', 'description'])
    .where('booking_id', 'in', bookingIds)
    .where('kind', '=', 'rescheduled')
    .orderBy('booking_id')
    .orderBy('id', 'desc')
    .execute()
}

/** What those who hear of a change need of a booking. */
export async function getChanged(tx: Db, id: number) {
  const booking = tx
    .selectFrom('bookings')
    .select(['id', 'email', 'trip_date as selectedDate', 'status', 'deposit_until as depositUntil'])
  return booking.where('id', '=', id).executeTakeFirstOrThrow()
}

/** Whether a day is called off and its groups are choosing what to do (docs/rules.md §2.14). */
export async function isDayBeingMoved(db: Db, date: string): Promise<boolean> {
  const open = db.selectFrom('day_moves').select('id').where('trip_date', '=', date).where('closed_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}
