import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { GivenTrip, gift, optionalDate, orNull, voucherFields, Worth } from '../gift-vouchers.ts'
import { pageOf, pageQuery, SearchText } from '../lists.ts'
import { Money } from '../money.ts'
import { Email, optionalLine, PhoneNumber, requiredText } from '../text-fields.ts'
import { recordChargeback } from './chargebacks.ts'
import { PayMethod } from './manual-payments.ts'

export const errors = {
  'voucher-used': { status: 409, message: 'This gift voucher was used already.' },
  'voucher-not-sold-by-hand': { status: 409, message: 'Nobody paid for this gift voucher by hand.' },
} as const

export const VoucherStatus = z.enum(['UNPAID', 'GOOD', 'USED', 'EXPIRED', 'VOID'])
export type VoucherStatus = z.infer<typeof VoucherStatus>

/** A voucher as the portal lists it: without its code, which `showVoucherCode` answers. */
export const AdminGiftVoucher = z.object({
  ...voucherFields,
  /** The end of the code. */
  lastFour: z.string(),
  /** Paid for, itself or the one it replaces, so it never expires. */
  isSold: z.boolean(),
  /** How it was sold in the portal; null for one that was given or bought on the site. */
  sale: z.nullable(z.object({ method: PayMethod, note: z.nullable(z.string()), isUndone: z.boolean() })),
  /** What its card paid: what is left of it, and what the bank took back. Null for one that no card paid. */
  charge: z.nullable(z.object({ left: Money, takenBack: Money })),
  /** Of who it was sold to. */
  buyerEmail: z.nullable(z.string()),
  buyerPhone: z.nullable(z.string()),
  status: VoucherStatus,
  /** Who bought it, without `id` if nobody was signed in, or the admin who made it, perhaps in place of a void one. */
  by: z.object({ id: z.nullable(Id), name: z.string(), isAdmin: z.boolean() }),
  uses: z.array(
    z.object({
      id: Id,
      bookingId: Id,
      confirmationNumber: z.string(),
      amount: Money,
      isBack: z.boolean(),
      at: Instant,
    }),
  ),
})
export type AdminGiftVoucher = z.infer<typeof AdminGiftVoucher>

/** Answered to who made or sold it: its code, or the link that pays for it. */
const NewVoucher = z.extend(AdminGiftVoucher, { code: z.nullable(z.string()), link: z.nullable(z.string()) })
export type NewVoucher = z.infer<typeof NewVoucher>

const id = z.object({ id: IdInPath })

/** `amount` is what a trip costs at today's prices. */
const given = { amount: Worth, trip: z.optional(GivenTrip) }

export const listGiftVouchers = endpoint({
  method: 'GET',
  path: '/api/admin/gift-vouchers',
  access: 'office',
  summary:
    'All gift vouchers that were paid or made by hand, newest first; `q` is a whole code or part of a name or email.',
  failed: 'Failed to load the gift vouchers',
  query: z.object({ ...pageQuery, q: z.optional(SearchText), status: z.optional(VoucherStatus) }),
  response: pageOf(AdminGiftVoucher),
})

export const showVoucherCode = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers/:id/code',
  access: 'office',
  summary: 'The whole code of a gift voucher. The change log says who looked.',
  failed: 'Failed to show the code',
  params: id,
  response: z.object({ code: z.string() }),
  errors: ['voucher-not-found', 'voucher-not-good'],
})

export const makeGiftVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers',
  access: 'owner',
  takesKey: true,
  asksAgain: 'unpaid vouchers',
  summary: 'Makes a gift voucher by hand and emails it if there is an address. Idempotent by `Idempotency-Key`.',
  failed: 'Failed to make the gift voucher',
  body: z.strictObject({ ...gift, ...given, expiresOn: optionalDate }),
  response: NewVoucher,
  status: 201,
  errors: ['key-reused', 'payment-differs'],
})

export const sellGiftVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers/sales',
  access: 'office',
  takesKey: true,
  summary:
    'Sells a gift voucher: paid by hand, it is good at once, and its code is answered and emailed to the buyer if there is an address; by `LINK`, once a card has paid with the link. Idempotent by `Idempotency-Key`, which answers another link.',
  failed: 'Failed to sell the gift voucher',
  body: z.strictObject({
    ...gift,
    ...given,
    buyerEmail: orNull(Email, 'Please enter a valid email address'),
    buyerPhone: orNull(PhoneNumber, 'Please enter one phone number with at least 7 digits'),
    method: PayMethod,
    /** The check number, for example. */
    note: optionalLine('Note', 500),
  }),
  response: NewVoucher,
  status: 201,
  errors: ['key-reused', 'payment-differs'],
})

export const makeVoucherLink = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers/:id/pay-link',
  access: 'office',
  summary: 'Another link that pays for a gift voucher; earlier ones keep working.',
  failed: 'Failed to make the link',
  params: id,
  response: z.object({ link: z.string() }),
  errors: ['voucher-not-found', 'voucher-not-good', 'voucher-void', 'payment-in-progress'],
})

export const undoVoucherSale = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers/:id/undo-sale',
  access: 'office',
  asksAgain: 'refunds',
  summary:
    'Voids a gift voucher that was sold by hand and not used, because its price was recorded by mistake, or was given back in person (`isGivenBack`), whole.',
  failed: 'Failed to undo the sale',
  params: id,
  body: z.strictObject({ reason: requiredText('A reason', 500), isGivenBack: z.boolean() }),
  response: AdminGiftVoucher,
  errors: [
    'voucher-not-found',
    'voucher-void',
    'voucher-used',
    'voucher-not-sold-by-hand',
    'payment-in-progress',
    'already-taken-back',
    'refund-above-limit',
  ],
})

export const setVoucherExpiry = endpoint({
  method: 'PUT',
  path: '/api/admin/gift-vouchers/:id/expiry',
  access: 'office',
  asksAgain: 'unpaid vouchers',
  summary: 'Sets the last day of a gift voucher that the house gave, or none. One that was paid for never expires.',
  failed: 'Failed to extend the gift voucher',
  params: id,
  body: z.strictObject({ expiresOn: optionalDate }),
  response: AdminGiftVoucher,
  errors: ['voucher-not-found', 'voucher-not-good', 'voucher-void'],
})

export const voidGiftVoucher = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers/:id/void',
  access: 'office',
  summary: 'Voids a gift voucher, so it can no longer be used. No money moves: refund its buyer in person.',
  failed: 'Failed to void the gift voucher',
  params: id,
  body: z.strictObject({ reason: requiredText('A reason', 500) }),
  response: AdminGiftVoucher,
  errors: ['voucher-not-found', 'voucher-void', 'payment-in-progress'],
})

export const recordVoucherChargeback = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers/:id/chargeback',
  access: 'owner',
  summary:
    'Records that the bank took back what a card paid for a gift voucher, after a dispute was lost. The voucher stays as good as it was.',
  failed: 'Failed to record it',
  params: id,
  body: z.pick(recordChargeback.body, { amount: true, takenOn: true, description: true }),
  response: null,
  errors: ['voucher-not-found', 'charge-not-found', 'already-charged-back', 'more-than-refundable'],
})

export const winVoucherChargeback = endpoint({
  method: 'POST',
  path: '/api/admin/gift-vouchers/:id/chargeback-won',
  access: 'owner',
  summary: 'Records that the dispute about what a card paid for a gift voucher was won after all.',
  failed: 'Failed to record it',
  params: id,
  response: null,
  errors: ['voucher-not-found', 'chargeback-not-found'],
})
