import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { action, facts, letter } from '../../mail/letter.ts'
import type { MailRenderers } from '../../mail/mail-renderers.ts'

export interface RefundMails {
  /** To the owner. */
  'refund-requested': { requestId: number; bookingId: number }
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
}
