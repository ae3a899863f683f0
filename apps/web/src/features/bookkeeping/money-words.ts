import type { MoneyKind, MoneyMethod } from '@arcadia/contract/admin/bookkeeping'
import { MANUAL_METHODS, type ManualMethod } from '@arcadia/contract/admin/manual-payments'

export const KINDS: Readonly<Record<MoneyKind, string>> = {
  DEPOSIT: 'Deposit',
  BALANCE: 'Balance',
  BY_HAND: 'Paid by hand',
  TAKEN_BACK: 'Removed',
  REFUND: 'Refund',
  VOUCHER_SOLD: 'Gift voucher sold',
  VOUCHER_USED: 'Gift voucher used',
  VOUCHER_REFUNDED: 'Back to the gift voucher',
}

export const METHODS: Readonly<Record<MoneyMethod, string>> = {
  CARD: 'Card',
  ...(Object.fromEntries(Object.entries(MANUAL_METHODS).map(([method, { name }]) => [method, name])) as Record<
    ManualMethod,
    string
  >),
  VOUCHER: 'Gift voucher',
}
