import * as z from 'zod/mini'

/** Whole cents, the only form of money in the code. */
export type Cents = number

/**
 * The one money codec: a JSON number of dollars with at most two decimals on the wire, whole cents
 * in the code.
 */
export const Money = z.codec(
  z.number().check(
    z.refine(
      (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6,
      'At most two decimals are allowed.',
    ),
    z.gte(0, "An amount can't be negative."),
  ),
  z.int(),
  { decode: (dollars): Cents => Math.round(dollars * 100), encode: (cents) => cents / 100 },
)

/** The provider's limit for one card payment. */
export const CardAmount = Money.check(z.lte(99_999_99, 'That amount is too large.'))

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `140050` reads `$1,400.50`: amounts are always shown with two decimals (docs/rules.md §3.1). */
export function formatCents(cents: Cents): string {
  return dollars.format(cents / 100)
}

/** `70000` is `700.00`: the plain two-decimal form, for the Pay button and for providers. */
export function centsToDecimal(cents: Cents): string {
  return (cents / 100).toFixed(2)
}

/** An amount that may be below zero. */
export const Difference = z.codec(z.number(), z.int(), {
  decode: (dollars) => Math.round(dollars * 100),
  encode: (cents) => cents / 100,
})

/** Of a charge that was canceled before it settled: `$700.00, never taken` */
export const neverTaken = (cents: Cents): string => `${formatCents(cents)}, never taken`
