import type { Business } from '@arcadia/contract/business'
import type { Trip } from '@arcadia/contract/trips'
import { expect, test } from 'vitest'
import { toDosOf } from '../bookings/trip-to-do.ts'
import { canAskRefund } from '../my-bookings/manage-bookings.rules.ts'
import { headlineOf, untilStart } from './trip-state.ts'

const TODAY = '2026-06-18'
const TRIP = {
  key: 'GROUP',
  firstName: 'Ada',
  selectedDate: TODAY,
  status: 'CONFIRMED',
  outcome: 'ON',
  calledOff: null,
  waiver: { signed: 0, wanted: 2 },
  own: null,
} as Trip

const OWN = {
  paidAmount: 1_000_000,
  refundedAmount: 0,
  refundedToVouchers: 0,
  refundableAmount: 1_000_000,
  surplusAmount: 0,
  cashAmount: 0,
  depositAmount: 140_000,
  refundAskedAt: null as Date | null,
}

const thingsToDo = (trip: Partial<Trip>) => toDosOf({ ...TRIP, ...trip }, {} as Business, TODAY).map(({ act }) => act)

test('nobody is asked to sign for a trip of today that was missed or is over', () => {
  expect(thingsToDo({})).toEqual(['Sign the waiver'])
  expect(thingsToDo({ status: 'PENDING' })).toEqual(['Sign the waiver'])
  expect(thingsToDo({ outcome: 'NO_SHOW' })).toEqual([])
  expect(thingsToDo({ status: 'COMPLETED', outcome: 'TOOK_PLACE' })).toEqual([])
  expect(thingsToDo({ outcome: 'CALLED_OFF' })).toEqual([])
})

test('a friend who has signed on this phone is asked no more, and can sign for somebody else', () => {
  const shown = (signed: number) =>
    toDosOf({ ...TRIP, waiver: { signed, wanted: 2 } } as Trip, {} as Business, TODAY, 'Sam').map(
      ({ title, isDone, act }) => [title, isDone, act],
    )
  expect(shown(1)).toEqual([["You've signed, Sam", true, 'Sign for someone else']])
  expect(shown(2)).toEqual([['Waiver, 2 of 2 signed', true, '']])
  // The signature was taken out since.
  expect(shown(0)).toEqual([['Sign your waiver', false, 'Sign the waiver']])
})

test("the booking's own page never says who signed on this phone", () => {
  const toDos = toDosOf({ ...TRIP, key: 'BOOKING', waiver: { signed: 1, wanted: 2 } }, {} as Business, TODAY, 'Sam')
  expect(toDos.map(({ title, note }) => [title, note])).toEqual([
    ['Sign the waiver, 1 of 2', 'Everyone in your group signs; any phone works.'],
  ])
})

test("what became of a canceled trip's money stands with it, for who paid", () => {
  const says = (more: Partial<typeof OWN>) =>
    headlineOf(
      { ...TRIP, status: 'CANCELLED', outcome: null, own: { ...OWN, ...more } } as Trip,
      [],
      { phone: '(863) 555-0142' } as Business,
      TODAY,
    ).sentences.slice(1)
  expect(says({})).toEqual([
    "Your $1,400.00 deposit isn't refundable. You can ask for a refund of the other $8,600.00 you paid.",
  ])
  expect(says({ refundableAmount: 0, cashAmount: 1_000_000 })).toEqual([
    "Your $1,400.00 deposit isn't refundable. You can ask for a refund of the other $8,600.00 you paid.",
    'Please call us at (863) 555-0142.',
  ])
  expect(says({ refundAskedAt: new Date() })).toEqual(["Your $1,400.00 deposit isn't refundable."])
  expect(says({ refundedAmount: 860_000, refundableAmount: 140_000 })).toEqual([
    'We refunded $8,600.00.',
    "Your $1,400.00 deposit isn't refundable. If something unusual happened, tell us and we'll take a look.",
  ])
  expect(says({ refundedAmount: 1_000_000, refundableAmount: 0 })).toEqual(['We refunded $10,000.00.'])
  expect(says({ refundedAmount: 1_000_000, refundedToVouchers: 50_000, refundableAmount: 0 })).toEqual([
    'We refunded $9,500.00.',
    '$500.00 is back on your gift voucher, and its code works again.',
  ])
  expect(says({ paidAmount: 0, refundableAmount: 0 })).toEqual([])
})

test('a refund is asked for on the page only where the server takes the request', () => {
  const canAsk = (more: Partial<typeof OWN>) => canAskRefund({ ...OWN, status: 'CANCELLED', ...more })
  expect(canAsk({})).toBe(true)
  expect(canAsk({ refundAskedAt: new Date() })).toBe(false)
  expect(canAsk({ refundableAmount: 0, cashAmount: 1_000_000 })).toBe(false)
  expect(canAsk({ paidAmount: 140_000, refundableAmount: 140_000 })).toBe(true)
})

test('friends of a canceled trip are asked for nothing, and told whom to ask', () => {
  expect(headlineOf({ ...TRIP, status: 'CANCELLED', outcome: null }, [], {} as Business, TODAY).sentences).toEqual([
    "This trip is canceled, and there's nothing for you to do. For another date, ask Ada.",
  ])
})

test('the morning counts down to its hour, and no longer', () => {
  const at = (time: string) => untilStart(Date.parse(`2026-06-18T${time}Z`), new Date('2026-06-18T12:00:00Z'))
  expect(['09:04', '10:59', '11:00', '11:59', '12:00', '13:00'].map(at)).toEqual([
    'In 2 hours 56 minutes.',
    'In 1 hour 1 minute.',
    'In 1 hour.',
    'In 1 minute.',
    '',
    '',
  ])
})

test('what has become of a called-off day is said while that day is to come', () => {
  const calledOff = { date: '2026-06-11', state: 'ANSWERED' } as unknown as Trip['calledOff']
  const news = (today: string) => headlineOf({ ...TRIP, key: 'BOOKING', calledOff }, [], {} as Business, today).news
  expect(['2026-06-01', '2026-06-11'].map(news)).toEqual(Array(2).fill("You're booked for Thursday, June 18, 2026."))
  expect(['2026-06-12', TODAY].map(news)).toEqual([undefined, undefined])
})

test('friends, who knew the first date, read that the trip has moved', () => {
  const says = (trip: Partial<Trip>, today = '2026-06-01') =>
    headlineOf({ ...TRIP, ...trip }, [], {} as Business, today).news
  expect(says({ hasMoved: true })).toBe('This trip has moved to Thursday, June 18, 2026.')
  expect(says({ hasMoved: true }, TODAY)).toBeUndefined()
  expect(says({ hasMoved: false })).toBeUndefined()
  expect(says({ hasMoved: true, key: 'BOOKING' })).toBeUndefined()
})

test('a canceled trip names its own day, not the one that was called off before it moved', () => {
  const calledOff = { date: '2026-06-11', state: 'ANSWERED' } as unknown as Trip['calledOff']
  const canceled = { ...TRIP, key: 'BOOKING', status: 'CANCELLED', outcome: null, calledOff } as Trip
  expect(headlineOf(canceled, [], {} as Business, TODAY).sentences).toEqual([
    'Your booking for Thursday, June 18, 2026 is canceled.',
  ])
})
