import type { MoneyEntry } from '@arcadia/contract/admin/bookkeeping'

/** A booking, a gift voucher that was sold, or a tip. */
export type PaidFor = { bookingId: number } | { voucherId: number } | { tipId: number }

/** An entry of the books with its row, and what paid it. */
export interface BookingEntry extends Pick<MoneyEntry, 'at' | 'method' | 'kind'> {
  /** Which table `row` is of, as the entries are ordered. */
  part: 0 | 1 | 2 | 3 | 4
  row: number
  cents: number
  cardBrand: string | null
  last4: string | null
  isAngler: boolean
  shareId: number | null
  /** Whose share it was. */
  share: string | null
  /** The friend whose share it was; null for the guest. */
  payer: string | null
}
