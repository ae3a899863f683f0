import * as z from 'zod'

/** Parses the provider's amount, a decimal string (or JSON number) of dollars from 0.00 to 99999.99, into whole cents. */
export const Amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,5}(\.\d{1,2})?$/))
  .transform(toCents)

function toCents(dollars: string): number {
  const [whole = '0', fraction = ''] = dollars.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Formats whole cents as the two-decimal string in every response. */
export function formatCents(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
