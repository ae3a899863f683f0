import { aboveRefundLimit } from '@arcadia/contract/admin/people'
import type { Cents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findUser } from '../accounts/accounts.writes.ts'
import { refundLimitOf, sumGoneBack } from './people.store.ts'

/** What an admin may still refund on a booking; null without a limit. */
export async function leftToRefund(db: Db, adminId: number, bookingId: number): Promise<Cents | null> {
  const limit = await limitOf(db, adminId)
  return limit === null ? null : Math.max(0, limit - (await sumGoneBack(db, bookingId)))
}

/**
 * Why an admin may not refund `more` on a booking: together with all earlier refunds, of any kind and also those without an
 * answer yet, it would exceed the limit (docs/rules.md §22.4). Null if they may.
 */
export async function whyNotRefund(db: Db, adminId: number, bookingId: number, more: Cents): Promise<string | null> {
  return whyNot(db, adminId, async () => (await sumGoneBack(db, bookingId)) + more)
}

async function whyNot(db: Db, adminId: number, back: () => Promise<Cents>): Promise<string | null> {
  const limit = await limitOf(db, adminId)
  return limit !== null && (await back()) > limit ? aboveRefundLimit(limit) : null
}

async function limitOf(db: Db, adminId: number): Promise<Cents | null> {
  return (await findUser(db, adminId))?.position === 'OWNER' ? null : refundLimitOf(db)
}

/** Call in the transaction that records the refund. @throws AppError `refund-above-limit` */
export async function demandMayRefund(...refund: Parameters<typeof whyNotRefund>): Promise<void> {
  refuse(await whyNotRefund(...refund))
}

/** The same for what no sum of a booking has: the price of a gift voucher, or a tip. @throws AppError `refund-above-limit` */
export async function demandMayGiveBack(db: Db, adminId: number, cents: Cents): Promise<void> {
  refuse(await whyNot(db, adminId, async () => cents))
}

function refuse(message: string | null): void {
  if (message) throw new AppError('refund-above-limit', { message })
}
