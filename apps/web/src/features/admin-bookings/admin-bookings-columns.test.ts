import { AdminBooking } from '@arcadia/contract/bookings'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { toCsv } from '../../list/csv.ts'
import { BOOKING_ON_THE_WIRE } from '../../testing/a-booking.ts'
import { CSV_COLUMNS } from './admin-bookings-columns.tsx'

function rowOf(booking: AdminBooking): Record<string, string | undefined> {
  const [heads, row] = toCsv(CSV_COLUMNS, [booking], 'program').trimEnd().split('\r\n')
  return Object.fromEntries(heads!.split(',').map((head, index) => [head, row!.split(',')[index]]))
}

test("the file of bookings has the portal's words, two decimals and the venue's time", () => {
  const booking = z.decode(AdminBooking, BOOKING_ON_THE_WIRE as z.input<typeof AdminBooking>)
  const said = rowOf(booking)
  expect(said).toMatchObject({ Package: 'Trophy', Tackle: 'Decide later', Status: 'Confirmed' })
  expect(said['Booked at (Eastern)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  for (const amount of ['Total', 'Deposit', 'Paid', 'Due']) expect(said[amount]).toMatch(/^\d+\.\d\d$/)
})

test('the file of bookings says what became of each trip, beside its status', () => {
  const booking = z.decode(AdminBooking, BOOKING_ON_THE_WIRE as z.input<typeof AdminBooking>)
  const outcomes = ['ON', 'CALLED_OFF', 'NO_SHOW', 'TOOK_PLACE', null] as const
  expect(outcomes.map((outcome) => rowOf({ ...booking, outcome }).Outcome)).toEqual([
    'On',
    'Called off',
    'No-show',
    'Took place',
    'Canceled',
  ])
})
