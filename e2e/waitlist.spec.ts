import { expectAccessible } from './support/accessible.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, expect, PASSWORD, test } from './support/test.ts'

test('who waits for a full day is offered the places that come free, and takes them', async ({ signedIn: page }, {
  parallelIndex,
}) => {
  const date = await anOpenDate(parallelIndex, true)
  const other = await anAngler()
  const full = await aBooking(other, date, 4)
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.askWhy(date)
  await booking.dialog.getByLabel('Anglers who wait').selectOption('2')
  await booking.dialog.getByRole('button', { name: 'Tell me when a place is free' }).click()
  await expect(booking.dialog.getByText('You are on the waitlist for 2 anglers.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')

  await page.goto('/bookings')
  const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting for 2 places' })
  await expect(waiting).toBeVisible()

  await api('POST', `/api/bookings/${full.id}/cancel`, { token: other.token })
  await expect(page.getByText(/2 places kept for you until .* Eastern/)).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take them' }).click()
  await expect(booking.dialog.getByText(/These places are kept for you until/)).toBeVisible()
  await expect(booking.dialog.getByLabel('Number of anglers')).toHaveValue('2')
  // Closing is no answer: the places are still there.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Take them' }).click()
  await booking.dialog.getByRole('checkbox').check()
  await booking.continue()
  await booking.fillCard()
  await booking.pay.click()
  const confirmation = await booking.expectConfirmed()
  await booking.dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('listitem').filter({ hasText: confirmation })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeHidden()
})

test('an offer that is declined goes to the next in line', async ({ signedIn: page, angler }, { parallelIndex }) => {
  const date = await anOpenDate(parallelIndex, true)
  const [first, next] = [await anAngler(), await anAngler()]
  const full = await aBooking(first, date, 4)
  const wish = { selectedDate: date, numberOfGuests: 4 }
  await api('POST', '/api/waitlist', { token: angler.token, body: wish })
  await api('POST', '/api/waitlist', { token: next.token, body: wish })
  await api('POST', `/api/bookings/${full.id}/cancel`, { token: first.token })
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'No, thank you' }).click({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeHidden()
  const offered = async () => (await api('GET', '/api/waitlist', { token: next.token })).body[0]?.offer?.numberOfGuests
  await expect.poll(offered).toBe(4)
})

test('a visitor signs in first, and finds the day again', async ({ page, angler }, { parallelIndex }) => {
  const date = await anOpenDate(parallelIndex, true)
  await aBooking(await anAngler(), date, 4)
  await page.goto('/')
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.askWhy(date)
  await booking.dialog.getByRole('button', { name: 'Tell me when a place is free' }).click()
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await signIn.getByLabel('Username or email').fill(angler.username)
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  await expect(booking.dialog.getByLabel('Anglers who wait')).toBeVisible()
})

test('a day with room has no line to wait in', async ({ angler }, { parallelIndex }) => {
  const selectedDate = await anOpenDate(parallelIndex, true)
  const answer = await api('POST', '/api/waitlist', { token: angler.token, body: { selectedDate, numberOfGuests: 1 } })
  expect(answer).toMatchObject({ status: 409, body: { error: 'date-has-room' } })
})
