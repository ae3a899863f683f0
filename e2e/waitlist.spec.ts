import { cancelBooking } from '@arcadia/contract/bookings'
import { formatDate, formatFullDate } from '@arcadia/contract/trip-date'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { expectAccessible } from './support/accessible.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { aBooking } from './support/managed-bookings.ts'
import { type Angler, anAngler, anOpenDate, api, expect, headerActions, PASSWORD, PHONE, test } from './support/test.ts'

test.describe('on a phone', () => {
  test.use(PHONE)

  test('who waits for a full day is offered the places that come free, and takes them', async ({ signedIn: page }) => {
    const date = await anOpenDate(true)
    const other = await anAngler()
    const full = await aBooking(other, date, 4)
    const booking = new BookingDialog(page)
    await booking.open()
    await booking.askWhy(date)
    await booking.dialog.getByLabel('Number of anglers').selectOption('2')
    await booking.dialog.getByRole('button', { name: 'Tell me if a spot opens' }).click()
    await expect(booking.dialog.getByText("You're on the waitlist for 2 anglers.")).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')

    await (await headerActions(page)).getByRole('link', { name: 'Manage Bookings' }).click()
    const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting for 2 spots' })
    await expect(waiting).toBeVisible()

    await api.call(cancelBooking, { token: other.token, params: { id: full.id } })
    await expect(page.getByText(/holding 2 spots for you until .* Eastern/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Book them' }).click()
    await expect(booking.dialog.getByText(/These spots are held for you until/)).toBeVisible()
    await expect(booking.dialog.getByLabel('Number of anglers')).toHaveValue('2')
    // Closing is no answer: the spots are still there.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Book them' }).click()
    await booking.dialog.getByRole('checkbox').check()
    await booking.continue()
    await booking.fillCard()
    await booking.pay.click()
    const confirmation = await booking.expectConfirmed()
    await booking.dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('listitem').filter({ hasText: confirmation })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeHidden()
  })
})

test('an offer that is declined goes to the next in line', async ({ resumed: page, angler }) => {
  const date = await anOpenDate(true)
  const [first, next] = [await anAngler(), await anAngler()]
  const full = await aBooking(first, date, 4)
  const input = { selectedDate: date, numberOfGuests: 4 }
  await api.call(joinWaitlist, { token: angler.token, body: input })
  await api.call(joinWaitlist, { token: next.token, body: input })
  await api.call(cancelBooking, { token: first.token, params: { id: full.id } })
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeHidden()
  const offered = async () => (await api.call(listMyWaitlist, { token: next.token }))[0]?.offer?.numberOfGuests
  await expect.poll(offered).toBe(4)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a full morning of the season calendar opens its explanation; a visitor signs in first, and finds the day again', async ({
    page,
    angler,
  }) => {
    const date = await anOpenDate(true)
    await aBooking(await anAngler(), date, 4)
    await page.goto('/')
    const morning = page.locator(`.morning[data-date="${date}"]`)
    await page.locator('#season').scrollIntoViewIfNeeded()
    await expect(morning).toHaveAttribute('data-state', 'full')
    // Marked as disabled, because it cannot be booked; pressing it explains why.
    await morning.click({ force: true })
    const booking = new BookingDialog(page)
    await expect(booking.dialog.getByText('The nearest open mornings')).toBeVisible()
    await booking.dialog.getByRole('button', { name: 'Tell me if a spot opens' }).click()
    const signIn = page.getByRole('dialog', { name: 'Sign In' })
    await signIn.getByRole('button', { name: 'I have an account' }).click()
    await signIn.getByLabel('Username or email').fill(angler.username)
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    await expect(booking.dialog.getByLabel('Number of anglers')).toBeVisible()
  })
})

test('the mail of an offer leads through signing in to the places that are kept, and somebody else’s to nothing', async ({
  page,
  angler,
}) => {
  const { date, entryId } = await anOffer(angler)
  await page.goto(`/bookings#offer-${entryId}`)
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await expect(signIn).toContainText("see the spots we're holding for you")
  await signIn.getByLabel('Username or email').fill(angler.username)
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  const booking = new BookingDialog(page)
  await expect(booking.dialog.getByText(/These spots are held for you until/)).toBeVisible()
  await expect(booking.dialog).toContainText(formatDate(date))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('timer')).toHaveText(/^\d+:\d\d(:\d\d)? left$/)
  await expect(page).toHaveURL(/\/bookings$/)

  const others = await anOffer(await anAngler())
  await page.goto(`/bookings#offer-${others.entryId}`)
  await expect(page.getByText('That offer is over')).toBeVisible()
  await expect(page.getByText(formatFullDate(others.date))).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an offer that ran out while paying says that the places went to others', async ({ resumed: page, angler }) => {
  await anOffer(angler)
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'Book it' }).click()
  const booking = new BookingDialog(page)
  await booking.dialog.getByRole('checkbox').check()
  await booking.continue()
  await booking.fillCard()
  // Half an hour is long for a test; the server's own refusal is proved beside its rule.
  await page.route('**/api/bookings/payment*', (route) =>
    route.fulfill({
      status: 409,
      json: { message: 'Time expired. Please go back and reselect.', error: 'hold-expired', requestId: 'e2e' },
    }),
  )
  await booking.pay.click()
  await expect(booking.alert).toContainText('Your hold ran out, and the spots went to the next person in line.')
  await booking.alert.getByRole('button', { name: 'Back' }).click()
  await expect(booking.dialog.getByRole('grid')).toBeVisible()
})

test('a waitlist that does not load is no empty one; an offer that was missed is told of, with a way back to its date', async ({
  resumed: page,
  angler,
}) => {
  const { date } = await anOffer(angler)
  let isAway = true
  await page.route('**/api/waitlist', async (route) => {
    if (isAway) return route.abort()
    const response = await route.fetch()
    const [entry] = await response.json()
    await route.fulfill({ response, json: [{ ...entry, offer: null, lapsedAt: entry.offer.expiresAt }] })
  })
  // Its hold is over as well, or the dialog would rightly go on with it.
  const nothing = { hold: null, attempt: null, booking: null }
  await page.route('**/api/bookings/holds/current*', (route) => route.fulfill({ json: nothing }))
  // As soon as a stream is open the page asks again by itself, and nobody has to.
  await page.route('**/api/bookings/user/me/stream', (route) => route.abort())
  await page.goto('/bookings')
  await expect(page.getByRole('alert')).toContainText('We could not load your waitlist.')
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  const missed = page.getByRole('listitem').filter({ hasText: formatFullDate(date) })
  await expect(missed).toContainText(/Your hold ran out .* Eastern, and the spot went to the next person in line\./)
  await expectAccessible(page)
  await missed.getByRole('button', { name: 'See that date' }).click()
  const booking = new BookingDialog(page)
  await expect(booking.dialog.locator(`[data-date="${date}"]`)).toBeVisible()
})

/** A place that is kept for somebody on a day that is full otherwise. */
async function anOffer(angler: Angler) {
  const date = await anOpenDate(true)
  const [gone, stays] = [await anAngler(), await anAngler()]
  const leaving = await aBooking(gone, date, 1)
  await aBooking(stays, date, 3)
  const input = { selectedDate: date, numberOfGuests: 1 }
  const entry = await api.call(joinWaitlist, { token: angler.token, body: input })
  await api.call(cancelBooking, { token: gone.token, params: { id: leaving.id } })
  const isOffered = async () => Boolean((await api.call(listMyWaitlist, { token: angler.token }))[0]?.offer)
  await expect.poll(isOffered).toBe(true)
  return { date, entryId: entry.id }
}
