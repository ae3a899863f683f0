import { Booking } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { MoveDayDialog } from './features/day-moves/move-day-dialog.tsx'
import { GiftForm } from './features/gift-vouchers/gift-form.tsx'
import { RefundRequestDialog } from './features/my-bookings/refund-request-dialog.tsx'
import { NewBookingDialog } from './features/phone-bookings/new-booking-dialog.tsx'
import { SavedRepliesDialog } from './features/replies/saved-replies-dialog.tsx'
import { ReviewForm } from './features/reviews/review-form.tsx'
import { BOOKING_ON_THE_WIRE } from './testing/a-booking.ts'
import { answerWith, broken, showToAdmin } from './testing/show.tsx'

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
})
afterEach(() => sessionStorage.clear())

const booking = z.decode(Booking, BOOKING_ON_THE_WIRE as z.input<typeof Booking>)
const nothing = () => {}

const FORMS: Record<string, { form: ReactNode; fields: string[]; opens?: string }> = {
  'a phone booking': {
    form: <NewBookingDialog onClose={nothing} />,
    fields: ['First name', 'Last name (optional)', 'Phone number'],
  },
  'the words of a called-off day': {
    form: <MoveDayDialog date={'2099-06-10' as TripDate} parties={[]} onMoved={nothing} onClose={nothing} />,
    fields: ['In your own words (optional)'],
  },
  'a review': { form: <ReviewForm trip={booking} onSent={nothing} />, fields: ['Your review'] },
  'a refund request': {
    form: <RefundRequestDialog booking={booking} onClose={nothing} />,
    fields: ['What happened'],
  },
  'a saved reply': {
    form: <SavedRepliesDialog typed="" onPick={nothing} onClose={nothing} />,
    opens: 'New saved reply',
    fields: ['Name', 'Text'],
  },
  'a gift': { form: <GiftForm />, fields: ["Who it's for", 'From', 'Your message (optional)'] },
}

test.each(Object.entries(FORMS))('%s is still there when the screen comes back after a session', async (_, one) => {
  answerWith({ 'GET /api/admin/saved-replies': broken })
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  async function open() {
    showToAdmin(one.form)
    if (one.opens) fireEvent.click(await screen.findByRole('button', { name: one.opens }))
  }
  await open()
  for (const name of one.fields) fireEvent.change(field(name), { target: { value: `${name}: typed` } })
  cleanup()
  await open()
  for (const name of one.fields) expect(field(name).value).toBe(`${name}: typed`)
})

test('the caller that a phone booking was said to be for is still chosen when the screen comes back', async () => {
  const rosa = { customerId: 7, firstName: 'Rosa', lastName: 'Diaz', email: null, lastTrip: '2020-06-10' }
  answerWith({ 'GET /api/admin/callers': () => Response.json([rosa]) })
  const open = () => showToAdmin(<NewBookingDialog onClose={nothing} />)
  open()
  fireEvent.change(screen.getByLabelText('Phone number'), { target: { value: '(863) 555-0142' } })
  fireEvent.click(await screen.findByRole('button', { name: /^Yes/ }))
  cleanup()
  open()
  expect(screen.getByText(/^Booked for Rosa Diaz/)).toBeDefined()
  expect(screen.queryByLabelText('Email (optional)')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(screen.queryByText(/^Booked for/)).toBeNull()
})
