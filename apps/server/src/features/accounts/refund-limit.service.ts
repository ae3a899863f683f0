import type { Cents } from '@arcadia/contract/money'
import { aboveRefundLimit } from '@arcadia/contract/people'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findUser } from './accounts.store.ts'
import { refundLimitOf } from './people.store.ts'

/**
 * In the transaction that writes a refund down: `inAll` is what then went back of the booking (docs/rules.md §22.4).
 * @throws AppError `refund-above-limit`
 */
export async function demandMayRefund(tx: Db, adminId: number, inAll: Cents): Promise<void> {
  if ((await findUser(tx, adminId))?.position === 'OWNER') return
  const limit = await refundLimitOf(tx)
  if (inAll > limit) throw new AppError('refund-above-limit', { message: aboveRefundLimit(limit) })
}
