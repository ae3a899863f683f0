import { addresses, portal } from '@arcadia/contract/addresses'
import { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import { listGiftVouchers, makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { setRefundLimit } from '@arcadia/contract/admin/people'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { aColleague, asAdmin, openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, expect, PHONE, resume, test } from './support/test.ts'

const codeIn = (text: string | undefined) => /Gift code: (\S+)/.exec(text ?? '')?.[1]

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a voucher is bought, emailed, and pays a deposit in step 2 of someone else’s booking', async ({
    page,
    browser,
    baseURL,
  }) => {
    const [buyer, robin] = [`priya.${Date.now()}@example.com`, await anAngler()]
    const date = await anOpenDate(true)
    await page.goto(addresses.giftVouchers.href())
    await page.getByLabel(/^An amount/).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Pick an amount from $50 to $10,000.')).toBeVisible()
    await page.getByLabel('Amount in dollars').fill('500')
    await page.getByLabel("Who it's for").fill('Robin')
    await page.getByLabel('From').fill('Priya')
    await page.getByLabel('Your email').fill(buyer)
    await page.getByLabel('Your message').fill('Happy birthday!')
    await page.getByLabel('Right now').check()
    await page.getByLabel('Their email').fill(robin.email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByRole('button', { name: 'Use sandbox test card' }).click()
    await page.getByLabel('Cardholder name').fill('Decline')
    await page.getByRole('button', { name: 'Pay $500.00 USD' }).click()
    await expect(page.getByRole('alert')).toContainText('declined')
    await expect(page.getByLabel('Card number')).toBeFocused()
    await page.getByLabel('Cardholder name').fill('Ada Angler')
    await page.getByLabel('CVV').fill('123')
    await page.getByRole('button', { name: 'Pay $500.00 USD' }).click()
    await expect(page.getByRole('heading', { name: "It's on its way" })).toBeFocused()
    await expect(page.getByText(`We're emailing your gift to ${robin.email} now.`)).toBeVisible()
    await expectAccessible(page)
    const bought = (await mailsTo(buyer)).find(({ subject }) => subject.startsWith('Your gift for Robin: $'))
    const code = codeIn(bought?.text)!
    await expect(page.getByText(code).first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.paper')).toContainText(code)
    await expect(page.locator('.paper')).toBeVisible()
    await page.emulateMedia({ media: null })
    await page.reload()
    await expect(page.getByText(code).first()).toBeVisible()
    await page.goto(/\S*\/pay-voucher\/\S+/.exec(bought!.text)![0])
    await expect(page.getByText(code).first()).toBeVisible()
    await page.goto(addresses.giftVouchers.href())
    await expect(page.getByLabel("Who it's for")).toHaveValue('')
    await expect
      .poll(async () => (await mailsTo(robin.email)).map(({ subject }) => subject), { timeout: 30_000 })
      .toContain('A gift from Priya')

    const other = await browser.newPage({ baseURL: baseURL!, ...PHONE })
    await resume(other, robin, 'customer')
    await other.goto(addresses.privacy.href())
    const booking = new BookingDialog(other)
    await booking.open()
    await booking.pickDate(date)
    await booking.fillGuests(2)
    await booking.dialog.getByRole('button', { name: 'Use a gift code' }).click()
    await booking.dialog.getByLabel('Gift code').fill('WXYZ-2345-ABCD-6789')
    await booking.continue()
    await expect(booking.dialog.getByLabel('Gift code')).toHaveAccessibleDescription(
      /We can't find a gift with that code\./,
    )
    await booking.dialog.getByLabel('Gift code').fill(code.toLowerCase())
    await expectAccessible(other, '[role=dialog]')
    await booking.continue()
    await booking.fillCard()
    await expect(booking.dialog).toContainText(`Gift ...${code.slice(-4)}-$500.00`)
    await expect(booking.pay).toHaveAccessibleName('Pay $200.00 USD')
    await booking.pay.click()
    await booking.expectConfirmed()
    await expect(booking.dialog).toContainText('Gift$500.00')
    await expect(booking.dialog).toContainText('Deposit paid$200.00')
    await other.close()
  })
})

