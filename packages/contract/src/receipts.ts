import * as z from 'zod/mini'
import { Booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath, Instant, LinkToken } from './fields.ts'
import { LinkedVoucher } from './gift-vouchers.ts'
import { Money } from './money.ts'

// What was paid and given back, a paper each (docs/rules.md §3.44).

/** By card, a refund, by hand, by gift voucher, won back from the bank: a table each. */
export type ReceiptLetter = 'C' | 'B' | 'H' | 'G' | 'W'

/** `R-C12`: the letter of a row's table and its id there, so it never changes or repeats, and nothing stores it. */
export const receiptNumber = (letter: ReceiptLetter, id: number) => `R-${letter}${id}`

/** Whose part of the bill a payment was, wherever it is named; undefined for the booker's own deposit and balance. */
export function partInWords({ isAngler, share }: { isAngler: boolean; share: string | null }): string | undefined {
  if (isAngler) return 'Deposit of an added angler'
  return share === null ? undefined : `${share}'s share`
}

export const Receipt = z.object({
  number: z.string(),
  at: Instant,
  isBack: z.boolean(),
  amount: Money,
  /** What for: a deposit, a share, a refund. */
  what: z.string(),
  /** `Visa ending in 1111`, `Cash` */
  how: z.string(),
  /** The booking's guest, whose share it is, or who gives the voucher. */
  payer: z.string(),
})
export type Receipt = z.infer<typeof Receipt>

/** What the statement adds; a share's link shows none of it. */
const Sums = z.pick(Booking, {
  totalAmount: true,
  canceledAmount: true,
  chargedBackAmount: true,
  forgivenAmount: true,
  pendingAmount: true,
  status: true,
  // What became of the money of a canceled trip.
  paidAmount: true,
  depositAmount: true,
  voucherAmount: true,
  cashAmount: true,
  refundedAmount: true,
  refundableAmount: true,
  surplusAmount: true,
  refundAskedAt: true,
  refundDeclined: true,
  canceledByUs: true,
  wasCalledOff: true,
})

export const Receipts = z.object({
  /** What was paid for: a booking, or else a gift voucher. */
  trip: z.nullable(
    z.extend(
      z.pick(Booking, {
        confirmationNumber: true,
        packageType: true,
        selectedDate: true,
        numberOfGuests: true,
        riders: true,
        canceledByUs: true,
        outcome: true,
      }),
      { canceledAt: z.nullable(Instant) },
    ),
  ),
  /** The link that opened them opens the page of the trip, too. */
  opensTrip: z.boolean(),
  gift: z.nullable(z.pick(LinkedVoucher, { trip: true, worth: true, recipientName: true })),
  /** Oldest first. */
  receipts: z.array(Receipt),
  /** Of tips, which are no part of the bill: its guest's session reads those that went to their address. */
  tips: z.array(Receipt),
  statement: z.nullable(z.extend(Sums, { guest: z.string(), paid: Money, back: Money })),
})
export type Receipts = z.infer<typeof Receipts>

export const getReceipts = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/receipts',
  access: 'customer',
  summary: "The receipts and the statement of one of the caller's own bookings.",
  failed: 'Failed to load the receipts',
  params: z.object({ id: IdInPath }),
  response: Receipts,
  errors: ['booking-not-found'],
})

// The token goes in the body because URLs are logged.

export const openReceipts = endpoint({
  method: 'POST',
  path: '/api/trips/receipts',
  access: 'public',
  summary:
    "The same, by the booking's own link; by the link of a share, what was paid of it, by that of a gift voucher, what was paid for it, and by that of a tip, the tip. The group's link opens none.",
  failed: 'Failed to load the receipts',
  body: z.strictObject({ token: LinkToken }),
  response: Receipts,
  errors: ['trip-link-invalid', 'too-many-requests'],
})

export const getBookingReceipts = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id/receipts',
  access: 'office',
  summary: 'The receipts and the statement of a booking.',
  failed: 'Failed to load the receipts',
  params: z.object({ id: IdInPath }),
  response: Receipts,
  errors: ['booking-not-found'],
})
