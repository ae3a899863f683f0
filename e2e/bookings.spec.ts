import { logout } from '@arcadia/contract/accounts'
import { getAvailability } from '@arcadia/contract/availability'
import { createHold, getCurrentHold, listMyBookings, releaseHold } from '@arcadia/contract/bookings'
import { BookingDialog } from './support/booking-dialog.ts'
import { ADMIN, anAngler, anOpenDate, api, expect, headerActions, PASSWORD, test } from './support/test.ts'

const availability = (date: string) => api.call(getAvailability, { params: { date } })

test('a stranger signs up, books a morning, and the owner sees it', { tag: '@phone' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const date = await anOpenDate()
  const username = `stranger${Date.now()}`
  await page.goto('/')
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(date)

  // A date is picked by somebody: the sign-in comes up, and the way to an account.
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

  await booking.continue()
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

  const office = await browser.newPage({ baseURL: baseURL! })
  await office.goto('/admin')
  await expect(office.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await office.goto('/admin/login')
  await office.getByLabel(/username or email/i).fill(ADMIN.usernameOrEmail)
  await office.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await office.getByRole('button', { name: /sign in|log in/i }).click()
  await office.getByRole('tab', { name: 'Bookings', exact: true }).click()
  await office.getByRole('searchbox').fill(number)
  const row = office.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('Grace Hopper')
  await office.close()
})

test('a declined card: the reason in words, the form as it was, and another card pays', async ({ signedIn }) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await booking.fillCard('Decline')
  await booking.pay.click()
  await expect(booking.alert).toContainText('The card was declined.')
  await booking.dialog.getByRole('button', { name: 'Use another card' }).click()
  const number = booking.dialog.getByLabel('Card number')
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('')
  await expect(booking.dialog.getByLabel('Street address')).toHaveValue('100 Test Street')
  await booking.fillCard('Ada Angler')
  await booking.pay.click()
  await booking.expectConfirmed()
})

test('what is wrong on the card is said at its field, and nothing is sent', { tag: '@phone' }, async ({ signedIn }) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await booking.fillCard()
  await booking.dialog.getByLabel('Card number').fill('4111')
  await booking.dialog.getByLabel('CVV').fill('1')
  await booking.dialog.getByLabel('City').fill('X')
  await booking.pay.click()
  await expect(booking.dialog.getByText('Please enter a valid card number')).toBeVisible()
  await expect(booking.dialog.getByText('Please enter a valid CVV')).toBeVisible()
  await expect(booking.dialog.getByText('City must be between 2 and 50 characters')).toBeVisible()
  await expect(booking.dialog.getByLabel('Card number')).toBeFocused()
  await booking.dialog.getByLabel('Card number').pressSequentially('1111 1111 1111')
  await expect(booking.dialog.getByText('Please enter a valid card number')).toBeHidden()
})

test('time runs out: the form leaves, and the same date is held again with what was typed', async ({ signedIn }) => {
  const date = await anOpenDate()
  await signedIn.clock.install()
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(date, 2)
  await booking.fillCard()
  await signedIn.clock.fastForward('05:01')
  await expect(booking.alert).toContainText('Time expired. Please go back and reselect.')
  await expect(booking.dialog.getByLabel('Card number')).toBeHidden()
  await expect(booking.pay).toBeHidden()
  await expect(booking.dialog.getByText('Trophy, 2 anglers')).toBeVisible()
  await signedIn.clock.resume()
  await booking.dialog.getByRole('button', { name: 'Hold this date again' }).click()
  const number = booking.dialog.getByLabel('Card number')
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('')
  await expect(booking.dialog.getByLabel('CVV')).toHaveValue('')
  await expect(booking.dialog.getByLabel('Street address')).toHaveValue('100 Test Street')
})

test('somebody else takes the day meanwhile: it is said at once, and the calendar shows it', async ({ signedIn }) => {
  const date = await anOpenDate()
  const booking = new BookingDialog(signedIn)
  await booking.open()
  await booking.pickDate(date)
  await booking.continue()
  await booking.fillGuests(2)
  const other = await anAngler()
  await api.call(createHold, { token: other.token, body: { selectedDate: date, numberOfGuests: 4 } })
  await expect(booking.dialog.getByText(/is being held right now/).first()).toBeVisible()
  await expect(booking.dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await booking.dialog.getByRole('button', { name: 'Back', exact: true }).last().click()
  await expect(booking.day(date)).toContainText('held')
})

test('a page that heard nothing of it is told when it asks', async ({ signedIn }) => {
  const date = await anOpenDate()
  await signedIn.route('**/availability/stream', (route) => route.abort())
  await signedIn.reload()
  const booking = new BookingDialog(signedIn)
  await booking.open()
  await booking.pickDate(date)
  await booking.continue()
  await booking.fillGuests(2)
  const other = await anAngler()
  await api.call(createHold, { token: other.token, body: { selectedDate: date, numberOfGuests: 3 } })
  await booking.continue()
  await expect(booking.alert).toContainText('Only 1 spot is left on')
  await expect(booking.dialog.getByLabel('First name')).toHaveValue('Ada')
})

test('a calendar that is open shows what others do, long before it would ask by itself', async ({ signedIn }) => {
  const date = await anOpenDate()
  const booking = new BookingDialog(signedIn)
  await booking.open()
  await booking.pickDate(date)
  await expect(booking.day(date)).toContainText('4 left')
  const other = await anAngler()
  const hold = await api.answer(createHold, { token: other.token, body: { selectedDate: date, numberOfGuests: 3 } })
  await expect(booking.day(date)).toContainText('1 left')
  await api.call(releaseHold, { token: other.token, params: { id: hold.body.holdId } })
  await expect(booking.day(date)).toContainText('4 left')
})

test('closing the dialog or going back frees the hold', async ({ signedIn }) => {
  const date = await anOpenDate()
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(date, 3)
  expect((await availability(date)).availableSpots).toBe(1)
  await booking.dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await availability(date)).availableSpots).toBe(4)
})