test.describe('a whole trip, on a phone', () => {
  test.use(PHONE)

  test('is bought by a stranger in the fewest taps, covers it all without a second entry of its code, and the ledger agrees', async ({
    page,
    browser,
    baseURL,
  }) => {
    const [before, date, tom] = [await asAdmin.call(checkLedger), await anOpenDate(true), await anAngler()]
    await page.goto(addresses.giftVouchers.href())
    await expect(page.getByLabel(/^A Trophy trip/)).toBeChecked()
    await expect(page.getByLabel('For how many').locator(':checked')).toHaveText('1 angler')
    await page.getByRole('radio', { name: /redtail catfish/ }).check()
    await page.getByLabel("Who it's for").fill('Tom')
    const poster = page.getByRole('complementary', { name: 'The poster' })
    await expect(poster).toContainText('For Tom')
    await expect(poster.locator('.poster').getByRole('img')).toHaveAccessibleName(/redtail catfish/)
    await page.getByLabel('From').fill('Priya')
    const buyer = `priya.${Date.now()}`
    await page.getByLabel('Your email').fill(`${buyer}@gmial.com`)
    await page.getByLabel('Your email').press('Enter')
    const asks = `The receipt and the code go to ${buyer}@gmial.com. Did you mean ${buyer}@gmail.com?`
    await expect(page.getByText(asks)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `${buyer}@gmail.com` }).click()
    await expect(page.getByText('Did you mean')).toBeHidden()
    await page.getByText('Details', { exact: true }).click()
    await expect(page.getByText(`${buyer}@gmail.com`)).toBeVisible()
    await page.getByRole('link', { name: 'Change' }).click()
    await expect(page.getByLabel("Who it's for")).toHaveValue('Tom')
    await expect(page.getByLabel('Your email')).toHaveValue(`${buyer}@gmail.com`)
    await page.getByLabel('Your email').fill(`${buyer}@example.com`)
    await page.getByLabel('Your email').press('Enter')
    await expect(page.getByText('A Trophy trip for 1 angler, for Tom, $2,500.00')).toBeVisible()
    await expect(page.getByText('Did you mean')).toBeHidden()
    await page.getByRole('button', { name: 'Use sandbox test card' }).click()
    await page.getByRole('button', { name: 'Pay $2,500.00 USD' }).click()
    const shown = page.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}$/).first()
    const code = (await shown.textContent())!
    await page.reload()
    await expect(shown).toHaveText(code)
    const elsewhere = await browser.newPage({ baseURL: baseURL!, ...PHONE })
    await elsewhere.goto(page.url())
    await expect(elsewhere.getByText(code).first()).toBeVisible()
    await elsewhere.close()

    const other = await browser.newPage({ baseURL: baseURL!, ...PHONE })
    await resume(other, tom, 'customer')
    await other.goto(addresses.gift.scanned.href({ code }))
    await other.getByRole('button', { name: 'Pick your morning' }).click()
    const booking = new BookingDialog(other)
    await booking.pickDate(date)
    await booking.fillGuests(1)
    const sums = `Gift ...${code.slice(-4)}-$2,500.00Nothing left to pay`
    await expect(booking.dialog).toContainText(sums)
    await expect(booking.dialog).toContainText("If I cancel, $350.00 of the gift isn't refundable.")
    await expect(booking.dialog).not.toContainText("The deposit isn't refundable")
    await expectAccessible(other, '[role=dialog]')
    await booking.continue()
    await expect(booking.dialog).toContainText(sums)
    await booking.dialog.getByRole('button', { name: 'Confirm booking' }).click()
    await booking.expectConfirmed()
    await expect(booking.dialog).toContainText('Gift$2,500.00')
    await expect(booking.dialog).toContainText('Balance$0.00')
    await other.goto(addresses.gift.scanned.href({ code }))
    await expect(other.getByText(`All of it went to your trip on ${formatFullDate(date)}.`)).toBeVisible()
    await expect(other.getByRole('main')).not.toContainText('$')
    await other.close()

    const after = await asAdmin.call(checkLedger)
    expect(after).toMatchObject({ balanced: true, captured: before.captured + 2500 })
    const { content } = await asAdmin.call(listGiftVouchers, { query: { q: code } })
    expect(content).toMatchObject([{ status: 'USED', left: 0, trip: { packageType: 'TROPHY', numberOfGuests: 1 } }])
  })
})

test('a voucher that pays the whole deposit asks for no card', async ({ signedIn: page }) => {
  const date = await anOpenDate(true)
  const gift = { amount: 400, senderName: 'The house', recipientName: 'Ada' }
  const { id } = await asAdmin.call(makeGiftVoucher, { body: gift })
  const { code } = await asAdmin.call(showVoucherCode, { params: { id } })
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(date)
  await booking.fillGuests(1)
  await booking.dialog.getByRole('button', { name: 'Use a gift code' }).click()
  await booking.dialog.getByLabel('Gift code').fill(code)
  await expect(booking.dialog).toContainText('Due today $0.00')
  await expect(booking.dialog).toContainText("If I cancel, $350.00 of the gift isn't refundable.")
  await expect(booking.dialog).not.toContainText("The deposit isn't refundable")
  await booking.continue()
  await expect(booking.dialog).toContainText('Nothing to pay today.')
  await booking.dialog.getByRole('button', { name: 'Confirm booking' }).click()
  await booking.expectConfirmed()
})

