import { addresses } from '@arcadia/contract/addresses'
import { formatCents } from '@arcadia/contract/money'
import { reachUs } from '@arcadia/contract/site/business-words'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { action, facts, greet, letter } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { formatMethod } from './write-manual-payment.service.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    'manual-payment': { paymentId: number; bookingId: number }
    'manual-payment-taken-back': { paymentId: number; bookingId: number }
  }
}

/** To the customer, without the owner's note. */
export const manualPaymentEmails: Emails = {
  async 'manual-payment'({ paymentId, bookingId }, context) {
    const payment = await findPayment(context.tx, paymentId)
    // Removed before the email was sent.
    if (!payment || payment.takenBackBy) return null
    return letter(
      context,
      'Your payment arrived',
      greet(payment.first_name),
      `We got your ${formatCents(payment.amount_cents)} ${formatMethod(payment.method)}. Thank you.`,
      sums(payment),
      action('View your booking', addresses.bookings.booking.href({ id: bookingId })),
    )
  },

  async 'manual-payment-taken-back'({ paymentId }, context) {
    const payment = await findPayment(context.tx, paymentId)
    if (!payment?.takenBackBy) return null
    return letter(
      context,
      'We removed a payment',
      greet(payment.first_name),
      `We recorded ${formatCents(payment.amount_cents)} ${formatMethod(payment.method)} by mistake and removed it.`,
      sums(payment),
      reachUs('Something not right?', context.business),
    )
  },
}

type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

function sums({ confirmation_number, trip_date, total_cents, paid, owed }: Payment) {
  return facts({
    Confirmation: confirmation_number,
    Date: formatFullDate(trip_date),
    Total: formatCents(total_cents),
    Paid: formatCents(paid),
    Balance: formatCents(owed),
  })
}

function findPayment(db: Db, id: number) {
  return db
    .selectFrom('manual_payments as p')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .leftJoin('manual_payments as back', 'back.reverses', 'p.id')
    .select(['p.amount_cents', 'p.method', 'back.id as takenBackBy'])
    .select([sql<number>`net_paid(b.id)`.as('paid'), sql<number>`owed(b)`.as('owed')])
    .select(['b.first_name', 'b.confirmation_number', 'b.trip_date', 'b.total_cents'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}
