import { formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { facts, letter, viewTrip } from '../../mail/letter.ts'
import type { Emails } from '../../mail/mail-renderers.ts'
import { findBooking, sumsOf } from '../bookings/bookings.emails.ts'
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
    const booking = payment && !payment.takenBackBy && (await findBooking(context.tx, bookingId))
    if (!booking) return null
    const cents = payment.taken_cents ?? payment.amount_cents
    return letter(
      context,
      {
        subject: `Payment received: ${formatCents(cents)}`,
        headline: 'Thank you',
        name: booking.first_name,
        amount: { cents },
      },
      `We got your payment ${formatMethod(payment.method)}.`,
      viewTrip(booking, context),
      facts(sumsOf(booking, context)),
    )
  },

  async 'manual-payment-taken-back'({ paymentId, bookingId }, context) {
    const payment = await findPayment(context.tx, paymentId)
    const booking = payment?.takenBackBy && (await findBooking(context.tx, bookingId))
    if (!booking) return null
    return letter(
      context,
      {
        subject: `We removed a payment: ${formatCents(payment.amount_cents)}`,
        headline: 'A correction',
        name: booking.first_name,
      },
      `We recorded ${formatCents(payment.amount_cents)} ${formatMethod(payment.method)} by mistake and removed it.`,
      viewTrip(booking, context),
      facts(sumsOf(booking, context)),
    )
  },
}

function findPayment(db: Db, id: number) {
  return db
    .selectFrom('manual_payments as p')
    .leftJoin('manual_payments as back', 'back.reverses', 'p.id')
    .select(['p.amount_cents', 'p.taken_cents', 'p.method', 'back.id as takenBackBy'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}
