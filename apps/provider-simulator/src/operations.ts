/** The provider's operations, by the names that faults and counts use. */
export const operations = [
  'authorize',
  'exchange',
  'refresh',
  'revoke',
  'tokenise',
  'charge',
  'find-charge',
  'capture',
  'refund',
  'find-refund',
  'void',
] as const
export type Operation = (typeof operations)[number]
