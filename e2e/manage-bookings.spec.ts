import { readFile } from 'node:fs/promises'
import { addresses } from '@arcadia/contract/addresses'
import { getAvailability } from '@arcadia/contract/availability'
import { createBookingQuery, listQueriesOfBooking, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { getBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { createHold } from '@arcadia/contract/holds'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin } from './support/admin-portal.ts'
import { aBooking, type Booked, ManagedBookings } from './support/managed-bookings.ts'
import { type Angler, anAngler, anOpenDate, api, expect, PASSWORD, PHONE, test } from './support/test.ts'

const availability = (date: string) => api.call(getAvailability, { params: { date } })
const stored = async (angler: Angler, { id }: Booked): Promise<Booked> =>
  await api.call(getBooking, { token: angler.token, params: { id } })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a booking moves with its deposit: if the new date fills up, back to the calendar with the reason; a lost answer is recovered; the old date is free again', async ({
    resumed: page,
    angler,
  }) => {
    const [oldDate, lostDate, newDate] = [await anOpenDate(true), await anOpenDate(true), await anOpenDate(true)]
    const booked = await aBooking(angler, oldDate, 2)
    const bookings = new ManagedBookings(page)
    const dialog = await bookings.openReschedule(booked)
    await expect(bookings.day(dialog, oldDate)).toContainText('yours')
    await expectAccessible(page, '[role=dialog]')
    await bookings.pickDate(dialog, lostDate)
    await expectAccessible(page, '[role=dialog]')
    const other = await anAngler()
    await api.call(createHold, { token: other.token, body: { selectedDate: lostDate, numberOfGuests: 3 } })
    await dialog.getByRole('button', { name: 'Move my booking' }).click()
    await expect(dialog).toContainText('Only 1 spot is left')
    await expect(dialog).toContainText('The nearest open mornings')
    await expect(dialog).toContainText('You keep ')
    await expect(bookings.day(dialog, lostDate)).toContainText('too few')
    expect((await stored(angler, booked)).selectedDate).toBe(oldDate)

    await bookings.pickDate(dialog, newDate)
    await expect(dialog).toContainText(formatFullDate(oldDate))
    await expect(dialog).toContainText(formatFullDate(newDate))
    await expect(dialog).toContainText('$700.00, goes with you')
    await page.route('**/reschedule', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Move my booking' }).click()
    const moved = bookings.dialog('Your date has moved')
    await expect(moved).toContainText(formatFullDate(newDate))
    await expect(moved.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
    await expect(moved).toContainText("Your group doesn't know yet. Send them the new date.")
    await moved.getByRole('button', { name: 'Close' }).last().click()
    await expect(bookings.row(booked)).toContainText(formatFullDate(newDate))
    expect(await stored(angler, booked)).toMatchObject({ selectedDate: newDate, paidAmount: 700, numberOfGuests: 2 })
    expect((await availability(oldDate)).availableSpots).toBe(4)
  })
})

