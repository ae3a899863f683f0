/**
 * What emails call the facts they list, in the order of all of them: who, the trip, the money, where to meet, and last what is to be
 * named in a call (docs/rules.md §8.15).
 */
const NAMES = [
  'Gift',
  'From',
  'Signed by',
  'For',
  'Guest',
  'Name',
  'Phone',
  'Email',
  'Country',
  'Waiver',
  'Trip',
  'Time',
  'Nearest mornings',
  'Group',
  'Package',
  'Tackle',
  'Private morning',
  'What you get',
  'Trip prices',
  'Amount',
  'Card',
  'Cards',
  'Taken by',
  'Total',
  'Deposit',
  'Paid',
  'Refunded',
  'Taken back by the bank',
  'Canceled charge',
  'Not owed anymore',
  'Balance',
  'On the gift',
  'Left on the gift',
  'Your guide',
  'Where to meet',
  'How to find us',
  'What to bring',
  'Difference',
  'When',
  'Device',
  'Gift code',
  'Good through',
  'Company',
  'Payment in QuickBooks',
  'Confirmation',
  'Receipt',
] as const

export type FactName = (typeof NAMES)[number]

const placeOf = (name: string) => (NAMES as readonly string[]).indexOf(name)

/** What has no place of its own, such as whose share is open, comes first. */
export const inOrder = <Fact extends readonly [name: string, ...rest: unknown[]]>(facts: readonly Fact[]): Fact[] =>
  facts.toSorted(([one], [other]) => placeOf(one) - placeOf(other))
