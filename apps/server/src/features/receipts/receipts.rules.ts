import { MONEY_KINDS, MONEY_METHODS } from '@arcadia/contract/admin/bookkeeping'
import { cardInWords } from '@arcadia/contract/payments'
import { partInWords, type Receipt, type ReceiptLetter, receiptNumber } from '@arcadia/contract/receipts'
import type { BookingEntry } from '../bookkeeping/booking-entry.ts'

/** Of each `part` of the books. */
const LETTERS: readonly ReceiptLetter[] = ['C', 'B', 'H', 'G', 'W']

export function toReceipt(entry: BookingEntry, guest: string): Receipt {
  const { at, method, cents, payer } = entry
  return {
    number: receiptNumber(LETTERS[entry.part]!, entry.row),
    at,
    isBack: cents < 0,
    amount: Math.abs(cents),
    what: whatFor(entry),
    how: method === 'VOUCHER' ? 'Gift' : (method === 'CARD' && cardInWords(entry)) || MONEY_METHODS[method].name,
    payer: payer ?? guest,
  }
}

function whatFor({ kind, cents, isAngler, share }: BookingEntry): string {
  const part = cents > 0 && kind !== 'WON_BACK' && partInWords({ isAngler, share })
  if (part) return part
  if (kind === 'VOUCHER_SOLD') return 'Gift'
  return kind === 'VOUCHER_USED' ? 'Payment' : MONEY_KINDS[kind]
}
