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

/** Where a gift is emailed once it is paid for, and when. */
export function whenSent({ recipientEmail: to, sendOn }: LinkedVoucher): string {
  if (!to) return 'To you only'
  return sendOn ? `${formatFullDate(sendOn)} at ${GIFTS_GO_OUT}, to ${to}` : `To ${to}, as soon as it's paid`
}
