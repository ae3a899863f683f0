import type { Business } from '@arcadia/contract/business'
import type { Trip } from '@arcadia/contract/trips'
import { expect, test } from 'vitest'
import { toDosOf } from '../bookings/trip-to-do.ts'
import { headlineOf } from './trip-state.ts'

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

test("what became of a canceled trip's money stands with it, for who paid", () => {
  const own = {
    paidAmount: 1_000_000,
    refundedAmount: 0,
    refundableAmount: 1_000_000,
    surplusAmount: 0,
    cashAmount: 0,
    depositAmount: 140_000,
  }
  const says = (more: Partial<typeof own>) =>
    headlineOf(
      { ...TRIP, status: 'CANCELLED', outcome: null, own: { ...own, ...more } } as Trip,
      [],
      TODAY,
    ).sentences.slice(1)
  expect(says({})).toEqual(["Your $1,400.00 deposit isn't refundable."])
  expect(says({ refundedAmount: 860_000, refundableAmount: 140_000 })).toEqual([
    'We refunded $8,600.00.',
    "Your $1,400.00 deposit isn't refundable.",
  ])
  expect(says({ refundedAmount: 1_000_000, refundableAmount: 0 })).toEqual(['We refunded $10,000.00.'])
  expect(says({ paidAmount: 0, refundableAmount: 0 })).toEqual([])
})

test('friends, who knew the first date, read that the trip has moved', () => {
  const says = (trip: Partial<Trip>) => headlineOf({ ...TRIP, ...trip }, [], '2026-06-01').sentences
  expect(says({ hasMoved: true })).toEqual(['This trip has moved to Thursday, June 18, 2026.'])
  expect(says({ hasMoved: false })).toEqual([])
  expect(says({ hasMoved: true, key: 'BOOKING' })).toEqual([])
})

test('a canceled trip names its own day, not the one that was called off before it moved', () => {
  const calledOff = { date: '2026-06-11', state: 'ANSWERED' } as unknown as Trip['calledOff']
  const canceled = { ...TRIP, status: 'CANCELLED', outcome: null, calledOff } as Trip
  expect(headlineOf(canceled, [], TODAY).sentences).toEqual(['Your booking for Thursday, June 18, 2026 is canceled.'])
})
