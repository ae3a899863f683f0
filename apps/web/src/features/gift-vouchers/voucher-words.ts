import type { SaleMethod, VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'
import { MANUAL_METHODS } from '@arcadia/contract/admin/manual-payments'

/** How a voucher was sold in the portal. */
export const SALE_METHODS: Readonly<Record<SaleMethod, string>> = {
  CASH: MANUAL_METHODS.CASH.name,
  CHECK: MANUAL_METHODS.CHECK.name,
  ZELLE: MANUAL_METHODS.ZELLE.name,
  VENMO: MANUAL_METHODS.VENMO.name,
  OTHER: MANUAL_METHODS.OTHER.name,
  LINK: 'Pay link',
}

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
