import { addresses, portal } from '@arcadia/contract/addresses'
import { getAdminBooking, listAdminBookings } from '@arcadia/contract/admin/bookings'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { listMyBookings } from '@arcadia/contract/trips'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { mailsTo } from './support/mails.ts'
import { anAngler, anOpenDate, api, dialogsClosed, expect, PHONE, resume, test } from './support/test.ts'

test('a caller is booked, corrected and pays in cash; notes stay with the guide', async ({ page }) => {
  const email = `caller${Date.now()}@example.com`
  await openPortal(page, portal.bookings.href())
  await page.getByRole('button', { name: 'New booking' }).click()
  const entry = new BookingDialog(page, 'New booking')
  const book = entry.dialog.getByRole('button', { name: 'Book', exact: true })
  await book.click()
  await expect(entry.dialog.getByText('Please select a date')).toBeVisible()
  await expect(entry.dialog.locator(':focus')).toContainText('Please select a date')
  await expectAccessible(page, '[role=dialog]')
  await entry.pickDate(await anOpenDate())
  await entry.dialog.getByLabel('First name').fill('Rosa')
  await entry.dialog.getByLabel('Last name').fill('Diaz')
  await entry.dialog.getByLabel('Email').fill(email)
  await entry.dialog.getByLabel('Phone number').fill('(863) 555-0100')
  await expect(entry.dialog.getByText('$5,000.00')).toBeVisible()
  // Three clicks before the page can disable the button.
  await book.evaluate((button: HTMLElement) => {
    for (let click = 0; click < 3; click++) button.click()
  })
  await expect(page.getByText(/^Rosa Diaz is booked for/)).toBeVisible()
  await dialogsClosed(page)
  expect(await asAdmin.call(listAdminBookings, { query: { q: email } })).toHaveLength(1)
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Booked: /),
    'Set a password for your account',
  ])

  await openPortal(page, portal.bookings.href({ q: email }))
  await page.getByRole('link', { name: 'Rosa Diaz' }).click()
  const panel = page.getByRole('dialog', { name: 'Rosa Diaz' })
  await panel.getByRole('button', { name: 'Edit booking' }).click()
  const correction = page.getByRole('dialog', { name: 'Edit booking' })
  await correction.getByLabel('Anglers').selectOption('3 anglers')
  await expectAccessible(page, '[role=dialog]')
  await correction.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Booking updated. The total is $7,500.00.')).toBeVisible()

  await panel.getByRole('button', { name: 'Add payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Add payment' })
  const amount = payment.getByLabel('Amount in dollars')
  await expect(amount).toHaveValue('7500.00')
  await amount.fill('7500.01')
  await payment.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(amount).toBeFocused()
  await amount.fill('1,050')
  await payment.getByRole('button', { name: 'Add $1,050.00' }).click()
  await panel.getByRole('button', { name: /^Money/ }).click()
  await expect(panel.getByText('$1,050.00 in cash')).toBeVisible()

  // A change that leaves the booking overpaid needs confirmation.
  await panel.getByRole('button', { name: 'Add payment' }).click()
  await payment.getByRole('button', { name: 'Add $6,450.00' }).click()
  await expect(panel.getByText('Nothing is owed anymore.')).toBeVisible()
  await panel.getByRole('button', { name: 'Edit booking' }).click()
  await correction.getByLabel('Anglers').selectOption('2 anglers')
  await correction.getByRole('button', { name: 'Save changes' }).click()
  await expect(
    correction.getByText('That leaves $2,500.00: refund it, or leave it as credit on the booking.'),
  ).toBeVisible()
  await correction.getByRole('button', { name: 'Save anyway' }).click()
  await expect(correction).toBeHidden()

  await panel
    .getByRole('listitem')
    .filter({ hasText: '$6,450.00 in cash' })
    .getByRole('button', { name: 'Recorded by mistake' })
    .click()
  const back = page.getByRole('dialog', { name: 'Recorded by mistake' })
  await back.getByRole('button', { name: 'Remove $6,450.00' }).click()
  await expect(back.getByText('A reason is required')).toBeVisible()
  await back.getByLabel('Reason').fill('Counted twice')
  await back.getByRole('button', { name: 'Remove $6,450.00' }).click()
  await expect(panel.getByText(/^Removed .*: Counted twice$/)).toBeVisible()

  await panel.getByLabel('New note').fill('Brings a nervous dog')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect(panel.getByText('Brings a nervous dog').first()).toBeVisible()
  await expect(panel.getByLabel('New note')).toHaveValue('')
  await expectAccessible(page, '[role=dialog]')
})

