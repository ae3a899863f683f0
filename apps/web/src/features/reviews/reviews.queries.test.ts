import type { Booking } from '@arcadia/contract/bookings'
import type { OwnReview } from '@arcadia/contract/reviews'
import { expect, test } from 'vitest'
import { tripToReview } from './reviews.queries.ts'

const trip = (id: number, selectedDate: string, outcome: Booking['outcome'] = 'TOOK_PLACE') =>
  ({ id, selectedDate, outcome }) as Booking
const reviewOf = (bookingId: number) => ({ bookingId }) as OwnReview

test('asks about the latest past trip without a review', () => {
  const trips = [trip(1, '2026-05-18'), trip(2, '2026-07-20'), trip(3, '2026-08-01', 'ON'), trip(4, '2026-06-04')]
  expect(tripToReview(trips, [])?.id).toBe(2)
  expect(tripToReview(trips, [reviewOf(2)])?.id).toBe(4)
})

test('asks about no trip that is upcoming, cancelled, missed, or reviewed', () => {
  const trips = [
    trip(1, '2026-05-18'),
    trip(2, '2026-07-20', null),
    trip(4, '2026-07-21', 'NO_SHOW'),
    trip(3, '2026-08-01', 'ON'),
  ]
  expect(tripToReview(trips, [reviewOf(1)])).toBeUndefined()
  expect(tripToReview([], [])).toBeUndefined()
})
