/** The provider's operations, by the names that faults and counts use. */
export const operations = [
  'authorize',
  'exchange',
  'refresh',
  'revoke',
  'tokenize',
  'charge',
  'find-charge',
  'capture',
  'refund',
  'find-refund',
  'void',
] as const
export type Operation = (typeof operations)[number]