/** In step 3, with a gift of $200 that pays some of the deposit. */
async function holdingWithGift(page: Page): Promise<BookingDialog> {
  const gift = { amount: 200, senderName: 'The house', recipientName: 'Ada' }
  const { id } = await asAdmin.call(makeGiftVoucher, { body: gift })
  const { code } = await asAdmin.call(showVoucherCode, { params: { id } })
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(await anOpenDate(true))
  await booking.fillGuests(1)
  await booking.dialog.getByRole('button', { name: 'Use a gift code' }).click()
  await booking.dialog.getByLabel('Gift code').fill(code)
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  return booking
}

/** What is held, in a second tab. */
async function goOnInAnotherTab(page: Page): Promise<{ tab: Page; there: BookingDialog }> {
  const tab = await page.context().newPage()
  await tab.goto(addresses.privacy.href())
  await tab.getByRole('button', { name: 'Continue booking' }).click()
  return { tab, there: new BookingDialog(tab) }
}

test('a gift stays with its hold when the booking goes on in another tab, also for a larger group', async ({
  signedIn: page,
}) => {
  const booking = await holdingWithGift(page)
  const { tab, there } = await goOnInAnotherTab(page)
  await expect(there.dialog).toContainText('Due today $150.00')
  await there.fillGuests(2)
  await expect(there.dialog).toContainText(/Gift \.\.\.\w{4}-\$200\.00/)
  await expect(there.dialog).toContainText('Due today $500.00')
  await expectAccessible(tab, '[role=dialog]')
  await there.continue()
  await there.fillCard()
  await expect(there.pay).toHaveAccessibleName('Pay $500.00 USD')
  await there.pay.click()
  const number = await there.expectConfirmed()
  await page.bringToFront()
  expect(await booking.expectConfirmed()).toBe(number)
})

test('a gift is whole again in the second tab that goes on once the first lets its hold go', async ({
  signedIn: page,
}) => {
  const booking = await holdingWithGift(page)
  const { there } = await goOnInAnotherTab(page)
  await expect(there.dialog).toContainText('Takes $200.00 off.')
  await booking.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(there.dialog).toContainText('You let these spots go in another tab.')
  await expect(there.dialog.getByLabel('Gift code')).toHaveAccessibleDescription('Takes $200.00 off.')
  await booking.continue()
  await expect(there.dialog.getByRole('timer')).toBeVisible()
  await expect(there.dialog.getByLabel('Gift code')).toHaveAccessibleDescription('Takes $200.00 off.')
  await expect(there.dialog).toContainText('Due today $150.00')
})

test('a gift that was used in another tab is refused at its field once its date is held again', async ({
  signedIn: page,
}) => {
  const booking = await holdingWithGift(page)
  const { there } = await goOnInAnotherTab(page)
  await there.dialog.getByRole('button', { name: 'Change the date' }).click()
  await there.pickDate(await anOpenDate(true))
  await there.fillGuests(1)
  await expect(there.dialog).toContainText('Due today $150.00')
  await there.continue()
  await there.fillCard()
  await there.pay.click()
  await there.expectConfirmed()
  await page.bringToFront()
  // The whole dialog scrolls in a low window.
  await page.setViewportSize({ width: 844, height: 390 })
  await booking.dialog.getByRole('button', { name: /^Hold .+ too$/ }).click()
  const code = booking.dialog.getByLabel('Gift code')
  await expect(code).toBeFocused()
  await expect(code).toBeInViewport()
  await expect(code).toHaveAccessibleDescription('This gift has nothing left on it. Leave this empty to pay by card.')
  await expect(booking.dialog).toContainText('Due today $350.00')
  await expectAccessible(page, '[role=dialog]')
  await code.fill('')
  await booking.continue()
  await expect(booking.pay).toHaveAccessibleName('Pay $350.00 USD')
})

test('a gift stays with its booking after a reload and a step back', async ({ signedIn: page }) => {
  const booking = await holdingWithGift(page)
  await page.reload()
  await expect(booking.pay).toHaveAccessibleName('Pay $150.00 USD')
  await booking.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(booking.dialog).toContainText('Due today $150.00')
  await page.reload()
  await expect(booking.dialog).toContainText('Due today $150.00')
  await expect(booking.dialog.getByRole('alert')).toHaveCount(0)
  await booking.dialog.getByLabel('Number of anglers').selectOption('2')
  await expect(booking.dialog).toContainText('Due today $500.00')
  await booking.continue()
  await expect(booking.pay).toHaveAccessibleName('Pay $500.00 USD')
})