test('an answer is told in the list and at the top of its trip until it was read', async ({
  resumed: page,
  angler,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const { id } = await api.call(createBookingQuery, {
    token: angler.token,
    body: { bookingId: booked.id, queryMessage: 'Can my son use a fly rod?' },
  })
  const body = { status: 'RESPONDED', adminResponse: 'Gladly. We bring one for him.' } as const
  await asAdmin.call(setBookingQueryStatus, { params: { id }, body })
  await page.goto(addresses.bookings.href())
  const told = page.getByText('We answered your question.')
  await expect(told).toBeVisible()
  await page.goto(addresses.trip.own.href(booked))
  await expect(told).toBeVisible()
  const off = await asAdmin.call(moveDay, { body: { date: booked.selectedDate, reason: 'WEATHER' } })
  await expect(page.getByRole('heading', { name: 'Called off' })).toBeVisible()
  await expect(told).toBeVisible()
  const answer = page.getByRole('listitem').filter({ hasText: body.adminResponse })
  await expect(answer).not.toBeInViewport()
  await page.getByRole('button', { name: 'Read the answer' }).click()
  await expect(answer).toBeInViewport()
  await expect(answer).toBeFocused()
  await expectAccessible(page)
  await page.goto(addresses.bookings.href())
  await expect(page.getByText(booked.confirmationNumber)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for your answer' })).toBeVisible()
  await expect(told).toHaveCount(0)
  await asAdmin.call(closeDayMove, { params: { id: off.id }, body: { opensDay: true } })
})

test('a question is asked and answered, a refund is requested once; the trip exports to a calendar, and the receipt prints alone', async ({
  resumed: page,
  angler,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const bookings = new ManagedBookings(page)
  const details = await bookings.openDetails(booked)
  await expectAccessible(page)
  const question = details.getByLabel('Ask Admin a Question')
  await question.fill('   ')
  await details.getByRole('button', { name: 'Send question' }).click()
  await expect(question).toBeFocused()
  await expect(details.getByText('Please write your question first.')).toBeVisible()
  await question.fill('Can my son use a fly rod?')
  await details.getByRole('button', { name: 'Send question' }).click()
  await expect(details.getByText('Your query has been submitted successfully!')).toBeVisible()
  await expect(question).toHaveValue('')
  const questions = details.getByRole('list', { name: 'Earlier questions' })
  await expect(questions).toContainText('Can my son use a fly rod?')
  const body = await api.call(listQueriesOfBooking, { token: angler.token, params: { id: booked.id } })
  expect(body).toMatchObject([{ queryMessage: 'Can my son use a fly rod?', status: 'NEW' }])
  await asAdmin.call(setBookingQueryStatus, {
    params: { id: body[0]!.id },
    body: {
      status: 'RESPONDED',
      adminResponse: 'Gladly. We bring one for him.',
      adminNotes: 'Not for his eyes.',
    },
  })
  // Came over the stream; the page polls only once a minute.
  await expect(questions).toContainText('Gladly. We bring one for him.')
  await expect(page.getByText('Not for his eyes.')).toHaveCount(0)

  await details.getByRole('button', { name: 'Request a refund' }).click()
  const request = bookings.dialog('Request a refund')
  await expect(request).toContainText("Deposits aren't refundable")
  await request.getByLabel(/^Amount/).fill('500')
  await request.getByRole('button', { name: 'Send request' }).click()
  await expect(request.getByText('That is more than you have paid.')).toBeVisible()
  await expect(request.getByLabel(/^Amount/)).toBeFocused()
  await request.getByLabel(/^Amount/).fill('$350')
  await request.getByLabel(/^What happened/).fill('A hurricane.')
  await request.getByRole('button', { name: 'Send request' }).click()
  const sent = bookings.dialog('Request sent')
  await expect(sent).toContainText("We'll answer by email within 5 business days.")
  await sent.getByRole('button', { name: 'Close' }).last().click()

  await expect(details).toContainText(/You asked for a refund on .*\. We'll answer by email within 5 business days\./)
  await expect(details.getByRole('button', { name: 'Request a refund' })).toHaveCount(0)

  const downloading = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Add to calendar' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`trip-${booked.confirmationNumber}.ics`)
  expect(await readFile(await download.path(), 'utf8')).toContain('BEGIN:VEVENT')
  await expect(details.getByRole('link', { name: /^Directions/ })).toHaveAttribute('rel', 'noreferrer')

  await details.getByRole('link', { name: 'Receipts' }).click()
  await expect(page).toHaveURL(addresses.receipts.own.href(booked))
  await page.getByLabel('Receipt or statement').selectOption({ index: 1 })
  await page.getByLabel('Company name and address').fill('Acme Outfitters\n1 Main St')
  await expectAccessible(page)
  const number = await page.getByLabel('Receipt or statement').inputValue()
  expect(number).toMatch(/^R-C\d+$/)
  await page.reload()
  await page.getByLabel('Receipt or statement').selectOption(number)
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.paper')
  await expect(paper).toBeVisible()
  for (const part of [
    number,
    booked.confirmationNumber,
    'Visa ending in 1111',
    '$350.00',
    'Acme Outfitters',
    'Eastern',
  ])
    await expect(paper).toContainText(part)
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeHidden()
  for (const format of ['Letter', 'A4'] as const)
    expect((await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the balance is paid by card: a decline, then a slow charge with a lost answer; the page follows it until settled, offers no second payment, and there is one charge', async ({
    resumed: page,
    angler,
    app,
  }) => {
    const booked = await aBooking(angler, await anOpenDate(true))
    const bookings = new ManagedBookings(page)
    const details = await bookings.openDetails(booked)
    await details.getByRole('button', { name: 'Pay $2,150.00 now' }).click()
    const balance = bookings.dialog('Pay the balance')
    const pay = balance.getByRole('button', { name: 'Pay $2,150.00 USD' })
    await balance.getByRole('button', { name: 'Use sandbox test card' }).click()
    await balance.getByLabel('Cardholder name').fill('Decline')
    await pay.click()
    await expect(balance.getByRole('alert')).toContainText('Your card was declined.')

    const keys: string[] = []
    await page.route(/\/api\/payments(\?|$)/, async (route) => {
      keys.push(route.request().headers()['idempotency-key']!)
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await balance.getByLabel('Cardholder name').fill('Slow after 600')
    await pay.click()
    await expect(balance).toContainText('We are confirming your payment. Please do not pay again.')
    await expect(balance.getByRole('button', { name: /^Pay/ })).toBeHidden()
    await expect.poll(() => keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    await app.endFaults()
    const paid = bookings.dialog('Balance paid')
    await expect(paid).toContainText('$2,150.00')
    await paid.getByRole('button', { name: 'Close' }).last().click()
    await expect(details.getByRole('button', { name: /^Pay/ })).toBeHidden()
    await expect(details).toContainText('Balance: $2,150.00 paid by card, Visa ending in 1111.')
    expect(await stored(angler, booked)).toMatchObject({ paidAmount: 2500, pendingAmount: 0 })
  })

  test('an email link asks a visitor to sign in, then opens that booking; cancelling another warns that the deposit is kept, and frees the spots', async ({
    page,
    angler,
  }) => {
    const date = await anOpenDate(true)
    const other = await aBooking(angler, date, 2)
    const booked = await aBooking(angler, await anOpenDate(true))
    await page.goto(addresses.bookings.booking.href(booked))
    await expect(page).toHaveURL('/')
    const signIn = page.getByRole('dialog', { name: 'Sign In' })
    await expect(signIn).toContainText('Sign in to see your booking')
    await signIn.getByLabel('Username or email').fill(angler.username)
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    const bookings = new ManagedBookings(page)
    const details = bookings.dialog('Booking details')
    await expect(details).toContainText(booked.confirmationNumber)
    await page.goBack()
    await expect(details).toBeHidden()
    await expect(page).toHaveURL(addresses.bookings.booking.href(booked))
    // The whole row opens it, not just the button.
    await bookings.row(other).click({ position: { x: 20, y: 20 } })
    await expect(details).toContainText(other.confirmationNumber)

    await details.getByRole('button', { name: 'Cancel booking' }).click()
    const cancel = bookings.dialog('Cancel this booking?')
    await expect(cancel).toContainText("Your $700.00 deposit isn't refundable.")
    await expect(cancel.getByRole('button', { name: 'Keep booking' })).toBeFocused()
    await expectAccessible(page, '[role=dialog]')
    await cancel.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(cancel).toBeHidden()
    await expect(details).toContainText('Canceled')
    await expect(details.getByRole('button', { name: 'Reschedule' })).toBeHidden()
    await details.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: 'Past and canceled' })).toBeVisible()
    expect(await stored(angler, other)).toMatchObject({ status: 'CANCELLED', paidAmount: 700 })
    expect((await availability(date)).availableSpots).toBe(4)
  })
})

test('by keyboard alone, a date is moved and each dialog returns focus', async ({ resumed: page, angler }) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const bookings = new ManagedBookings(page)
  const { keyboard } = page
  await page.goto(addresses.bookings.href())
  const viewDetails = bookings.row(booked).getByRole('button', { name: 'View Details' })
  await viewDetails.focus()
  await keyboard.press('Enter')
  const details = bookings.dialog('Booking details')
  const cancelButton = details.getByRole('button', { name: 'Cancel booking' })
  await cancelButton.focus()
  await keyboard.press('Enter')
  await expect(bookings.dialog('Cancel this booking?').getByRole('button', { name: 'Keep booking' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(cancelButton).toBeFocused()
  await keyboard.press('Escape')
  await expect(viewDetails).toBeFocused()

  await keyboard.press('Tab')
  await keyboard.press('Enter')
  const dialog = bookings.dialog('Move your date')
  await expect(dialog.getByRole('heading', { name: 'Step 2 of 3: New Date' })).toBeFocused()
  await expect(dialog.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  const open = dialog.locator('[data-date][aria-pressed]')
  await dialog.locator('[data-date][tabindex="0"]').focus()
  // Tries the other dates of its week until one is available.
  await keyboard.press('Home')
  for (let days = 0; days < 14 && (await open.and(page.locator(':focus')).count()) === 0; days++)
    await keyboard.press('ArrowRight')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Step 3 of 3: Confirm' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Move my booking' }).focus()
  await keyboard.press('Enter')
  await expect(bookings.dialog('Your date has moved')).toBeVisible()
  await keyboard.press('Escape')
  await expect(bookings.row(booked).getByRole('button', { name: /^Reschedule/ })).toBeFocused()
})
