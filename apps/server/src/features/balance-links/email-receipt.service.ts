import type { emailReceipt } from '@arcadia/contract/balance-links'
import type { Output } from '@arcadia/contract/endpoint'
import type { Payment } from '@arcadia/contract/payments'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { limitFor } from '../../http/limits.rules.ts'
import { enqueueMail } from '../../mail/outbox.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits'> {
  links: { read(token: string, id: number): Promise<Payment> }
}

/** For each payment: those who share it. */
const receiptsOf = limitFor('receipts', 5, HOUR_MS)

/**
 * Emails a receipt to whoever paid by a link, which may be somebody else's (docs/rules.md §8.14).
 * @throws AppError `balance-link-invalid`, `payment-not-found`, `too-many-requests`
 */
export async function sendReceipt(
  { db, clock, limits, links }: Deps,
  { token, id, to }: { token: string; id: number; to: string },
): Promise<Output<typeof emailReceipt>> {
  const { bookingId } = await links.read(token, id)
  await limits.spend(receiptsOf(id))
  await inTransaction(db, clock, (tx, now) =>
    enqueueMail(tx, now, { kind: 'payment-receipt', to, params: { attemptId: id, bookingId } }),
  )
  return { message: `We're emailing the receipt to ${to}.` }
}