test('the owner creates a voucher, a customer pays a balance with it, and the owner sees and voids it', async ({
  resumed: page,
  angler,
  browser,
  baseURL,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true), 1)
  const office = await browser.newPage({ baseURL: baseURL! })
  await openPortal(office, portal.bookings.giftVouchers.href())
  await office.getByRole('button', { name: 'New gift voucher' }).click()
  const making = office.getByRole('dialog', { name: 'New gift voucher' })
  await making.getByLabel('Amount in dollars').fill('1000')
  await making.getByRole('button', { name: 'Sell voucher' }).click()
  await expect(making.getByText('Please say how it was paid')).toBeVisible()
  await making.getByLabel('How was it paid?').selectOption("It's a gift from us, no money")
  await making.getByLabel("Who it's for").fill(`Kim ${booked.id}`)
  await making.getByLabel('From').fill('The house')
  await expectAccessible(office, '[role=dialog]')
  await making.getByRole('button', { name: 'Create voucher' }).click()
  const created = office.getByRole('dialog', { name: 'Voucher created' })
  await expect(created.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}$/)).toBeVisible()
  await created.getByRole('button', { name: 'Done' }).click()
  await expect(created).toBeHidden()
  await office.getByLabel('Search gift vouchers').fill(`Kim ${booked.id}`)
  await office.getByRole('link', { name: `Kim ${booked.id}` }).click()
  const panel = office.getByRole('dialog', { name: /^Gift voucher for/ })
  await expect(panel.getByRole('status').first()).toHaveText(/^•••• \w{4}$/)
  await expect(office.locator('body')).not.toContainText(/\w{4}-\w{4}-\w{4}/)
  await panel.getByRole('button', { name: 'Show code' }).press('Enter')
  const code = (await panel.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}$/).textContent())!
  await expect(panel.getByRole('button', { name: 'Hide code' })).toBeFocused()
  await expect(panel.getByText('Looked at a gift voucher code')).toBeVisible()
  await expectAccessible(office, '[role=dialog]')

  const bookings = new ManagedBookings(page)
  const details = await bookings.openDetails(booked)
  await details.getByRole('button', { name: /^Pay \$2,150\.00 now/ }).click()
  const balance = bookings.dialog('Pay the balance')
  await balance.getByRole('button', { name: 'Use a gift code' }).click()
  await expect(balance.getByRole('button', { name: 'Pay $2,150.00 USD' })).toBeVisible()
  await balance.getByLabel('Gift code').fill('nonsense')
  await expect(balance.getByRole('button', { name: 'Pay $2,150.00 USD' })).toBeHidden()
  await balance.getByRole('button', { name: 'Pay with the gift' }).click()
  await expect(balance.getByText('That code is too short. A whole one has 16 letters and numbers.')).toBeVisible()
  await balance.getByLabel('Gift code').fill(code)
  await balance.getByLabel('Gift code').press('Enter')
  await expect(balance.getByRole('button', { name: 'Pay $1,150.00 USD' })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')

  // A page in the background gets no live updates.
  await office.reload()
  await expect(panel.getByRole('link', { name: booked.confirmationNumber })).toBeVisible()
  await panel.getByRole('button', { name: 'Void' }).click()
  const voiding = office.getByRole('dialog', { name: 'Void the gift voucher' })
  await voiding.getByLabel('Reason').fill('A test')
  await voiding.getByRole('button', { name: /^Void/ }).click()
  await expect(panel.getByText('Void', { exact: true })).toBeVisible()
  await expectAccessible(office, '[role=dialog]')
  await office.close()
})

