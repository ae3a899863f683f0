import { aboveRefundLimit } from '@arcadia/contract/admin/people'
import type { Cents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findUser } from '../accounts/accounts.writes.ts'
import { refundLimitOf, sumGoneBack } from './people.store.ts'

/**
 * Why an admin may not refund `more` on a booking: together with all earlier refunds, of any kind and also those without an
 * answer yet, it would exceed the limit (docs/rules.md §22.4). Null if they may.
 */
export async function whyNotRefund(db: Db, adminId: number, bookingId: number, more: Cents): Promise<string | null> {
  if ((await findUser(db, adminId))?.position === 'OWNER') return null
  const back = await sumGoneBack(db, bookingId)
  const limit = await refundLimitOf(db)
  return back + more > limit ? aboveRefundLimit(limit) : null
}

/** Call in the transaction that records the refund. @throws AppError `refund-above-limit` */
export async function demandMayRefund(...refund: Parameters<typeof whyNotRefund>): Promise<void> {
  const message = await whyNotRefund(...refund)
  if (message) throw new AppError('refund-above-limit', { message })
}
