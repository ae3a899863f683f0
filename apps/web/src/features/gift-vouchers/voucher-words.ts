import type { VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'
import type { LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { hourInWords } from '@arcadia/contract/site/wording'
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

/** Where a gift is emailed, and when. */
export function whenSent({ recipientEmail: to, sendOn, sentAt, code }: LinkedVoucher): string {
  if (!to) return 'To you only'
  if (sentAt) return `Sent to ${to}`
  if (sendOn) return `${formatFullDate(sendOn)} at ${hourInWords('09:00')}, to ${to}`
  return code ? `Sending to ${to} now` : `To ${to}, as soon as it's paid`
}
