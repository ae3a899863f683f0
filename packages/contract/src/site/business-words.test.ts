import { expect, test } from 'vitest'
import { atPlace, balanceDue, businessWords, isPaidByCard, overdueSince, waysToPay } from './business-words.ts'

const booking = { status: 'CONFIRMED', pendingAmount: 1, selectedDate: '2027-06-10' }

test('a balance is overdue from the day after its due date, for trips that are on or took place', () => {
  expect(overdueSince({ balanceDueDays: 7 }, booking, '2027-06-03')).toBeUndefined()
  expect(overdueSince({ balanceDueDays: 7 }, booking, '2027-06-04')).toBe('2027-06-03')
  expect(overdueSince({ balanceDueDays: 0 }, booking, '2027-06-10')).toBeUndefined()
  expect(overdueSince({ balanceDueDays: 0 }, { ...booking, status: 'COMPLETED' }, '2027-06-11')).toBe('2027-06-10')
  expect(overdueSince({}, booking, '2027-06-10')).toBeUndefined()
  expect(overdueSince({}, booking, '2027-07-01')).toBe('2027-06-10')
  expect(overdueSince({ balanceDueDays: 7 }, { ...booking, pendingAmount: 0 }, '2027-06-04')).toBeUndefined()
  for (const status of ['PENDING', 'CANCELLED'])
    expect(overdueSince({ balanceDueDays: 7 }, { ...booking, status }, '2027-06-04')).toBeUndefined()
})

test('a card can pay the balance unless the owner named other ways only', () => {
  expect(isPaidByCard({})).toBe(true)
  expect(isPaidByCard({ balanceByCash: true, balanceByCard: true })).toBe(true)
  expect(isPaidByCard({ balanceByCheck: true })).toBe(false)
  expect(isPaidByCard({ balanceByZelle: true })).toBe(false)
})

test('guests read every way to pay a balance, and the hour it starts as people say it', () => {
  expect(waysToPay({ balanceByCash: true, balanceByZelle: true, balanceByOther: true })).toBe(
    'by cash, Zelle, or another way',
  )
  const business = { name: 'Arcadia', phone: '', email: '', moveDays: 2 }
  expect(businessWords(business)['start-hour']).toBe('8')
  expect(businessWords({ ...business, tripStarts: '06:30' })['start-hour']).toBe('6:30')
})

test.each([
  ['the pavilion', 'at the pavilion'],
  ['The pavilion', 'at the pavilion'],
  ['On the bank', 'on the bank'],
  ['at the ramp', 'at the ramp'],
  ["Wheeler's Cafe", "at Wheeler's Cafe"],
  ['Under the Oaks', 'under the Oaks'],
])('a place written as %s stands in a sentence as %s', (place, says) => expect(atPlace(place)).toBe(says))

test('a balance due on the morning of the trip is due now from the next day on', () => {
  const due = (today: string) => balanceDue({ balanceDueDays: 0 }, '2027-06-10', today)
  expect(['2027-06-09', '2027-06-10'].map(due)).toEqual(Array(2).fill('on the morning of your trip'))
  expect(due('2027-06-11')).toBe('now')
})

test.each([
  [{ balanceDueDays: 7, balanceByCard: true, balanceByCash: true }, 'by Thursday, June 3, 2027 (card or cash)'],
  [{ balanceDueDays: 7 }, 'by Thursday, June 3, 2027'],
  [{ balanceByCash: true }, 'by cash'],
  [{}, undefined],
])('when and how a balance of %j is due', (facts, says) =>
  expect(balanceDue(facts, '2027-06-10', '2027-05-01')).toBe(says),
)
