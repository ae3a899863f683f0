import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { action, facts, greet, letter } from '../../mail/letter.ts'
import type { MailRenderers } from '../../mail/mail-renderers.ts'

export interface RefundMails {
  /** To the owner. */
  'refund-requested': { requestId: number; bookingId: number }
  /** To the customer. */
  'refund-made': { orderId: number; bookingId: number }
  'refund-declined': { requestId: number; bookingId: number }
}

export const refundEmails: MailRenderers<RefundMails> = {
  async 'refund-requested'({ requestId }, context) {
    const request = await context.tx
      .selectFrom('refund_requests as r')
      .innerJoin('bookings as b', 'b.id', 'r.booking_id')
      .select([
        'r.amount_cents',
        'r.description',
        'r.decided_at',
        'b.confirmation_number',
        'b.trip_date',
        'b.first_name',
        'b.last_name',
      ])
      .where('r.id', '=', requestId)
      .executeTakeFirst()
    if (!request || request.decided_at) return null
    return letter(
      context,
      `Refund requested: ${request.confirmation_number}`,
      'Hello,',
      'A customer asks for a refund. By the terms a deposit is not refundable of right: it is yours to decide.',
      facts({
        Confirmation: request.confirmation_number,
        Customer: `${request.first_name} ${request.last_name}`,
        Date: formatFullDate(request.trip_date),
        Amount: request.amount_cents === null ? 'all that was paid' : formatCents(request.amount_cents),
      }),
      request.description ? `They write:\n${request.description}` : false,
      action('Decide it', `${context.publicUrl}/admin?tab=refunds`),
    )
  },

  async 'refund-made'({ orderId }, context) {
    const order = await context.tx
      .selectFrom('refund_orders as o')
      .innerJoin('bookings as b', 'b.id', 'o.booking_id')
      .select(['o.booking_id', 'b.first_name', 'b.confirmation_number', 'b.trip_date'])
      .where('o.id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { sum } = await context.tx
      .selectFrom('refunds')
      .select(({ fn }) => fn.sum<number | null>('amount_cents').as('sum'))
      .where('order_id', '=', orderId)
      .where('outcome', '=', 'REFUNDED')
      .executeTakeFirstOrThrow()
    if (!sum) return null
    return letter(
      context,
      `Your refund: ${formatCents(Number(sum))}`,
      greet(order.first_name),
      'We have sent money back to your card.',
      facts({
        Amount: formatCents(Number(sum)),
        Confirmation: order.confirmation_number,
        Date: formatFullDate(order.trip_date),
      }),
      'Your bank usually shows it within 5 to 10 business days. A payment that was still pending may just disappear.',
    )
  },

  async 'refund-declined'({ requestId }, context) {
    const request = await context.tx
      .selectFrom('refund_requests as r')
      .innerJoin('bookings as b', 'b.id', 'r.booking_id')
      .select(['r.answer', 'r.decision', 'b.first_name', 'b.confirmation_number', 'b.trip_date'])
      .where('r.id', '=', requestId)
      .executeTakeFirst()
    if (request?.decision !== 'DECLINED') return null
    return letter(
      context,
      `Your refund request: ${request.confirmation_number}`,
      greet(request.first_name),
      'We have looked at your request and cannot refund this booking.',
      request.answer ?? false,
      facts({ Confirmation: request.confirmation_number, Date: formatFullDate(request.trip_date) }),
      `Rather talk? Call ${context.business.phone}.`,
    )
  },
}
