import type { VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'
import type { LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { GIFTS_GO_OUT } from '@arcadia/contract/gifts'
import { formatFullDate } from '@arcadia/contract/trip-date'

export const VOUCHER_LOOKS: Record<
  VoucherStatus,
  { status: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'CLOSED' | 'CANCELLED'; label: string }
> = {
  UNPAID: { status: 'PENDING', label: 'Not paid yet' },
  GOOD: { status: 'CONFIRMED', label: 'Good' },
  USED: { status: 'COMPLETED', label: 'Used' },
  EXPIRED: { status: 'CLOSED', label: 'Expired' },
  VOID: { status: 'CANCELLED', label: 'Void' },
}

/** How a gift gets to whom it is for once it is paid for. */
export function whenSent({ recipientEmail: to, sendOn }: LinkedVoucher): string {
  if (!to) return 'You hand it over'
  return `By email to ${to}, ${sendOn ? `${formatFullDate(sendOn)} at ${GIFTS_GO_OUT}` : "as soon as it's paid"}`
}
