// A new screen: open it where its journey stands below, and add `await readable(page, '<its name>')`.
import { addresses } from '@arcadia/contract/addresses'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { cancelBooking } from '@arcadia/contract/bookings'
import { moveDay } from '@arcadia/contract/day-moves'
import { listWaiverTexts, publishWaiver } from '@arcadia/contract/waivers'
import type { Locator, Page } from '@playwright/test'
import { asAdmin } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { turnTo } from './support/calendar.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, dialogsClosed, expect, headerActions, PHONE, test } from './support/test.ts'
import { anOffer } from './support/waitlist-offer.ts'

test.use(PHONE)

async function publish(text: string | null) {
  const { texts } = await asAdmin.call(listWaiverTexts, {})
  await asAdmin.call(publishWaiver, { body: { text, after: texts[0]?.version ?? null } })
}

test.beforeEach(() => publish('Fishing is dangerous.\n\nI come at my own risk.'))
test.afterEach(() => publish(null))

/** Waits until nothing loads anymore and measures what is on top. */
async function readable(page: Page, name: string): Promise<void> {
  await expect(page.locator('.spinner:visible, [aria-busy=true]:visible')).toHaveCount(0)
  await expectReadable(page, name)
}

/** An emailed link to a page, as the newest email has it. */
async function linkTo(email: string, { path }: { path: string }): Promise<string> {
  const link = new RegExp(`${path.split('/:')[0]}/[\\w-]+#\\S+`)
  const found = (await mailsTo(email)).map(({ text }) => link.exec(text)?.[0]).find(Boolean)
  if (!found) throw new Error(`No email has a link to ${path}.`)
  return found
}

const close = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()
}

