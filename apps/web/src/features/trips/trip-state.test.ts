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

test('a canceled trip names its own day, not the one that was called off before it moved', () => {
  const calledOff = { date: '2026-06-11', state: 'ANSWERED' } as unknown as Trip['calledOff']
  const canceled = { ...TRIP, status: 'CANCELLED', outcome: null, calledOff } as Trip
  expect(headlineOf(canceled, [], TODAY).sentences).toEqual(['Your booking for Thursday, June 18, 2026 is canceled.'])
})
