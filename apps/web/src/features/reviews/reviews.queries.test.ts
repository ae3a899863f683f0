import type { Booking } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import type { OwnReview } from '@arcadia/contract/reviews'
import { expect, test } from 'vitest'
import { tripsToReview as tripsToReviewAt } from './reviews.queries.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const tripsToReview = (trips: readonly Booking[], reviews: readonly OwnReview[]) =>
  tripsToReviewAt(trips, reviews, {} as Business, NOW)

const trip = (id: number, selectedDate: string, outcome: Booking['outcome'] = 'TOOK_PLACE') =>
  ({
    id,
    selectedDate,
    outcome,
    paidAmount: 350_00,
    refundedAmount: 0,
    canceledAmount: 0,
    chargedBackAmount: 0,
  }) as Booking
const reviewOf = (bookingId: number) => ({ bookingId }) as OwnReview

test('asks about past trips without a review, the latest first', () => {
  const trips = [trip(1, '2026-05-18'), trip(2, '2026-07-20'), trip(3, '2026-08-01', 'ON'), trip(4, '2026-06-04')]
  expect(tripsToReview(trips, [])[0]?.id).toBe(2)
  expect(tripsToReview(trips, [reviewOf(2)])[0]?.id).toBe(4)
})

test('asks about a confirmed trip once its last hour has passed', () => {
  const over = { ...trip(1, '2026-06-30', 'ON'), status: 'CONFIRMED' } as Booking
  expect(tripsToReview([over], [])).toEqual([over])
  const others = [
    { ...over, selectedDate: '2026-07-01' },
    { ...over, status: 'PENDING' },
    { ...over, outcome: 'CALLED_OFF' },
  ] as Booking[]
  expect(tripsToReview(others, [])).toEqual([])
})

test('asks about no trip that is upcoming, cancelled, missed, refunded or reviewed', () => {
  const refunded = { ...trip(5, '2026-07-22'), refundedAmount: 350_00 }
  const canceled = { ...trip(6, '2026-07-23'), paidAmount: 0, canceledAmount: 350_00, chargedBackAmount: 0 }
  expect(tripsToReview([refunded, canceled, { ...refunded, id: 7, refundedAmount: 100_00 }], [])).toHaveLength(1)
  const trips = [
    trip(1, '2026-05-18'),
    trip(2, '2026-07-20', null),
    trip(4, '2026-07-21', 'NO_SHOW'),
    trip(3, '2026-08-01', 'ON'),
  ]
  expect(tripsToReview(trips, [reviewOf(1)])).toEqual([])
  expect(tripsToReview([], [])).toEqual([])
})