test('pages that anybody opens, and the dialogs of a visitor', async ({ page }) => {
  await page.goto('/')
  await page.locator('#season').scrollIntoViewIfNeeded()
  await expect(page.locator('#season [data-date]').first()).toBeVisible()
  for (const question of await page.locator('.accordion button').all()) await question.click()
  await readable(page, 'landing page')
  for (const path of [
    addresses.privacy.href(),
    addresses.terms.href(),
    addresses.giftVouchers.href(),
    addresses.forgotPassword.href(),
    addresses.staffSignIn.href(),
    ...[addresses.confirmEmail, addresses.signIn, addresses.payBalance, addresses.payVoucher, addresses.waiver].map(
      (link) => link.href({ id: 'unknown', token: 'unknown' }),
    ),
    addresses.trip.href({ id: 'unknown', token: 'unknown' }),
    addresses.resetPassword.href({ id: 'unknown', token: 'unknown' }),
    '/no-such-page',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await readable(page, path)
  }

  await page.goto(addresses.privacy.href())
  const menu = await headerActions(page)
  await readable(page, 'menu')
  await menu.getByRole('button', { name: 'Enquire' }).click()
  const enquiry = page.getByRole('dialog', { name: 'Enquire' })
  await enquiry.getByRole('button', { name: 'Send Enquiry' }).click()
  await readable(page, 'enquiry, nothing filled in')
  await close(enquiry)
  await (await headerActions(page)).getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Phone number is required')).toBeVisible()
  await readable(page, 'sign up, nothing filled in')
  await close(page.getByRole('dialog', { name: 'Sign Up' }))
  await (await headerActions(page)).getByRole('button', { name: 'Sign In' }).click()
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await expect(signIn).toBeVisible()
  await readable(page, 'sign in')
  await page.getByRole('button', { name: /forgot/i }).click()
  await readable(page, 'forgot password')
})

test('a booking of a newcomer, from the calendar to the confirmation', async ({ page }) => {
  const [full, date] = [await anOpenDate(true), await anOpenDate()]
  await aBooking(await anAngler(), full, 3)
  await page.goto(addresses.privacy.href())
  const booking = new BookingDialog(page)
  await booking.open()
  await expect(booking.dialog.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  await readable(page, 'booking, calendar')
  await booking.dialog.getByRole('radio', { name: '2 anglers' }).check({ force: true })
  await booking.askWhy(full)
  await expect(booking.dialog.getByText(/The nearest .*mornings/)).toBeVisible()
  await readable(page, 'booking, a day that is too full')
  await booking.pickDate(date)
  const start = page.getByRole('dialog', { name: 'Start here, or sign in' })
  await start.getByRole('button', { name: 'Start my booking' }).click()
  await expect(start.getByLabel('First name')).toBeFocused()
  await readable(page, 'newcomer, nothing filled in')
  await start.getByLabel('First name').fill('Grace')
  await start.getByLabel('Last name').fill('Hopper')
  await start.getByLabel('Email').fill(`newcomer${Date.now()}@example.com`)
  await start.getByLabel('Phone number').fill('(863) 555-0142')
  await start.getByRole('button', { name: 'Start my booking' }).click()
  await expect(booking.dialog).toContainText('For Grace Hopper')
  await booking.continue()
  await readable(page, 'booking, guests, terms not agreed to')
  await booking.dialog.getByRole('button', { name: 'Use a gift voucher' }).click()
  await booking.fillGuests(2)
  await readable(page, 'booking, guests with a voucher')
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await booking.dialog.getByText('Details').click()
  await booking.pay.click()
  await readable(page, 'booking, card, nothing filled in')
  await booking.fillCard('Decline')
  await booking.pay.click()
  await expect(booking.alert).toContainText('declined')
  await readable(page, 'booking, card declined')
  await booking.fillCard()
  await booking.pay.click()
  await booking.expectConfirmed()
  await readable(page, 'booking, confirmed')
})

test("a customer's own trips, their dialogs and the account", async ({ resumed: page, angler }) => {
  const [booked, gone, past] = [
    await aBooking(angler, await anOpenDate(true), 2),
    await aBooking(angler, await anOpenDate(true)),
    await aBooking(angler, await anOpenDate(true)),
  ]
  await api.call(cancelBooking, { token: angler.token, params: { id: gone.id } })
  await asAdmin.call(setBookingStatus, { params: { id: past.id }, query: { status: 'COMPLETED' } })
  await anOffer(angler)
  const bookings = new ManagedBookings(page)
  await page.goto(addresses.bookings.href())
  await expect(page.getByText(/holding 1 spot for you until/)).toBeVisible()
  await readable(page, 'manage bookings')

  const details = await bookings.openDetails(booked)
  await expect(details.getByText('0 of 2 signed.')).toBeVisible()
  await readable(page, 'booking details')
  await details.getByRole('button', { name: 'Request a refund' }).click()
  await readable(page, 'request a refund')
  await close(bookings.dialog('Request a refund'))
  await details.getByRole('button', { name: 'Cancel booking' }).click()
  await readable(page, 'cancel a booking')
  await bookings.dialog('Cancel this booking?').getByRole('button', { name: 'Keep booking' }).click()
  await details.getByRole('button', { name: /^Pay .* now/ }).click()
  const balance = bookings.dialog('Pay the balance')
  await balance.getByRole('button', { name: /^Pay/ }).last().click()
  await readable(page, 'pay the balance, nothing filled in')
  await close(balance)
  await close(details)
  await dialogsClosed(page)

  const moving = await bookings.openReschedule(booked)
  await readable(page, 'move a date, first step')
  await moving.getByRole('button', { name: 'Choose a new date' }).click()
  const free = await anOpenDate(true)
  await turnTo(moving, free)
  await readable(page, 'move a date, calendar')
  await bookings.pickDate(moving, free)
  await moving.getByRole('button', { name: 'Continue' }).click()
  await readable(page, 'move a date, confirm')
  await moving.getByRole('button', { name: 'Move my booking' }).click()
  await expect(bookings.dialog('Your date has moved')).toBeVisible()
  await readable(page, 'a date has moved')
  await page.keyboard.press('Escape')
  await dialogsClosed(page)

  await (await headerActions(page)).getByRole('button', { name: new RegExp(`^${angler.firstName}`) }).click()
  const card = page.getByRole('dialog', { name: `Welcome, ${angler.firstName}` })
  await readable(page, 'account')
  await card.getByRole('button', { name: 'Change password' }).click()
  await readable(page, 'change password')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close my account' }).click()
  await readable(page, 'close the account')
  await page.goto('/')
  await page.locator('#reviews').scrollIntoViewIfNeeded()
  await page.locator('#reviews').getByRole('button', { name: 'Send review' }).click()
  await readable(page, 'landing page with the form of a review')
})

test('pages that emails lead to', async ({ page, angler }) => {
  const booked = await aBooking(angler, await anOpenDate(true), 2)
  for (const [name, at] of [
    ['pay the balance by a link', await linkTo(angler.email, addresses.payBalance)],
    ['waiver', await linkTo(angler.email, addresses.trip)],
  ] as const) {
    await page.goto(at)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await readable(page, name)
  }
  await page.getByRole('button', { name: 'Sign the waiver' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign the waiver' }).click()
  await readable(page, 'waiver, nothing filled in')
  await asAdmin.call(moveDay, { body: { date: booked.selectedDate, reason: 'WEATHER', words: null } })
  await page.goto(await linkTo(angler.email, addresses.trip))
  await readable(page, 'trip, called off')
})

test('a gift voucher, bought, paid for and opened by who gets it', async ({ page }) => {
  const buyer = `buyer${Date.now()}@example.com`
  await page.goto(addresses.giftVouchers.href())
  await page.getByLabel('What to give').selectOption('An amount you choose')
  await page.getByRole('button', { name: 'Continue' }).click()
  await readable(page, 'gift voucher, nothing filled in')
  await page.getByLabel('Amount in dollars').fill('500')
  await page.getByLabel("Who it's for").fill('Robin')
  await page.getByLabel('From').fill('Priya')
  await page.getByLabel('Your email').fill(buyer)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use sandbox test card' }).click()
  await readable(page, 'gift voucher, card')
  await page.getByRole('button', { name: /^Pay \$500/ }).click()
  await expect(page.getByText('Your gift is paid for and ready to give.')).toBeVisible()
  await readable(page, 'gift voucher, bought')
  await page.goto(await linkTo(buyer, addresses.payVoucher))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await readable(page, 'gift voucher, by its link')
})
