import { formatCents } from '@arcadia/contract/money'
import { splitBack } from '@arcadia/contract/split-kept'

/** What goes back by hand or on a gift voucher is no refund to a card; a phone booking may have paid nothing yet. */
export function depositBackLabel(booking: Parameters<typeof splitBack>[0]): string {
  const { refund } = splitBack(booking)
  const { refundableToVouchers: toVouchers, cashAmount: byHand } = booking
  if (refund > 0) return toVouchers > 0 ? `Get ${formatCents(refund)} back` : `Refund ${formatCents(refund)}`
  return byHand > 0 ? `Cancel and get ${formatCents(byHand)} back` : 'Cancel my booking'
}
