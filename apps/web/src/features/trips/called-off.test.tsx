import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { addDays, datesBetween, venueDate } from '@arcadia/contract/trip-date'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerWith, show, textOf } from '../../testing/show.tsx'
import { CalledOff } from './called-off.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
})

const today = venueDate(new Date())
const date = addDays(today, 3)
const season = { seasonStart: today, seasonEnd: addDays(today, 20) }
const own = { paidAmount: 700, refundableAmount: 700, refundableToVouchers: 0, endedVoucherAmount: 0, cashAmount: 0 }
const trip = {
  firstName: 'Alex',
  packageType: 'TROPHY',
  numberOfGuests: 2,
  riders: 0,
  selectedDate: date,
  privateMorning: null,
  own: own as OwnTrip,
} as Trip

test.each([
  [1, 'No other morning is open for 2 anglers right now.'],
  [2, 'Any open date, and what you paid goes with you.'],
])('with %s spots left on every other morning, the called-off trip says "%s"', async (availableSpots, says) => {
  const day = {
    existingBookings: 4 - availableSpots,
    existingGroups: 1,
    bookable: true,
    availableSpots,
    isAtCapacity: false,
  }
  const days = Object.fromEntries(datesBetween(season.seasonStart, season.seasonEnd).map((one) => [one, day]))
  answerWith({
    'GET /api/bookings/config': () => Response.json({ ...FALLBACK_CONFIG, ...season, closedDays: [] }),
    'GET /api/bookings/availability/range': () => Response.json(days),
  })
  const calledOff = { date, reason: 'WEATHER' as const, words: null, state: 'OPEN' as const, canAnswer: true }
  const answer = { move: async () => {}, refund: async () => ({ success: true, message: '' }) }
  show(<CalledOff {...{ trip, calledOff, answer }} onChanged={() => {}} answered={null} onRefund={() => {}} />)
  await screen.findByText((_, element) => element?.tagName === 'P' && textOf(element).startsWith(says))
  const isAnyOpen = availableSpots === 2
  if (isAnyOpen) await screen.findByRole('button', { name: /^Move to/ })
  expect(screen.queryByRole('heading', { name: 'Pick a new date' }) !== null).toBe(isAnyOpen)
  expect(screen.queryByText(/We can't hold a date/) !== null).toBe(isAnyOpen)
  expect(screen.getByRole('heading', { name: 'Get your money back' })).toBeDefined()
})
