import { Button } from '../../ui/button.tsx'
import type { VoucherInHand } from './voucher-field.tsx'

/** In place of the button that charges a card, while a code is typed. */
export function PayByVoucher({ voucher, className }: { voucher: VoucherInHand; className?: string }) {
  return (
    <Button type="submit" variant="cta" className={className} busy={voucher.isPaying} busyLabel="Paying...">
      Pay with the gift
    </Button>
  )
}
