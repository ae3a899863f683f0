import type { AdminGiftVoucher, sellGiftVoucher, undoVoucherSale } from '@arcadia/contract/admin/gift-vouchers'
import type { Input, Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import { refuseTaken } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { GiftVouchers } from '../gift-vouchers/gift-vouchers.service.ts'
import { reversePriceOfVoucher, writePriceOfVoucher } from '../manual-payments/voucher-prices.service.ts'

export function createVoucherSales({ vouchers }: { vouchers: Pick<GiftVouchers, 'make' | 'endUnused'> }) {
  return {
    /** The price and the voucher are written together, and the buyer gets the code. @throws AppError `key-reused` */
    sell(
      admin: SignedIn,
      { method, note, buyerEmail, buyerPhone, ...voucher }: Input<typeof sellGiftVoucher>['body'],
      key: string | undefined,
    ): Promise<Output<typeof sellGiftVoucher>> {
      const { amount, recipientName } = voucher
      return vouchers.make(admin, { ...voucher, expiresOn: null }, key, {
        buyerEmail,
        buyerPhone,
        async record(tx, now, voucherId) {
          await writePriceOfVoucher(tx, now, admin.id, { voucherId, amount, method, note })
          const after = { amount: formatCents(amount), method, note, recipientName }
          await recordChange(tx, admin.id, 'gift-voucher.sold', voucherId, null, after)
          await enqueueMail(tx, now, { kind: 'gift-voucher-bought', to: buyerEmail, params: { voucherId } })
        },
      })
    },

    /**
     * Only the whole price of a voucher that was never used goes back, and the voucher is void (docs/rules.md §13.8).
     * @throws AppError `voucher-not-found`, `voucher-void`, `voucher-used`, `voucher-not-sold-by-hand`, `already-taken-back`, `refund-above-limit`
     */
    undo: (
      admin: SignedIn,
      id: number,
      { reason, isGivenBack }: Input<typeof undoVoucherSale>['body'],
    ): Promise<AdminGiftVoucher> =>
      vouchers
        .endUnused(admin.id, id, isGivenBack ? 'refunded' : 'sale-removed', reason, (tx, now) =>
          reversePriceOfVoucher(tx, now, admin.id, id, { reason, isGivenBack }),
        )
        .catch(refuseTaken('manual_payments_reverses_key', 'already-taken-back')),
  }
}
