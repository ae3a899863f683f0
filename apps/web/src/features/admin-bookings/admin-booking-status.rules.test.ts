import type { BookingStatus } from '@arcadia/contract/bookings'
import { expect, test } from 'vitest'
import { questionBefore } from './admin-booking-status.rules.ts'

const TODAY = '2027-06-10'
const TRIP_OF = { yesterday: '2027-06-09', today: TODAY, tomorrow: '2027-06-11' }

test.each<[from: BookingStatus, to: BookingStatus, trip: keyof typeof TRIP_OF, question: string | undefined]>([
  ['CONFIRMED', 'CANCELLED', 'tomorrow', 'cancel'],
  ['COMPLETED', 'CANCELLED', 'yesterday', 'cancel'],
  ['PENDING', 'CONFIRMED', 'tomorrow', 'confirm'],
  ['CANCELLED', 'CONFIRMED', 'yesterday', 'confirm'],
  ['COMPLETED', 'CONFIRMED', 'tomorrow', undefined],
  ['CONFIRMED', 'COMPLETED', 'tomorrow', 'complete-early'],
  ['CONFIRMED', 'COMPLETED', 'today', undefined],
  ['PENDING', 'COMPLETED', 'yesterday', undefined],
  ['CONFIRMED', 'PENDING', 'tomorrow', undefined],
])('from %s to %s, for a trip of %s, the question is: %s', (status, to, trip, question) => {
  expect(questionBefore({ status, selectedDate: TRIP_OF[trip] }, to, TODAY)).toBe(question)
})
