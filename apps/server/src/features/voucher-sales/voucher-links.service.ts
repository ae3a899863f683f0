import type { Input } from '@arcadia/contract/endpoint'
import type { LinkedVoucher, payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { hashToken } from '../../http/sessions.ts'
import { keyPrefixOf } from '../balance-links/balance-links.rules.ts'
import type { GiftVouchers } from '../gift-vouchers/gift-vouchers.service.ts'
import { keyOfToken } from '../payments/balance.kind.ts'
import type { createPay } from '../payments/pay.service.ts'
import type { Press } from '../payments/payment-kind.ts'
import type { voucherKind } from '../payments/voucher.kind.ts'

/** What anyone with the link of a gift voucher can do, without an account (docs/rules.md §13.11). */
export function createVoucherLinks({
  vouchers,
  payments,
}: {
  vouchers: Pick<GiftVouchers, 'getLinked'>
  payments: { pay: ReturnType<typeof createPay>; voucher: ReturnType<typeof voucherKind> }
}) {
  return {
    /** @throws AppError `balance-link-invalid`, `voucher-void` */
    open: (token: string): Promise<LinkedVoucher> => vouchers.getLinked(token),

    /**
     * Pays as whoever ordered or sold it; a repeat gets the first answer. Declines count for the address of an order, because
     * anyone can make another link (docs/rules.md §3.12).
     * @throws AppError `balance-link-invalid`, `voucher-void`, and those of any payment
     */
    async pay(press: Omit<Press, 'user'>, { token, ...card }: Input<typeof payLinkedVoucher>['body']) {
      const { id: voucherId, payerId, orderedFor, uses, isSetAside } = await vouchers.getLinked(token)
      const key = keyPrefixOf(hashToken(token)) + (press.key ?? keyOfToken(card.paymentToken))
      const user = { id: payerId, role: 'USER' as const }
      const linkHash = hashToken(orderedFor === null ? token : `gift:${orderedFor.toLowerCase()}`)
      const { status, body } = await payments.pay(payments.voucher, { ...press, user, linkHash, key, voucherId, card })
      return { status, body: { ...body, uses, isSetAside } }
    },
  }
}
