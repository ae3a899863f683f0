/**
 * Ways to pay that somebody writes down: the name of each, how it reads behind an amount, and the owner's fact that a
 * balance can be paid so, with its word in `by cash or check`.
 */
export const MANUAL_METHODS = {
  CASH: { name: 'Cash', how: 'in cash', fact: 'balanceByCash', by: 'cash' },
  CHECK: { name: 'Check', how: 'by check', fact: 'balanceByCheck', by: 'check' },
  ZELLE: { name: 'Zelle', how: 'by Zelle', fact: 'balanceByZelle', by: 'Zelle' },
  VENMO: { name: 'Venmo', how: 'by Venmo', fact: 'balanceByVenmo', by: 'Venmo' },
  OTHER: { name: 'Other', how: 'in another way', fact: 'balanceByOther', by: 'another way' },
} as const
export type ByHandFact = (typeof MANUAL_METHODS)[keyof typeof MANUAL_METHODS]['fact']

/** Every way that guests can be told to pay a balance. */
export const BALANCE_WAYS = [
  { name: 'Card', fact: 'balanceByCard', by: 'card' },
  ...Object.values(MANUAL_METHODS),
] as const
