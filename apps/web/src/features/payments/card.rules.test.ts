import { CardPayload } from '@arcadia/contract/payments'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  type CardFields,
  caretAfter,
  checkCard,
  EMPTY_CARD,
  expiryYears,
  groupInFours,
  keptOf,
  testCard,
  toPayload,
  withoutCard,
} from './card.rules.ts'

const now = { year: 2026, month: 6 }
const good = testCard(now)
const check = (change: Partial<CardFields>) => checkCard({ ...good, ...change }, now)

test('the test card is valid and expires in two years', () => {
  expect(check({})).toEqual({})
  expect(good).toMatchObject({ expMonth: '06', expYear: '2028', cvc: '123' })
})

test('an empty form reports every field, the number first', () => {
  const errors = checkCard(EMPTY_CARD, now)
  expect(errors).toEqual({
    number: 'Please enter a valid card number',
    expMonth: 'Please choose a month',
    expYear: 'Please choose a year',
    cvc: 'Please enter a valid CVV',
    name: 'Please enter the cardholder name',
    streetAddress: 'Street address must be at least 2 characters',
    city: 'City must be between 2 and 50 characters',
    region: 'State/Region must be at least 2 characters',
    postalCode: 'Postal code is required',
  })
  // In the order the fields stand in: the first wrong one takes the focus.
  expect(Object.keys(errors)).toEqual(Object.keys(EMPTY_CARD).filter((field) => field !== 'country'))
})

test.each([
  ['422222222222', false],
  ['4222222222222', true],
  ['4111 1111 1111 1111', true],
  ['6510 0000 0000 0000 002', true],
  ['65100000000000000020', false],
  ['4111 1111 1111 111x', false],
  // One mistyped digit; two swapped neighbors.
  ['4111 1111 1111 1112', false],
  ['4111 1161 1111 1111', false],
  ['4012 8888 8888 8181', false],
])('card number %s', (number, isGood) => {
  expect(check({ number }).number).toBe(isGood ? undefined : 'Please enter a valid card number')
})

test.each([
  ['05', '2026', 'Card has expired'],
  ['12', '2025', 'Card has expired'],
  ['06', '2026', undefined],
  ['01', '2027', undefined],
])('a card expiring %s/%s in June 2026', (expMonth, expYear, message) => {
  expect(check({ expMonth, expYear }).expMonth).toBe(message)
})

test.each([
  ['12', false],
  ['123', true],
  ['1234', true],
  ['12345', false],
])('CVV %s', (cvc, isGood) => {
  expect(check({ cvc }).cvc).toBe(isGood ? undefined : 'Please enter a valid CVV')
})

test('address lengths ignore surrounding spaces', () => {
  expect(check({ streetAddress: ' 1 ', city: ' A ', region: ' F ', postalCode: '  ', country: '' })).toEqual({
    streetAddress: 'Street address must be at least 2 characters',
    city: 'City must be between 2 and 50 characters',
    region: 'State/Region must be at least 2 characters',
    postalCode: 'Postal code is required',
    country: 'Country is required',
  })
  expect(check({ city: 'x'.repeat(50) })).toEqual({})
  expect(check({ city: 'x'.repeat(51) })).toHaveProperty('city')
})

test('the number is grouped in fours while typed and cut at nineteen digits', () => {
  expect(groupInFours('41111')).toBe('4111 1')
  expect(groupInFours('4111-1111-1111-1111')).toBe('4111 1111 1111 1111')
  expect(groupInFours('4111')).toBe('4111')
  expect(groupInFours('1'.repeat(25))).toBe('1111 1111 1111 1111 111')
})

test('the caret stays behind its digit', () => {
  expect(caretAfter(5, '4111 1111')).toBe(6)
  expect(caretAfter(4, '4111 1111')).toBe(4)
  expect(caretAfter(0, '4111 1111')).toBe(0)
  expect(caretAfter(30, '4111 1')).toBe(6)
})

test('the years are this one and the next nine', () => {
  expect(expiryYears(now)).toHaveLength(10)
  expect(expiryYears(now).at(-1)).toBe('2035')
})

test('the payload has no spaces in the number or around the address', () => {
  const sent = toPayload({ ...good, name: ' Alex ', streetAddress: ' 100 Sample Street ', city: ' Arcadia ' })
  expect(sent.card).toMatchObject({ name: 'Alex', number: '4111111111111111' })
  expect(sent.card.address).toMatchObject({ streetAddress: '100 Sample Street', city: 'Arcadia' })
  expect(z.safeParse(CardPayload, sent).success).toBe(true)
})

test('a kept card has neither number nor CVV', () => {
  const { number, cvc, ...rest } = good
  expect(keptOf(good)).toEqual(rest)
  expect(JSON.stringify(keptOf(good))).not.toMatch(/4111|123/)
})

test('another card keeps name and address', () => {
  expect(withoutCard(good)).toEqual({ ...good, number: '', expMonth: '', expYear: '', cvc: '' })
})
