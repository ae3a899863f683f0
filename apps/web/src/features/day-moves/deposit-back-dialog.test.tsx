import type { Booking } from '@arcadia/contract/bookings'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { addDays, datesBetween, venueDate } from '@arcadia/contract/trip-date'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerWith, show } from '../../testing/show.tsx'
import { DepositBackDialog } from './deposit-back-dialog.tsx'

const today = venueDate(new Date())
const season = { seasonStart: today, seasonEnd: addDays(today, 20) }
const day = { existingBookings: 2, existingGroups: 1, bookable: true, availableSpots: 2, isAtCapacity: false }

test.each([
  { privateMorning: null, isAsked: true },
  { privateMorning: { spots: 2, spotPrice: 25_000 }, isAsked: false },
])(
  'where another group is on every other morning, another date is offered: $isAsked',
  async ({ isAsked, ...booked }) => {
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        close() {}
      },
    )
    const days = Object.fromEntries(datesBetween(season.seasonStart, season.seasonEnd).map((one) => [one, day]))
    const asked = answerWith({
      'GET /api/bookings/config': () => Response.json({ ...FALLBACK_CONFIG, ...season, closedDays: [] }),
      'GET /api/bookings/availability/range': () => Response.json(days),
    })
    const money = {
      paidAmount: 70_000,
      refundableAmount: 70_000,
      refundableToVouchers: 0,
      endedVoucherAmount: 0,
      cashAmount: 0,
    }
    const booking = {
      ...money,
      ...booked,
      selectedDate: addDays(today, 3),
      status: 'CONFIRMED',
      numberOfGuests: 2,
    } as Booking
    show(
      <DepositBackDialog
        booking={booking}
        refund={async () => ({ success: true, message: '' })}
        onChooseDate={() => {}}
        onClose={() => {}}
      />,
    )
    await waitFor(() => expect(asked.some((one) => one.includes('availability'))).toBe(true))
    await waitFor(() => expect(screen.queryByText(/Would another date work/) !== null).toBe(isAsked))
  },
)
