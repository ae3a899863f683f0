import { createBookingQuery, listQueriesOfBooking, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { cancelBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { formatDayInWords, formatVenueTime } from '@arcadia/contract/trip-date'
import { asAdmin } from './support/admin-portal.ts'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, test } from './support/test.ts'

test('what is done elsewhere shows at once, in a dialog that is open too', async ({ signedIn, angler }) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const bookings = new ManagedBookings(signedIn)
  const details = await bookings.openDetails(booked)
  await expect(details).toContainText('Confirmed')
  // The page asks by itself once a minute; what is seen sooner came over the stream.
  const body = { bookingId: booked.id, queryMessage: 'From my phone: may I bring my dog?' }
  await api.call(createBookingQuery, { token: angler.token, body })
  await expect(details.getByRole('list', { name: 'Earlier questions' })).toContainText('may I bring my dog?')
  await api.call(cancelBooking, { token: angler.token, params: { id: booked.id } })
  await expect(details).toContainText('Cancelled')
  await expect(details).toContainText('Cancelled by the customer.')
})

test('the guide’s answer appears below the question while one looks', async ({ signedIn, angler }) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const details = await new ManagedBookings(signedIn).openDetails(booked)
  await details.getByLabel('Ask Admin a Question').fill('Can my son use a fly rod?')
  await details.getByRole('button', { name: 'Send question' }).click()
  const questions = details.getByRole('list', { name: 'Earlier questions' })
  await expect(questions).toContainText('Can my son use a fly rod?')
  const [question] = await api.call(listQueriesOfBooking, { token: angler.token, params: { id: booked.id } })
  await asAdmin.call(setBookingQueryStatus, {
    params: { id: question!.id },
    body: {
      status: 'RESPONDED',
      adminResponse: 'Gladly. We bring one for him.',
      adminNotes: 'Not for his eyes.',
    },
  })
  await expect(questions).toContainText('Gladly. We bring one for him.')
  await expect(signedIn.getByText('Not for his eyes.')).toHaveCount(0)
})

test('a payment that takes long shows as pending, and as confirmed once it is', async ({ signedIn, angler }) => {
  const bookings = new ManagedBookings(signedIn)
  await signedIn.goto('/bookings')
  const booked = await aBooking(angler, await anOpenDate(true), 1, 'Slow after 8')
  expect(booked.status).toBe('PENDING')
  await expect(bookings.row(booked)).toContainText('We are confirming your payment. Please do not pay again.')
  await expect(bookings.row(booked)).toContainText('Confirmed')
})

test('two tabs share one stream, and both follow', async ({ signedIn, angler, context }) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  let streams = 0
  await context.route('**/api/bookings/user/me/stream', async (route) => {
    streams++
    await route.continue()
  })
  const second = await context.newPage()
  for (const page of [signedIn, second]) {
    await page.goto('/bookings')
    await expect(new ManagedBookings(page).row(booked)).toContainText('Confirmed')
  }
  await api.call(cancelBooking, { token: angler.token, params: { id: booked.id } })
  for (const page of [signedIn, second]) await expect(new ManagedBookings(page).row(booked)).toContainText('Cancelled')
  expect(streams).toBe(1)
})

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('dates are the venue’s and hours are Eastern', async ({ signedIn, angler }) => {
    const date = await anOpenDate(true)
    const booked = await aBooking(angler, date)
    const bookings = new ManagedBookings(signedIn)
    const details = await bookings.openDetails(booked)
    await expect(details).toContainText(formatDayInWords(date))
    await expect(details.getByText('Sunrise').locator('..')).toContainText(/[67]:\d\d.AM Eastern/)
    const events = await api.call(listBookingEvents, { token: angler.token, params: { id: booked.id } })
    await expect(details).toContainText(`${formatVenueTime(new Date(events[0]!.happenedAt))} Eastern`)
    await details.getByRole('button', { name: 'Reschedule' }).click()
    const dialog = bookings.dialog('Move your date')
    await dialog.getByRole('button', { name: 'Choose a new date' }).click()
    await expect(bookings.day(dialog, date)).toContainText('yours')
  })
})
