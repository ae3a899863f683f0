import { addresses } from '@arcadia/contract/addresses'
import { cancelBooking } from '@arcadia/contract/bookings'
import { formatDayInWords, formatFullDate, formatShortDate } from '@arcadia/contract/trip-date'
import { listMyWaitlist } from '@arcadia/contract/waitlist'
import { expectAccessible } from './support/accessible.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, expect, headerActions, PASSWORD, PHONE, test } from './support/test.ts'
import { anOffer, isOffered } from './support/waitlist-offer.ts'

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a full morning explains itself; a visitor signs in, returns to the day and joins its waitlist, is offered the freed spots, and books them', async ({
    page,
    angler,
  }) => {
    const date = await anOpenDate(true)
    const other = await anAngler()
    const full = await aBooking(other, date, 4)
    await page.goto('/')
    const morning = page.locator(`.morning[data-date="${date}"]`)
    await page.locator('#season').scrollIntoViewIfNeeded()
    await expect(morning).toHaveAttribute('data-state', 'full')
    // Disabled because it cannot be booked; pressing it explains why.
    await morning.click({ force: true })
    const booking = new BookingDialog(page)
    await expect(booking.dialog.getByText('The nearest open mornings')).toBeVisible()
    await booking.dialog.getByLabel('Number of anglers').selectOption('2')
    await booking.dialog.getByRole('button', { name: 'Tell me if 2 spots open' }).click()
    const signIn = page.getByRole('dialog', { name: 'Sign In' })
    await signIn.getByRole('button', { name: 'I have an account' }).click()
    await signIn.getByLabel('Username or email').fill(angler.username)
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    await expect(booking.dialog.getByText("You're on the waitlist for 2 anglers.")).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')

    await (await headerActions(page)).getByRole('link', { name: 'Manage Bookings' }).click()
    const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting for 2 spots' })
    await expect(waiting).toBeVisible()

    await api.call(cancelBooking, { token: other.token, params: { id: full.id } })
    await expect(page.getByText(/holding 2 spots for you until .*\sEastern/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Book them' }).click()
    await expect(booking.dialog.getByText(/These spots are held for you until/)).toBeVisible()
    await expect(booking.dialog.getByLabel('Number of anglers')).toHaveValue('2')
    // Closing does not decline: the spots are still held.
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

test('an offer email leads through sign-in to the held spots, which go to the next in line when declined; someone else’s offer opens nothing; a missed offer is explained, with a way back to its date and number, open or not', async ({
  page,
  angler,
}) => {
  const next = await anAngler()
  const { date, entry } = await anOffer(angler, next)
  await page.goto(addresses.bookings.offer.href({ entryId: entry.id }))
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await expect(signIn).toContainText("see the spots we're holding for you")
  await signIn.getByLabel('Username or email').fill(angler.username)
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  const booking = new BookingDialog(page)
  await expect(booking.dialog.getByText(/These spots are held for you until/)).toBeVisible()
  await expect(booking.dialog).toContainText(formatShortDate(date))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('timer')).toHaveText(/^\d+:\d\d(:\d\d)? left$/)
  await expect(page).toHaveURL(addresses.bookings.offer.href({ entryId: entry.id }))
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeHidden()
  await expect.poll(() => isOffered(next)).toBe(true)

  // Half an hour is too long for a journey; the rule's own test covers expiry.
  const lapsed = { ...entry, lapsedAt: new Date() }
  const open = { ...lapsed, id: entry.id + 1000, selectedDate: await anOpenDate(true), numberOfGuests: 2 }
  await page.route(`**${listMyWaitlist.path}`, (route) => route.fulfill({ json: [lapsed, open] }))
  const others = await anOffer(await anAngler())
  await page.goto(addresses.bookings.offer.href({ entryId: others.entry.id }))
  await expect(page.getByText('That offer is over')).toBeVisible()
  await expect(page.getByText(formatFullDate(others.date))).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const missed = page.getByRole('listitem').filter({ hasText: formatFullDate(date) })
  await expect(missed).toContainText(/Your hold ran out .*\sEastern\. If the spot is still open, you can book it\./)
  await expectAccessible(page)
  await missed.getByRole('button', { name: 'See that date' }).click()
  await expect(booking.dialog).toContainText(formatShortDate(date))
  await expect(
    booking.dialog.getByText(`Every spot left on ${formatDayInWords(date)} is being held right now.`),
  ).toBeVisible()
  await expect(booking.dialog.getByText('The nearest mornings with room:')).toBeVisible()
  await booking.dialog.getByRole('button', { name: 'Pick another date' }).click()
  await expect(booking.dialog.getByText(/is being held right now\. One may open up at /)).toBeVisible()
  await booking.dialog.getByRole('radio', { name: '2 anglers' }).check({ force: true })
  await expect(booking.dialog.getByRole('button', { name: 'Tell me if 2 spots open' })).toBeVisible()
  await booking.dialog.getByRole('radio', { name: '1 angler' }).check({ force: true })
  await expect(booking.dialog.getByRole('button', { name: /^Tell me if/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const stillOpen = page.getByRole('listitem').filter({ hasText: formatFullDate(open.selectedDate) })
  await stillOpen.getByRole('button', { name: 'See that date' }).click()
  await expect(booking.dialog).toContainText(formatShortDate(open.selectedDate))
  await expect(booking.dialog.getByLabel('Number of anglers')).toHaveValue('2')
  await booking.fillGuests(2)
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
})