test.describe('the office on a phone', () => {
  test.use(PHONE)

  test('sells a voucher over the phone, hands its code over at once, and takes the sale back', async ({ page }) => {
    await openPortal(page, portal.bookings.giftVouchers.href(), await aColleague('OFFICE'))
    await page.getByRole('button', { name: 'New gift voucher' }).click()
    const selling = page.getByRole('dialog', { name: 'New gift voucher' })
    await expect(selling.getByLabel('How was it paid?').getByRole('option')).toHaveText([
      'Choose one',
      'Cash',
      'Check',
      'Zelle',
      'Venmo',
      'Other',
      'Card (pay link)',
    ])
    const name = `Kim ${Date.now()}`
    await selling.getByLabel('Amount in dollars').fill('1000')
    await selling.getByLabel('How was it paid?').selectOption('Check')
    await selling.getByLabel('Check number').fill('1204')
    await selling.getByLabel("Who it's for").fill(name)
    await selling.getByLabel('From').fill('Sue Lake')
    await selling.getByLabel("Buyer's phone").fill('(863) 555-0177')
    await expectAccessible(page, '[role=dialog]')
    await selling.getByRole('button', { name: 'Sell voucher' }).click()
    const sold = page.getByRole('dialog', { name: 'Voucher sold' })
    const code = (await sold.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}$/).textContent())!
    await expect(sold.getByRole('link', { name: 'Text it' })).toHaveAttribute(
      'href',
      new RegExp(`^sms:\\+?\\d+\\?&body=.*gift%23${code}`),
    )
    await expect(sold.getByRole('link', { name: 'Email it' })).toHaveAttribute('href', new RegExp(`^mailto:.*${code}`))
    await expectAccessible(page, '[role=dialog]')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.paper')).toContainText(code)
    await page.emulateMedia({ media: null })
    await sold.getByRole('button', { name: 'Done' }).click()

    await page.getByLabel('Search gift vouchers').fill(name)
    await page.getByRole('link', { name }).click()
    const panel = page.getByRole('dialog', { name: /^Gift voucher for/ })
    await expect(panel.getByText('Check, 1204')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await panel.getByRole('button', { name: 'Recorded by mistake' }).click()
    const undoing = page.getByRole('dialog', { name: 'Recorded by mistake' })
    await undoing.getByLabel('Reason').fill('The check bounced')
    await undoing.getByRole('button', { name: 'Remove $1,000.00' }).click()
    await expect(undoing.getByRole('alert')).toContainText('Only an owner can make refunds.')
    await asAdmin.call(setRefundLimit, { body: { refundLimit: 1000 } })
    await undoing.getByRole('button', { name: 'Remove $1,000.00' }).click()
    await expect(panel.getByText('Check, 1204 (undone)')).toBeVisible()
    await expect(panel.getByText('Void', { exact: true })).toBeVisible()
    await asAdmin.call(setRefundLimit, { body: { refundLimit: 0 } })
  })
  test('sells one with a pay link, and the buyer pays by card and reads the code', async ({
    page,
    browser,
    baseURL,
  }) => {
    await openPortal(page, portal.bookings.giftVouchers.href(), await aColleague('OFFICE'))
    await page.getByRole('button', { name: 'New gift voucher' }).click()
    const selling = page.getByRole('dialog', { name: 'New gift voucher' })
    const name = `Lee ${Date.now()}`
    await selling.getByRole('radio', { name: /^A Standard trip \$1,500\.00/ }).check()
    await selling.getByLabel('How was it paid?').selectOption('Card (pay link)')
    await selling.getByLabel("Who it's for").fill(name)
    await selling.getByLabel('From').fill('Sue Lake')
    await selling.getByLabel("Buyer's phone").fill('(863) 555-0177')
    await selling.getByRole('button', { name: 'Make a pay link' }).click()
    const made = page.getByRole('dialog', { name: 'Pay link' })
    const link = await made.getByLabel('Link', { exact: true }).inputValue()
    await expect(made.getByRole('link', { name: 'Text it to Sue Lake' })).toHaveAttribute(
      'href',
      /^sms:\+?\d+\?&body=Hi%20Sue/,
    )
    await expectAccessible(page, '[role=dialog]')
    await made.getByRole('button', { name: 'Done' }).click()

    const buyer = await browser.newPage({ baseURL: baseURL!, ...PHONE })
    await buyer.goto(link)
    await expect(buyer.getByText(`, for ${name}`)).toBeVisible()
    await expectAccessible(buyer)
    await buyer.getByRole('button', { name: 'Use sandbox test card' }).click()
    await buyer.getByRole('button', { name: 'Pay $1,500.00 USD' }).click()
    const code = await buyer
      .getByText(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
      .first()
      .textContent()
    await expectAccessible(buyer)
    await buyer.goto(link)
    await expect(buyer.getByText(code!).first()).toBeVisible()
    await buyer.close()

    await page.getByLabel('Search gift vouchers').fill(code!)
    await page.getByRole('link', { name }).click()
    const panel = page.getByRole('dialog', { name: /^Gift voucher for/ })
    await expect(panel.getByText('Good', { exact: true })).toBeVisible()
    await expect(panel.getByText('Card (pay link)', { exact: true })).toBeVisible()
  })
})
