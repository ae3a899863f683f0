import { MONEY_KINDS, MONEY_METHODS } from '@arcadia/contract/admin/bookkeeping'
import { cardInWords } from '@arcadia/contract/payments'
import { type Receipt, type ReceiptLetter, receiptNumber } from '@arcadia/contract/receipts'
import type { BookingEntry } from '../bookkeeping/booking-entry.ts'

/** Of each `part` of the books. */
const LETTERS: readonly ReceiptLetter[] = ['C', 'B', 'H', 'G', 'W']

export function toReceipt(entry: BookingEntry, guest: string): Receipt {
  const { at, method, cents, shareName } = entry
  return {
    number: receiptNumber(LETTERS[entry.part]!, entry.row),
    at,
    isBack: cents < 0,
    amount: Math.abs(cents),
    what: whatFor(entry),
    how: (method === 'CARD' && cardInWords(entry)) || MONEY_METHODS[method].name,
    payer: shareName ?? guest,
  }
}

function whatFor({ kind, cents, isAngler, shareId }: BookingEntry): string {
  if (isAngler) return 'Deposit of an added angler'
  if (cents > 0 && shareId !== null && kind !== 'WON_BACK') return 'Share of the balance'
  if (kind === 'VOUCHER_SOLD') return 'Gift voucher'
  return kind === 'VOUCHER_USED' ? 'Payment' : MONEY_KINDS[kind]
}
