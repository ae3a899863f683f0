import type { AdminBooking } from '@arcadia/contract/bookings'
import { expect, test } from 'vitest'
import { readUntil, textOf, untilChoices } from './pay-link.rules.ts'

const afternoon = new Date('2027-05-18T19:20:00Z')

test('spots are kept for an hour, until the evening, until noon, or until a custom time, in venue time', () => {
  expect(untilChoices(afternoon).map(({ at }) => at.toISOString())).toEqual([
    '2027-05-18T20:20:00.000Z',
    '2027-05-19T00:00:00.000Z',
    '2027-05-19T16:00:00.000Z',
  ])
  expect(untilChoices(new Date('2027-05-19T00:00:00Z')).map(({ value }) => value)).toEqual(['hour', 'noon'])
  expect(readUntil('noon', '', afternoon)?.toISOString()).toBe('2027-05-19T16:00:00.000Z')
  expect(readUntil('own', '2027-05-20T18:30', afternoon)?.toISOString()).toBe('2027-05-20T22:30:00.000Z')
  expect(readUntil('own', '', afternoon)).toBeUndefined()
})

test('the text message says what to pay and how long the spots are kept', () => {
  const booking = {
    firstName: 'Rosa',
    selectedDate: '2027-05-24',
    totalAmount: 500_000,
    depositAmount: 70_000,
    paidAmount: 0,
  } as AdminBooking
  const awaited = { ...booking, pendingAmount: 500_000, depositUntil: new Date('2027-05-19T00:00:00Z') }
  expect(textOf(awaited, 'https://x/pay')).toBe(
    "Hi Rosa, here's the link to pay the $700.00 deposit for your trip on Mon, May 24. We're keeping your spots until Tue, May 18, 8:00 PM Eastern. https://x/pay",
  )
  expect(textOf({ ...booking, paidAmount: 70_000, pendingAmount: 430_000, depositUntil: null }, 'L')).toBe(
    "Hi Rosa, here's the link to pay the $4,300.00 balance for your trip on Mon, May 24. L",
  )
})
