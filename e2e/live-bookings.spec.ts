import { addresses } from '@arcadia/contract/addresses'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { cancelBooking, listBookingEvents, streamMyNews } from '@arcadia/contract/bookings'
import { formatDayInWords, formatVenueTime } from '@arcadia/contract/trip-date'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, test } from './support/test.ts'

test('changes made elsewhere show at once in both tabs, which share one stream; dates are the venue’s and times are Eastern', async ({
  resumed: first,
  angler,
  context,
  app,
}) => {
  let streams = 0
  await context.route(`**${streamMyNews.path}`, async (route) => {
    streams++
    await route.continue()
  })
  const { token } = angler
  const date = await anOpenDate(true)
  const booked = await aBooking(angler, date)
  const details = await new ManagedBookings(first).openDetails(booked)
  await expect(details).toContainText('Confirmed')
  // The browser's time zone is Tokyo.
  await expect(details).toContainText(formatDayInWords(date))
  await expect(details.getByText('Sunrise').locator('..')).toContainText(/[67]:\d\d.AM\sEastern/)
  const events = await api.call(listBookingEvents, { token, params: { id: booked.id } })
  await expect(details).toContainText(formatVenueTime(new Date(events[0]!.happenedAt)))
  const second = await context.newPage()
  await second.goto(addresses.bookings.href())
  const list = new ManagedBookings(second)
  await expect(list.row(booked)).toContainText('Confirmed')

  // The page polls once a minute; anything sooner came over the stream.
  const body = { bookingId: booked.id, queryMessage: 'From my phone: may I bring my dog?' }
  await api.call(createBookingQuery, { token, body })
  await expect(details.getByRole('list', { name: 'Earlier questions' })).toContainText('may I bring my dog?')

  const slow = await aBooking(angler, await anOpenDate(true), 1, 'Slow after 600')
  expect(slow.status).toBe('PENDING')
  await expect(list.row(slow)).toContainText('We are confirming your payment. Please do not pay again.')
  await app.endFaults()
  await expect(list.row(slow)).toContainText('Confirmed')

  await api.call(cancelBooking, { token, params: { id: booked.id } })
  await expect(details).toContainText('Canceled')
  await expect(details).toContainText('You canceled the trip.')
  await expect(list.row(booked)).toContainText('Canceled')
  expect(streams).toBe(1)
})
