import { expect, test } from 'vitest'
import { CardPayload } from './payments.ts'
import { postalCodeWrong, tidyPostalCode } from './postal-codes.ts'

test.each([
  ['US', '34266', '34266'],
  ['US', '29486 - ____', '29486'],
  ['US', '34266-1234', '34266-1234'],
  ['US', '342661234', '34266-1234'],
  ['US', '３４２６６', '34266'],
  ['US', '\u206834266\u2069', '34266'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['CA', ' K1A-0B1 ', 'K1A 0B1'],
  ['GB', ' sw4 6en ', 'SW4 6EN'],
  ['GB', 'ec1a1bb', 'EC1A 1BB'],
  ['DE', ' 10115 ', '10115'],
])('in %s, %j is sent as %s', (country, typed, sent) => expect(tidyPostalCode(typed, country)).toBe(sent))

test.each([
  ['US', '3426'],
  ['US', '34266-12'],
  ['US', 'SW4 6EN'],
  ['CA', '34266'],
  ['GB', 'SW46'],
  ['DE', '12345678901'],
  ['US', '____'],
])('in %s, %j is none', (country, typed) => expect(tidyPostalCode(typed, country)).toBeUndefined())

const payload = (postalCode: string, country: string) => ({
  card: {
    name: 'Ana Ray',
    number: '4111111111111111',
    expMonth: '12',
    expYear: '2030',
    cvc: '123',
    address: { postalCode, country, region: 'FL', streetAddress: '1 Pier Rd', city: 'Arcadia' },
  },
})

test('a card sent through our server is tidied, or refused at the field', () => {
  expect(CardPayload.parse(payload('29486 - ____', 'US')).card.address.postalCode).toBe('29486')
  const { issues } = CardPayload.safeParse(payload('29486-', 'CA')).error!
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['card.address.postalCode', postalCodeWrong('CA')],
  ])
})
