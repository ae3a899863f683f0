import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { cancelBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { formatDayInWords, formatVenueTime } from '@arcadia/contract/trip-date'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, test } from './support/test.ts'

test('what is done elsewhere shows at once, in a dialog that is open too; dates are the venue’s and hours are Eastern', async ({
  resumed: page,
  angler,
}) => {
  const date = await anOpenDate(true)
  const booked = await aBooking(angler, date)
  const bookings = new ManagedBookings(page)
  const details = await bookings.openDetails(booked)
  await expect(details).toContainText('Confirmed')
  // The browser is in Tokyo.
  await expect(details).toContainText(formatDayInWords(date))
  await expect(details.getByText('Sunrise').locator('..')).toContainText(/[67]:\d\d.AM Eastern/)
  const events = await api.call(listBookingEvents, { token: angler.token, params: { id: booked.id } })
  await expect(details).toContainText(`${formatVenueTime(new Date(events[0]!.happenedAt))} Eastern`)
  // The page asks by itself once a minute; what is seen sooner came over the stream.
  const body = { bookingId: booked.id, queryMessage: 'From my phone: may I bring my dog?' }
  await api.call(createBookingQuery, { token: angler.token, body })
  await expect(details.getByRole('list', { name: 'Earlier questions' })).toContainText('may I bring my dog?')
  await api.call(cancelBooking, { token: angler.token, params: { id: booked.id } })
  await expect(details).toContainText('Cancelled')
  await expect(details).toContainText('Cancelled in Manage Bookings.')
})

test('a payment that takes long shows as pending, and as confirmed once it is', async ({
  resumed: page,
  angler,
  app,
}) => {
  const bookings = new ManagedBookings(page)
  await page.goto('/bookings')
  const booked = await aBooking(angler, await anOpenDate(true), 1, 'Slow after 600')
  expect(booked.status).toBe('PENDING')
  await expect(bookings.row(booked)).toContainText('We are confirming your payment. Please do not pay again.')
  await app.endFaults()
  await expect(bookings.row(booked)).toContainText('Confirmed')
})

test('two tabs share one stream, and both follow', async ({ resumed: first, angler, context }) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  let streams = 0
  await context.route('**/api/bookings/user/me/stream', async (route) => {
    streams++
    await route.continue()
  })
  const second = await context.newPage()
  for (const page of [first, second]) {
    await page.goto('/bookings')
    await expect(new ManagedBookings(page).row(booked)).toContainText('Confirmed')
  }
  await api.call(cancelBooking, { token: angler.token, params: { id: booked.id } })
  for (const page of [first, second]) await expect(new ManagedBookings(page).row(booked)).toContainText('Cancelled')
  expect(streams).toBe(1)
})
