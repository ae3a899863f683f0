import type { VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'

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