test('two clicks on Pay are one payment', async ({ signedIn, angler }) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await booking.fillCard()
  await booking.pay.dblclick()
  await booking.expectConfirmed()
  const body = await api.call(listMyBookings, { token: angler.token })
  expect(body.map((one) => one.paidAmount)).toEqual([350])
})

test('an answer that never comes: the customer is told not to pay again, and then that it is confirmed', async ({
  signedIn,
  angler,
}) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await booking.fillCard('Lost answer')
  await booking.pay.click()
  await booking.expectConfirmed()
  const body = await api.call(listMyBookings, { token: angler.token })
  expect(body.map((one) => [one.status, one.paidAmount])).toEqual([['CONFIRMED', 350]])
})

test('the tab reloaded while the charge is in flight: the outcome is shown, not lost', async ({ signedIn, angler }) => {
  const date = await anOpenDate()
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(date)
  await booking.fillCard('Slow after 4')
  await booking.pay.click()
  await expect
    .poll(async () => (await api.call(getCurrentHold, { token: angler.token })).attempt?.status)
    .toBe('PROCESSING')
  await signedIn.reload()
  await expect(booking.dialog).toContainText('We are confirming your payment. Please do not pay again.')
  await booking.expectConfirmed()
})

test('the session ends before Pay: signing in again loses nothing', async ({ signedIn, angler }) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await booking.fillCard()
  const token = await signedIn.evaluate(() =>
    Object.values(localStorage)
      .find((value) => /^"?[\w-]{43}"?$/.test(value))
      ?.replaceAll('"', ''),
  )
  await api.call(logout, { token: token! })
  await booking.pay.click()
  const signIn = signedIn.getByRole('dialog', { name: /sign in/i })
  await signIn.getByLabel(/username or email/i).fill(angler.username)
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: /^sign in$/i }).click()
  await expect(signIn).toBeHidden()
  await expect(booking.dialog.getByLabel('Street address')).toHaveValue('100 Test Street')
  await booking.pay.click()
  await booking.expectConfirmed()
})

test('the provider is away: nothing is charged, the form stays, and a later try pays', async ({ signedIn }) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await booking.fillCard('Account error')
  await booking.pay.click()
  await expect(booking.alert).toContainText('Payment failed. Please try again.')
  await booking.dialog.getByLabel('Cardholder name').fill('Ada Angler')
  await booking.pay.click()
  await booking.expectConfirmed()
})

test('a card number is sent to the provider and to nobody else', async ({ signedIn, app, baseURL }) => {
  const number = '4012888888881881'
  const sent: string[] = []
  signedIn.on('request', (request) => {
    if (request.url().startsWith(baseURL!)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await booking.fillCard()
  await booking.dialog.getByLabel('Card number').fill(number)
  await booking.pay.click()
  await booking.expectConfirmed()
  expect(sent.some((request) => request.includes('/api/bookings/payment'))).toBe(true)
  const storage = await signedIn.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  const log = app.readLog()
  for (const place of [sent.join('\n'), storage, log]) {
    expect(place).not.toContain(number)
    expect(place).not.toContain('4012 8888 8888 1881')
  }
})

test('a page reloaded with spots held goes on with them', async ({ signedIn }) => {
  const date = await anOpenDate()
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(date, 2)
  await signedIn.reload()
  expect((await availability(date)).availableSpots).toBe(2)
  await expect(signedIn.getByRole('region', { name: 'Your date is held' }).getByRole('timer')).toBeVisible()
  await signedIn.getByRole('button', { name: 'Continue booking' }).click()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await booking.fillCard()
  await booking.pay.click()
  await booking.expectConfirmed()
})

test('the legal pages answer to a click', async ({ page }) => {
  for (const path of ['/privacy', '/eula']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Reserve' }).first().click()
    await expect(page.getByRole('dialog', { name: /book your trip/i })).toBeVisible()
  }
})

test('the browser’s Back goes a step back and leaves the dialog, not the site', { tag: '@phone' }, async ({
  signedIn,
}) => {
  const booking = new BookingDialog(signedIn)
  await booking.toPayment(await anOpenDate())
  await signedIn.goBack()
  await expect(booking.dialog.getByLabel('First name')).toBeVisible()
  await signedIn.goBack()
  await expect(booking.dialog.getByRole('grid')).toBeVisible()
  await signedIn.goBack()
  await expect(booking.dialog).toBeHidden()
  await expect(signedIn.getByRole('heading', { level: 1 })).toBeVisible()
  await booking.open()
  await booking.dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(booking.dialog).toBeHidden()
  await expect(signedIn).toHaveURL('/')
})
