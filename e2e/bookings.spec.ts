import { logout } from '@arcadia/contract/accounts'
import { addresses, portal } from '@arcadia/contract/addresses'
import { getAvailability } from '@arcadia/contract/availability'
import { createHold, getCurrentHold, releaseHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { listMyBookings } from '@arcadia/contract/trips'
import { expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { turnTo } from './support/calendar.ts'
import { anAngler, anOpenDate, api, expect, headerActions, PASSWORD, PHONE, test } from './support/test.ts'

const availability = (date: string) => api.call(getAvailability, { params: { date } })

test('a stranger signs up, books a morning, and the owner sees it', async ({ page }) => {
  const date = await anOpenDate()
  const username = `stranger${Date.now()}`
  await page.goto('/')
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(date)

  // Picking a date brings up the sign-in, with a way to sign up.
  const signIn = page.getByRole('dialog', { name: /sign in/i })
  await signIn.getByRole('button', { name: 'Sign Up' }).click()
  const signUp = page.getByRole('dialog', { name: /sign up/i })
  await signUp.getByLabel(/username/i).fill(username)
  await signUp.getByLabel(/email/i).fill(`${username}@example.com`)
  await signUp.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signUp.getByLabel(/confirm password/i).fill(PASSWORD)
  await signUp.getByLabel(/first name/i).fill('Grace')
  await signUp.getByLabel(/last name/i).fill('Hopper')
  await signUp.getByLabel(/phone/i).fill('(863) 555-0142')
  await signUp.getByRole('button', { name: /^sign up$/i }).click()
  await expect(signUp).toBeHidden()

  await booking.fillGuests(2)
  await booking.continue()
  await booking.fillCard()
  await expect(booking.pay).toHaveAccessibleName('Pay $700.00 USD')
  await booking.pay.click()
  const number = await booking.expectConfirmed()
  await booking.dialog.getByRole('button', { name: 'Close' }).last().click()

  await (await headerActions(page)).getByRole('link', { name: 'Manage Bookings' }).click()
  await expect(page.getByText(number)).toBeVisible()
  await expect(page.getByText(/\$700\.00 paid of \$5,000\.00/)).toBeVisible()

  await openPortal(page, portal.bookings.href({ q: number }))
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Grace Hopper')
})

test('a declined card shows why and keeps the form; signing in again after the session ends loses nothing; nothing is charged while the provider is down; a later try with a lost answer pays once; every step is accessible', async ({
  signedIn,
  angler,
}) => {
  const booking = new BookingDialog(signedIn)
  const date = await anOpenDate()
  await booking.open()
  await turnTo(booking.dialog, date)
  await expectAccessibleAtEveryWidth(signedIn, '[role=dialog]')
  await booking.pickDate(date)
  await booking.fillGuests()
  await expectAccessibleAtEveryWidth(signedIn, '[role=dialog]')
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await booking.fillCard('Decline')
  await expectAccessibleAtEveryWidth(signedIn, '[role=dialog]')
  await booking.pay.click()
  await expect(booking.alert).toContainText('Your card was declined.')
  const another = booking.dialog.getByRole('button', { name: 'Use another card' })
  await expect(another).toBeFocused()
  await expect(another).toBeInViewport()
  await another.click()
  const number = booking.dialog.getByLabel('Card number')
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('')
  const street = booking.dialog.getByLabel('Street address')
  await expect(street).toHaveValue('100 Test Street')
  await booking.fillCard('Account error')

  await api.call(logout, { token: angler.token })
  await booking.pay.click()
  const signIn = signedIn.getByRole('dialog', { name: /sign in/i })
  await signIn.getByLabel(/username or email/i).fill(angler.username)
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: /^sign in$/i }).click()
  await expect(signIn).toBeHidden()
  await expect(street).toHaveValue('100 Test Street')
  await booking.pay.click()
  await expect(booking.alert).toContainText('Payment failed. Please try again.')
  await booking.dialog.getByLabel('Cardholder name').fill('Lost answer')
  await booking.pay.click()
  await booking.expectConfirmed()
  const token = (await signedIn.evaluate(() => localStorage.getItem('arcadia.token')))!
  const body = await api.call(listMyBookings, { token })
  expect(body.map((one) => [one.status, one.paidAmount])).toEqual([['CONFIRMED', 350]])
})

