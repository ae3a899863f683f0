import { expect, test } from 'vitest'
import { readAmount } from './typed-amount.ts'

const PAID = 70_000

test.each([
  ['', undefined],
  ['  ', undefined],
  ['350', 35_000],
  ['$350.5', 35_050],
  ['700.00', 70_000],
])('%j means %j cents', (text, amount) => expect(readAmount(text, PAID)).toEqual({ amount }))

test.each([
  ['0', 'The amount must be more than zero.'],
  ['-5', 'Please enter an amount in dollars, for example 350.00'],
  ['1.005', 'Please enter an amount in dollars, for example 350.00'],
  ['all of it', 'Please enter an amount in dollars, for example 350.00'],
  ['.', 'Please enter an amount in dollars, for example 350.00'],
  ['700.01', 'That is more than you have paid.'],
])('refuses %j', (text, error) => expect(readAmount(text, PAID)).toEqual({ error }))
