import { addresses, type EmailedLink } from '@arcadia/contract/addresses'
import type {
  AdminGiftVoucher,
  NewVoucher,
  sellGiftVoucher,
  undoVoucherSale,
} from '@arcadia/contract/admin/gift-vouchers'
import type { Input } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { makeLink } from '../../http/links.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { AdminGiftVouchers } from '../gift-vouchers/admin-gift-vouchers.service.ts'
import { reversePriceOfVoucher, writePriceOfVoucher } from '../manual-payments/voucher-prices.service.ts'

export function createVoucherSales({
  vouchers,
  publicUrl,
}: Pick<Base, 'publicUrl'> & { vouchers: Pick<AdminGiftVouchers, 'make' | 'linkToPay' | 'endUnused'> }) {
  /** @throws AppError `voucher-not-found`, `voucher-void`, `voucher-not-good`, `payment-in-progress` */
  async function link(admin: SignedIn, voucherId: number): Promise<{ link: string }> {
    let made: EmailedLink | undefined
    await vouchers.linkToPay(admin.id, voucherId, async (tx, now, email) => {
      made = await makeLink(tx, now, { purpose: 'PAY_VOUCHER', voucherId, email })
    })
    return { link: publicUrl + addresses.payVoucher.href(made!) }
  }

  return {
    link,

    /** By hand, price and voucher are written together; with a link, it waits for a card. @throws AppError `key-reused` */
    async sell(
      admin: SignedIn,
      { method, note, buyerEmail, buyerPhone, ...voucher }: Input<typeof sellGiftVoucher>['body'],
      key: string | undefined,
    ): Promise<NewVoucher> {
      const { amount, recipientName } = voucher
      const sold = await vouchers.make(admin, { ...voucher, expiresOn: null }, key, {
        buyerEmail,
        buyerPhone,
        isPaid: method !== 'LINK',
        async record(tx, now, voucherId) {
          const after = { amount: formatCents(amount), method, note, recipientName }
          await recordChange(tx, admin.id, 'gift-voucher.sold', voucherId, null, after)
          if (method === 'LINK') return
          await writePriceOfVoucher(tx, now, admin.id, { voucherId, amount, method, note })
          await enqueueMail(tx, now, { kind: 'gift-voucher-bought', to: buyerEmail, params: { voucherId } })
        },
      })
      // Under the same key, an earlier sale that was paid another way.
      if (sold.sale?.method !== method) throw new AppError('key-reused')
      return { ...sold, ...(sold.status === 'UNPAID' && (await link(admin, sold.id))) }
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