test('a reload keeps held spots; two clicks on Pay are one payment; a reload during the charge shows the outcome; the card number goes only to the provider', async ({
  signedIn,
  angler,
  app,
  baseURL,
}) => {
  const number = '4012888888881881'
  const sent: string[] = []
  signedIn.on('request', (request) => {
    if (request.url().startsWith(baseURL!)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const date = await anOpenDate()
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(date, 2)
  await signedIn.reload()
  expect((await availability(date)).availableSpots).toBe(2)
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await booking.fillCard('Slow after 600')
  await booking.dialog.getByLabel('Card number').fill(number)
  await booking.pay.dblclick()
  const { token } = angler
  await expect.poll(async () => (await api.call(getCurrentHold, { token })).attempt?.status).toBe('PROCESSING')
  await signedIn.reload()
  await expect(booking.dialog).toContainText('We are confirming your payment. Please do not pay again.')
  await app.endFaults()
  await booking.expectConfirmed()
  const body = await api.call(listMyBookings, { token })
  expect(body.map((one) => one.paidAmount)).toEqual([700])
  expect(sent.some((request) => request.includes(payForBooking.path))).toBe(true)
  const storage = await signedIn.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const log = app.readLog()
  for (const place of [sent.join('\n'), storage, log]) {
    expect(place).not.toContain(number)
    expect(place).not.toContain('4012 8888 8888 1881')
  }
})

test('where the answer to Pay is lost, the same press goes again with the same key and is one booking', async ({
  signedIn,
  angler,
}) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  const keys: (string | undefined)[] = []
  await signedIn.route(/\/api\/bookings\/payment(\?|$)/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await booking.fillCard()
  await booking.pay.click()
  await booking.expectConfirmed()
  expect(keys).toEqual([keys[0], keys[0]])
  const body = await api.call(listMyBookings, { token: angler.token })
  expect(body.map((one) => one.paidAmount)).toEqual([350])
})

test('a duplicated tab that closes the booking leaves the first one its hold; a reloaded one gives back its own', async ({
  signedIn,
}) => {
  const date = await anOpenDate()
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(date, 2)
  // Nobody duplicates a tab in the moment that the browser takes to grant it the lock.
  await expect
    .poll(() =>
      signedIn.evaluate(async () => {
        const { madeHere } = JSON.parse(sessionStorage.getItem('arcadia.booking') ?? '{}')
        return (await navigator.locks.query()).held?.some(({ name }) => name === madeHere)
      }),
    )
    .toBe(true)
  const opened = signedIn.context().waitForEvent('page')
  // Copies what the tab keeps, as "Duplicate tab" does.
  await signedIn.evaluate(() => void window.open(window.location.href))
  const copy = await opened
  await copy.getByRole('button', { name: 'Continue booking' }).click()
  const copied = new BookingDialog(copy)
  await expect(copied.dialog.getByRole('timer')).toBeVisible()
  await copied.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(copied.dialog).toBeHidden()
  expect((await availability(date)).availableSpots).toBe(2)
  await copy.close()

  await signedIn.reload()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await booking.dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await availability(date)).availableSpots).toBe(4)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a day taken by someone else is announced at once and shown in the calendar; the browser’s Back goes one step back and frees the hold, then closes the dialog without leaving the site', async ({
    resumed: page,
  }) => {
    await page.goto(addresses.terms.href())
    const date = await anOpenDate()
    const booking = new BookingDialog(page)
    await booking.open()
    await turnTo(booking.dialog, date)
    await expect(booking.day(date)).toContainText('4 left')
    const { token } = await anAngler()
    const hold = await api.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 3 } })
    await expect(booking.day(date)).toContainText('1 left')
    await api.call(releaseHold, { token, params: { id: heldOf(hold).holdId } })
    await expect(booking.day(date)).toContainText('4 left')
    await booking.pickDate(date)
    await booking.fillGuests(2)
    const all = await api.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 4 } })
    await expect(booking.dialog.getByText(/is being held right now/).first()).toBeVisible()
    await expect(booking.dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await booking.dialog.getByRole('button', { name: 'Back', exact: true }).last().click()
    await expect(booking.day(date)).toContainText('held')
    await api.call(releaseHold, { token, params: { id: heldOf(all).holdId } })
    await expect(booking.day(date)).toContainText('4 left')

    await booking.continue()
    await booking.continue()
    await expect(booking.dialog.getByRole('timer')).toBeVisible()
    expect((await availability(date)).availableSpots).toBe(2)
    await page.goBack()
    await expect(booking.dialog.getByLabel('Number of anglers')).toBeVisible()
    await page.goBack()
    await expect(booking.dialog.getByRole('grid')).toBeVisible()
    await page.goBack()
    await expect(booking.dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(async () => (await availability(date)).availableSpots).toBe(4)
    await booking.toPayment(date, 3)
    await booking.dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(booking.dialog).toBeHidden()
    await expect(page).toHaveURL(addresses.terms.href())
    await expect.poll(async () => (await availability(date)).availableSpots).toBe(4)
  })
})
