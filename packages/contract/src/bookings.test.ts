import { expect, test } from 'vitest'
import { dueOf } from './bookings.ts'

test('a cancelled booking owes nothing, whatever was not paid of it', () => {
  const pendingAmount = 1150_00
  expect(dueOf({ status: 'CONFIRMED', pendingAmount })).toBe(1150_00)
  expect(dueOf({ status: 'CANCELLED', pendingAmount })).toBe(0)
})
