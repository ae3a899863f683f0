/** The card numbers the provider's sandbox accepts. Any other number might be a real card and is refused. */
const brands = new Map([
  ['4112344112344113', 'Visa'],
  ['4111111111111111', 'Visa'],
  ['4012888888881881', 'Visa'],
  ['4000100011112224', 'Visa'],
  ['5111005111051128', 'MasterCard'],
  ['5555555555554444', 'MasterCard'],
  ['378282246310005', 'Amex'],
  ['6011000995500000', 'Discover'],
  ['6510000000000000069', 'Discover'],
  ['36438999960016', 'DinersClub'],
  ['3530111333300000', 'JCB'],
])

export function brandOf(number: string): string | undefined {
  return brands.get(number)
}

export const testCardNumbers = [...brands.keys()]
