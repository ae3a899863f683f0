import { expect, test } from 'vitest'
import { depositDue } from './bookings.ts'

test.each([
  // Booked by phone; partly paid; grown by one angler.
  [{ totalAmount: 500_000, depositAmount: 70_000, paidAmount: 0 }, 70_000],
  [{ totalAmount: 500_000, depositAmount: 70_000, paidAmount: 10_000 }, 60_000],
  [{ totalAmount: 750_000, depositAmount: 105_000, paidAmount: 70_000 }, 35_000],
  // Paid; equal to the balance; no deposit.
  [{ totalAmount: 500_000, depositAmount: 70_000, paidAmount: 70_000 }, undefined],
  [{ totalAmount: 70_000, depositAmount: 70_000, paidAmount: 0 }, undefined],
  [{ totalAmount: 500_000, depositAmount: 0, paidAmount: 0 }, undefined],
])('of %o the deposit due is %s', (money, due) => {
  const pendingAmount = money.totalAmount - money.paidAmount
  expect(depositDue({ ...money, pendingAmount })).toBe(due)
})