test('cash is given back and forgiven, a balance is not asked for, and both are undone', async ({ page }) => {
  const guest = { firstName: 'Ana', lastName: 'Ruiz', email: `ana${Date.now()}@example.com`, phone: '(863) 555-0100' }
  const selectedDate = await anOpenDate()
  const body = { ...guest, selectedDate, numberOfGuests: 1, packageType: 'STANDARD' as const }
  const { id } = await asAdmin.call(enterPhoneBooking, { body })
  const params = { id }
  await asAdmin.call(recordManualPayment, { params, body: { amount: 500, method: 'CASH' } })
  const owed = async () => (await asAdmin.call(getAdminBooking, { params })).pendingAmount

  await openPortal(page, portal.bookings.href({ q: guest.email }))
  await page.getByRole('link', { name: 'Ana Ruiz' }).click()
  const panel = page.getByRole('dialog', { name: 'Ana Ruiz' })
  await panel.getByRole('button', { name: /^Money/ }).click()
  await panel.getByRole('button', { name: 'Given back' }).click()
  const back = page.getByRole('dialog', { name: 'Given back' })
  await expect(
    back.getByRole('group', { name: 'Does Ana still owe this?' }).getByLabel('Yes, it is still owed'),
  ).toBeVisible()
  await back.getByLabel('Reason').fill('The wind')
  await expectAccessible(page, '[role=dialog]')
  await back.getByRole('button', { name: '$500.00 was given back' }).click()
  await expect(panel.getByText(/^Given back .*: The wind$/)).toBeVisible()
  expect(await owed()).toBe(1000)

  await panel.getByRole('button', { name: 'Not owed anymore' }).click()
  const forgive = page.getByRole('dialog', { name: 'Not owed anymore' })
  await forgive.getByLabel('Reason').fill('Second try, same wind')
  await expectAccessible(page, '[role=dialog]')
  await forgive.getByRole('button', { name: "Don't ask for $1,000.00" }).click()
  await expect(panel.getByText('Second try, same wind').first()).toBeVisible()
  expect(await owed()).toBe(0)

  for (const amount of ['$1,000.00', '$500.00']) {
    await panel.getByRole('button', { name: `Ask for ${amount} again` }).click()
    await expect(page.getByText(`${amount} is owed again.`).first()).toBeVisible()
  }
  expect(await owed()).toBe(1500)
})

test('a caller gets spots that a guest holds on the site, after a question; the guest reads it before paying and taps another morning', async ({
  page,
  browser,
}) => {
  const date = await anOpenDate()
  const angler = await anAngler()
  const guests = await browser.newContext(PHONE)
  const guest = await guests.newPage()
  await resume(guest, angler, 'customer')
  await guest.goto(addresses.privacy.href())
  const booking = new BookingDialog(guest)
  await booking.toPayment(date, 4)

  await openPortal(page, portal.bookings.href())
  await page.getByRole('button', { name: 'New booking' }).click()
  const entry = new BookingDialog(page, 'New booking')
  await entry.pickDate(date)
  await entry.dialog.getByLabel('First name').fill('Rosa')
  await entry.dialog.getByLabel('Last name').fill('Diaz')
  await entry.dialog.getByLabel('Phone number').fill('(863) 555-0199')
  await entry.dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(entry.alert).toHaveText(/^Someone is at checkout until \d+:\d\d\s[AP]M\sEastern\. Book anyway\?$/)
  await expectAccessible(page, '[role=dialog]')
  await entry.dialog.getByRole('button', { name: 'Book anyway' }).click()
  const booked = page.getByRole('dialog', { name: 'Booked' })
  await expect(booked).toContainText('Rosa Diaz is booked for')
  const text = booked.getByRole('link', { name: 'Text it to Rosa' })
  await expect(text).toHaveAttribute(
    'href',
    /^sms:\+18635550199\?&body=Hi%20Rosa.*you're%20booked%20for.*JB-\d{8}.*trips/,
  )
  await expectAccessible(page, '[role=dialog]')
  await booked.getByRole('button', { name: 'Done' }).click()

  await expect(booking.alert).toContainText("These spots were just booked by phone. You weren't charged.")
  await expect(booking.pay).toBeHidden()
  await expectAccessible(guest, '[role=dialog]')
  await booking.dialog
    .getByText('The nearest open mornings:')
    .locator('..')
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .click()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await booking.fillCard()
  await booking.pay.click()
  await booking.expectConfirmed()
  await guests.close()
})

