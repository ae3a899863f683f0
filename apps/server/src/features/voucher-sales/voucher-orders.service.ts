import type { EmailedLink } from '@arcadia/contract/addresses'
import type { NewGiftVoucher } from '@arcadia/contract/gift-vouchers'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { makeLink } from '../../http/links.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Businesses } from '../business/business.service.ts'
import { ordersFrom } from '../gift-vouchers/gift-vouchers.rules.ts'
import { insertOrdered } from '../gift-vouchers/gift-vouchers.writes.ts'

/**
 * Orders on the site, with an email and no account. The order is written before any card is asked for, so that a lost answer, a
 * reload and a second tab all come back to it by its link (docs/rules.md §13.11).
 */
export function createVoucherOrders(
  deps: Pick<Base, 'db' | 'clock' | 'encryption' | 'addressLimits'> & { business: Pick<Businesses, 'get'> },
) {
  const { db, clock, addressLimits, business } = deps
  return {
    /** @throws AppError `gifts-not-sold`, `payment-differs`, `too-many-requests` */
    async order(user: SignedIn | null, voucher: NewGiftVoucher, network: string): Promise<EmailedLink> {
      await addressLimits.spend(ordersFrom(network), 'Too many gifts were started from your network.')
      return inTransaction(db, clock, async (tx, now) => {
        if ((await business.get(tx)).giftsStopped) throw new AppError('gifts-not-sold')
        const boughtBy = user?.role === 'USER' ? user.id : null
        const voucherId = await insertOrdered(tx, now, deps, voucher, boughtBy)
        return makeLink(tx, now, { purpose: 'PAY_VOUCHER', voucherId, email: voucher.buyerEmail })
      })
    },
  }
}
