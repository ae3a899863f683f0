import type { Tip } from '@arcadia/contract/admin/tips'
import { cardInWords, type PaymentStatus } from '@arcadia/contract/payments'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

type Row = Omit<Tip, 'status' | 'card'> & {
  outcome: 'CAPTURED' | 'DECLINED' | 'NOT_CHARGED' | 'VOIDED' | null
  cardBrand: string | null
  last4: string | null
}

/** Tips that were paid, or may be. */
export async function listTipsOf(db: Db, bookingId: number): Promise<Tip[]> {
  const { rows } = await sql<Row>`
    select a.id, a.started_at as at, a.outcome, a.amount_cents as amount, a.card_brand as "cardBrand", a.last4,
      coalesce(c.back_cents, 0) as back, coalesce(c.charged_back_cents > 0, false) as "isChargedBack",
      coalesce(c.rest_cents, 0) as refundable, a.booking_data ->> 'firstName' as payer, person_name(u) as guide
    from tips t join payment_attempts a on a.id = t.attempt_id left join charges c on c.id = a.id
      left join users u on u.id = t.guide_id
    where t.booking_id = ${bookingId} and (a.outcome is null or a.outcome = 'CAPTURED') order by a.id`.execute(db)
  return rows.map(({ outcome, cardBrand, last4, ...tip }) => {
    const status: PaymentStatus = outcome === null ? 'PROCESSING' : 'CAPTURED'
    return { ...tip, status, card: cardInWords({ cardBrand, last4 }) }
  })
}

/** What a guide was tipped since then and what is left of it. */
export async function listTipsFor(db: Db, guideId: number, since: Date) {
  const { rows } = await sql<{ id: number; at: Date; selectedDate: TripDate; kept: number }>`
    select a.id, a.outcome_at as at, a.booking_data ->> 'selectedDate' as "selectedDate", a.amount_cents - c.back_cents as kept
    from tips t join payment_attempts a on a.id = t.attempt_id join charges c on c.id = a.id
    where t.guide_id = ${guideId} and a.outcome_at >= ${since} order by a.id desc`.execute(db)
  return rows
}

/** A tip with where its receipt went, and what it says. */
export async function findTip(db: Db, id: number) {
  const { rows } = await sql<{
    id: number
    bookingId: number
    bookingEmail: string | null
    email: string | null
    payer: string
    guide: string | null
  }>`
    select a.id, t.booking_id as "bookingId", b.email as "bookingEmail", a.booking_data ->> 'email' as email, a.booking_data ->> 'firstName' as payer,
      coalesce(nullif(trim(u.first_name), ''), person_name(u)) as guide
    from tips t join payment_attempts a on a.id = t.attempt_id join bookings b on b.id = t.booking_id
      left join users u on u.id = t.guide_id
    where t.attempt_id = ${id}`.execute(db)
  return rows[0]
}