test('two tabs of one guest: the second gives nothing back, and holding another date there is told in the first', async ({
  signedIn: page,
}) => {
  const [date, other] = [await anOpenDate(), await anOpenDate()]
  const booking = new BookingDialog(page)
  await booking.toPayment(date, 2)
  const second = await page.context().newPage()
  await second.goto(addresses.privacy.href())
  const inSecond = new BookingDialog(second)
  await inSecond.open()
  await expect(inSecond.dialog.getByLabel('Number of anglers')).toHaveValue('2')
  await inSecond.dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(inSecond.dialog).toBeHidden()
  await page.bringToFront()
  await expect(booking.pay).toBeVisible()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()

  await second.bringToFront()
  await inSecond.open()
  await inSecond.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await inSecond.pickDate(other)
  await inSecond.fillGuests(1)
  await inSecond.continue()
  await expect(inSecond.dialog.getByRole('timer')).toBeVisible()
  await page.bringToFront()
  await expect(booking.dialog.getByText(/^You're holding \w+,\s\w+\s\d+ in another tab\./)).toBeVisible()
  await expect(booking.pay).toBeHidden()
  await second.close()
})

test('two tabs of one guest: what is paid in the second is booked in the first, and paid once', async ({
  signedIn: page,
  angler,
}) => {
  const [date, other] = [await anOpenDate(), await anOpenDate()]
  const booking = new BookingDialog(page)
  const payInAnotherTab = async (more: (there: BookingDialog) => Promise<void>) => {
    const tab = await page.context().newPage()
    await tab.goto(addresses.privacy.href())
    await tab.getByRole('button', { name: 'Continue booking' }).click()
    const there = new BookingDialog(tab)
    await more(there)
    await there.continue()
    await there.fillCard()
    await expect(there.dialog.getByRole('timer')).toBeVisible()
    await page.bringToFront()
    return { there, tab }
  }

  await booking.toPayment(date, 2)
  const same = await payInAnotherTab((there) => there.fillGuests(2))
  await expect(booking.pay).toBeVisible()
  await expect(booking.dialog.getByText('in another tab')).toHaveCount(0)
  await same.there.pay.click()
  const number = await same.there.expectConfirmed()
  expect(await booking.expectConfirmed()).toBe(number)
  await same.tab.close()
  await booking.dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialogsClosed(page)

  await booking.toPayment(date)
  const larger = await payInAnotherTab((there) => there.fillGuests(2))
  await expect(booking.dialog.getByText(`You're booking ${formatShortDate(date)} in another tab.`)).toBeVisible()
  await expect(booking.dialog.getByRole('button', { name: 'Continue here' })).toBeVisible()
  await larger.there.dialog.getByRole('button', { name: 'Change the date' }).click()
  await expect(booking.dialog.getByText('You let these spots go in another tab.')).toBeVisible()
  await larger.there.pickDate(other)
  await larger.there.continue()
  await larger.there.fillCard()
  await larger.there.pay.click()
  const second = await larger.there.expectConfirmed()
  await expect(booking.dialog.getByText(`You booked ${formatShortDate(other)} in another tab.`)).toBeVisible()
  await expect(booking.dialog.getByText(second)).toBeVisible()
  await expect(booking.dialog.getByText(/holding|wasn't charged/)).toHaveCount(0)
  await expect(booking.dialog.getByRole('button', { name: `Hold ${formatShortDate(date)} too` })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  expect((await api.call(listMyBookings, { token: angler.token })).length).toBe(2)
  await booking.dialog.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByText(second)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('Back keeps what a caller said, and a missing date is brought into sight', async ({ page }) => {
    const date = await anOpenDate(true)
    await openPortal(page, portal.bookings.href())
    await page.getByRole('button', { name: 'New booking' }).click()
    const entry = new BookingDialog(page, 'New booking')
    const name = entry.dialog.getByLabel('First name')
    await name.fill('Rosa')
    await entry.dialog.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(entry.dialog.getByText('Please select a date')).toBeInViewport()
    await entry.pickDate(date)
    await expect(entry.dialog.getByText('Please select a date')).toHaveCount(0)
    await page.goBack()
    await dialogsClosed(page)
    await page.getByRole('button', { name: 'New booking' }).click()
    await expect(name).toHaveValue('Rosa')
    await expect(entry.day(date)).toHaveAttribute('aria-pressed', 'true')
    await entry.dialog.getByRole('button', { name: 'Discard draft' }).click()
    await expect(name).toHaveValue('')
  })

  test('a repeat caller without email: the spots are held, the link is copied, the guest pays, and it is booked', async ({
    page,
    browser,
  }) => {
    const name = `Call ${Date.now()}`
    const phone = `863${`${Date.now()}`.slice(-7)}`
    const trip = { numberOfGuests: 2, packageType: 'TROPHY' as const }
    await asAdmin.call(enterPhoneBooking, {
      body: { ...trip, selectedDate: await anOpenDate(true), firstName: 'Ines', lastName: name, phone },
    })
    await openPortal(page, portal.bookings.href())
    await page.getByRole('button', { name: 'New booking' }).click()
    const entry = new BookingDialog(page, 'New booking')
    await entry.pickDate(await anOpenDate(true))
    // A returning caller is suggested, and matched when the owner confirms.
    await entry.dialog.getByLabel('Phone number').fill(`(${phone.slice(0, 3)}) ${phone.slice(3)}`)
    await entry.dialog.getByRole('button', { name: `Yes Ines ${name}` }).click()
    await expect(entry.dialog.getByText(`Booked for Ines ${name}, who is booked for`)).toBeVisible()
    await expect(entry.dialog.getByLabel('Last name')).toHaveValue(name)
    await expect(entry.dialog.getByLabel('Email')).toHaveCount(0)
    await entry.dialog.getByLabel('Deposit, $700.00').selectOption('Card (pay link)')
    await entry.dialog.getByLabel('Hold the spots').selectOption('Until another time')
    await entry.dialog.getByRole('button', { name: 'Hold the spots' }).click()
    await expect(entry.dialog.getByText('Please choose a date and a time')).toBeVisible()
    await entry.dialog.getByLabel('Hold the spots').selectOption('For 1 hour')
    await expectAccessible(page, '[role=dialog]')
    await entry.dialog.getByRole('button', { name: 'Hold the spots' }).click()
    const made = page.getByRole('dialog', { name: 'Pay link' })
    const link = await made.getByLabel('Link', { exact: true }).inputValue()
    const text = await made.getByRole('link', { name: 'Text it to Ines' }).getAttribute('href')
    expect(text).toMatch(new RegExp(`^sms:\\+1${phone}\\?&body=Hi%20Ines`))
    expect(decodeURIComponent(text!)).toContain(link)
    await expectAccessible(page, '[role=dialog]')
    await made.getByRole('button', { name: 'Done' }).click()
    await dialogsClosed(page)
    const found = await asAdmin.call(listAdminBookings, { query: { q: name } })
    const both = Array.isArray(found) ? found : found.content
    const details = await Promise.all(both.map(({ id }) => asAdmin.call(getAdminBooking, { params: { id } })))
    expect(details.map(({ customer }) => customer.id)).toEqual(Array(2).fill(details[0]!.customer.id))

    await page.getByRole('searchbox').fill(name)
    const row = page.getByRole('row').filter({ hasText: /Waiting for the deposit until / })
    await row.getByRole('link', { name: `Ines ${name}` }).click()
    const panel = page.getByRole('dialog', { name: `Ines ${name}` })
    await expect(panel.getByText('No email')).toBeVisible()
    await expect(panel.getByText(/^Waiting for the deposit until /)).toBeVisible()
    await panel.getByText('Change the time').click()
    await expectAccessible(page, '[role=dialog]')

    const guests = await browser.newContext(PHONE)
    const guest = await guests.newPage()
    await guest.goto(link)
    await expect(guest.getByRole('main')).toContainText('Spots kept until')
    const typed = `${phone.slice(3, 6)}-${phone.slice(6)}`
    for (const hidden of [/JB-\d/, /@/, name, phone, typed])
      await expect(guest.getByRole('main')).not.toContainText(hidden)
    await guest.getByRole('button', { name: 'Use sandbox test card' }).click()
    const pay = guest.getByRole('button', { name: 'Pay $700.00 USD' })
    await pay.click()
    await expect(guest.getByText('Please agree to the terms before you pay.')).toBeVisible()
    await guest.getByRole('button', { name: 'Use a gift code' }).click()
    await expectAccessible(guest)
    await guest.getByRole('checkbox').check()
    await pay.click()
    await expect(guest.getByText('Your date is booked. Keep this link.')).toBeVisible()
    await guest.getByRole('link', { name: 'View your trip' }).click()
    const kept = guest.getByRole('main')
    for (const shown of ['8:00 AM Eastern', '2 anglers', 'For your group']) await expect(kept).toContainText(shown)
    for (const hidden of [/JB-\d/, '$', name]) await expect(kept).not.toContainText(hidden)
    await expectAccessible(guest)
    const file = guest.waitForEvent('download')
    await kept.getByRole('button', { name: 'Add to calendar' }).click()
    expect((await file).suggestedFilename()).toMatch(/^trip-[\d-]+\.ics$/)
    await guest.goto(addresses.home.href())
    await guest.goto(link)
    await guest.getByRole('link', { name: 'Show the trip' }).click()
    await expect(kept).toContainText('8:00 AM Eastern')
    await guests.close()

    await expect(panel.getByLabel(/^Status of/)).toHaveValue('CONFIRMED')
    await expect(panel.getByText('$4,300.00').first()).toBeVisible()
  })
})
