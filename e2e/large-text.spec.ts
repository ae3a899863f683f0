// Pages open by the contract's addresses. A new dialog: open it where its journey stands below, and add
// `await readable(page, '<its name>')`.
import { forgotPassword } from '@arcadia/contract/accounts'
import { addresses, portal } from '@arcadia/contract/addresses'
import { patchBookingStatus, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { makeGiftVoucher, voidGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { sendMessage } from '@arcadia/contract/admin/messages'
import { invitePerson } from '@arcadia/contract/admin/people'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { cancelBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { orderGiftVoucher, payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { askForSignInLink } from '@arcadia/contract/newcomers'
import { requestRefund } from '@arcadia/contract/refunds'
import { sendReview } from '@arcadia/contract/reviews'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { listWaiverTexts, publishWaiver } from '@arcadia/contract/waivers'
import type { Locator, Page } from '@playwright/test'
import { leavesOf } from './support/addresses.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { anAskedTrip } from './support/asked-trip.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { turnTo } from './support/calendar.ts'
import { expectReadable, setLetters } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, aCardToken, ManagedBookings } from './support/managed-bookings.ts'
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
  await expect(page.locator('.spinner:visible, .skeleton:visible, [aria-busy=true]:visible')).toHaveCount(0)
  await expectReadable(page, name)
}

/** An emailed link to a page, as the newest email has it. */
async function linkTo(email: string, { path }: { path: string }): Promise<string> {
  const link = new RegExp(`${path.split('/:')[0]}/[\\w-]+#\\S+`)
  const links = async () => (await mailsTo(email)).flatMap(({ text }) => link.exec(text)?.[0] ?? [])
  await expect.poll(links, `an email to ${email} leads to ${path}`).not.toEqual([])
  return (await links())[0]!
}

const site = leavesOf(addresses)
const portalPages = leavesOf(portal, 'portal.').filter(([, { tab }]) => tab === undefined)
/** Those that name nothing, without the places on a page. */
const nameNothing = site.flatMap(([, { href }]) => (href.length === 0 ? [href({} as never)] : []))
const nameOne = [...site, ...portalPages].filter(([, { href }]) => href.length > 0)

/** Opens a page anew: of two addresses that differ behind the `#` the second would not load. */
async function open(page: Page, at: string, name: string): Promise<void> {
  await page.goto('/robots.txt')
  await page.goto(at)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await readable(page, name)
}

const close = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()
}

test('pages that anybody opens, and the dialogs of a visitor', async ({ page }) => {
  await page.goto('/')
  await page.locator('#season').scrollIntoViewIfNeeded()
  await expect(page.locator('#season [data-date]').first()).toBeVisible()
  for (const question of await page.locator('.accordion button:visible').all()) await question.click()
  await readable(page, 'landing page')
  const unknown = { id: 'unknown', token: 'unknown', bookingId: 1, entryId: 1, code: 'WXYZ-2345-ABCD-6789', stars: 4 }
  const unknownOnes = nameOne.map(([, { href }]) => href(unknown as never))
  for (const at of ['/no-such-page', ...nameNothing.filter((at) => !at.includes('#')), ...unknownOnes])
    await open(page, at, at)

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
  const forgot = page.getByRole('dialog', { name: 'Forgot your password?' })
  await forgot.getByLabel('Email').fill('alex.rivera@example.com')
  await forgot.getByRole('button', { name: 'Send the link' }).click()
  const given = forgot.getByText('alex.rivera@example.com')
  await expect(given).toBeVisible()
  await readable(page, 'forgot password, sent')
  expect(await linesOf(given), 'an address moves to the next line before it breaks').toBe(1)
  await setLetters(page, 32)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await linesOf(given), `at ${width} an address breaks before its @ alone`).toBe(2)
  }
})

test('with letters of 150 and 200 % Book Now and its price are in the first screen, and the menu stays inside', async ({
  page,
}) => {
  await page.goto('/')
  const hero = page.locator('.hero')
  const seen = { ratio: 1 }
  const top = async (place: Locator) => (await place.boundingBox())!.y
  for (const letters of [24, 32]) {
    await setLetters(page, letters)
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1024, 768],
      [844, 390],
      [667, 375],
      [390, 844],
      [360, 740],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      const at = `${letters} px at ${width}`
      await expect(hero.getByRole('button', { name: 'Book Now' }), at).toBeInViewport(seen)
      await expect(hero.locator('.hero__price'), at).toBeInViewport(seen)
      const { y, height: lines } = (await page.locator('.test-mode').boundingBox())!
      const reserve = page.getByRole('banner').getByRole('button', { name: 'Reserve' })
      expect(await top(reserve), `${at}: Reserve is clear of the line above`).toBeGreaterThan(y + lines + 3)
      if (height < 400) {
        const lead = (await hero.locator('h1 + .lead').boundingBox())!
        expect(lead.x + lead.width, `${at}: the words end before the fish`).toBeLessThan(0.45 * width)
      }
      if (width > height) continue
      const size = (of: Locator) => of.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
      const name = await size(page.locator('.hdr .brand'))
      expect(name, `${at}: the name is no smaller than the button`).toBeGreaterThanOrEqual(await size(reserve))
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const menu = await headerActions(page)
  for (const link of await menu.getByRole('link').all()) {
    const box = (await link.boundingBox())!
    expect(box.x + box.width, (await link.textContent())!).toBeLessThanOrEqual(300)
  }
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
  await booking.dialog.getByRole('button', { name: 'Use a gift code' }).click()
  await booking.dialog.getByLabel('Gift code').fill('WXYZ-2345-ABCD-6789')
  const hidden = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth
  await page.setViewportSize({ width: 320, height: 844 })
  await setLetters(page, 32)
  expect(await booking.dialog.getByLabel('Gift code').evaluate(hidden), 'a code can be checked at a look').toBe(0)
  await setLetters(page, 16)
  await page.setViewportSize(PHONE.viewport)
  await booking.dialog.getByLabel('Gift code').fill('')
  await booking.fillGuests(2)
  await readable(page, 'booking, guests with a voucher')
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await booking.dialog.getByText('Details', { exact: true }).click()
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

test('at the end of the calendar a day stays under the finger while its sentence appears below', async ({ page }) => {
  const [full, date] = [await anOpenDate(true), await anOpenDate()]
  await aBooking(await anAngler(), full, 4)
  await page.goto(addresses.privacy.href())
  const booking = new BookingDialog(page)
  await booking.open()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await booking.askWhy(full)
  await expect(booking.dialog.getByRole('button', { name: 'Tell me if a spot opens' })).toBeInViewport()
  await booking.dialog.getByRole('button', { name: 'Close explanation' }).click()
  await turnTo(booking.dialog, date)
  await booking.dialog.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
  const day = booking.day(date)
  await day.scrollIntoViewIfNeeded()
  const before = await day.boundingBox()
  await day.hover()
  await expect(booking.dialog.getByText(/spots left on /)).toBeVisible()
  expect(await day.boundingBox()).toEqual(before)
})

test('the waitlist of a full day, before and after joining', async ({ signedIn: page }) => {
  const full = await anOpenDate(true)
  await aBooking(await anAngler(), full, 4)
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.askWhy(full)
  const join = booking.dialog.getByRole('button', { name: 'Tell me if a spot opens' })
  await expect(join).toBeVisible()
  await readable(page, 'waitlist, to join')
  await join.click()
  await expect(booking.dialog.getByRole('button', { name: 'Leave the waitlist' })).toBeVisible()
  await readable(page, 'waitlist, joined')
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
  const free = await anOpenDate(true)
  await turnTo(moving, free)
  await readable(page, 'move a date, calendar')
  await bookings.pickDate(moving, free)
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

/** Somebody who gave a voucher by card, and its link. */
async function aBoughtGift() {
  const buyerEmail = `giver${Date.now()}@example.com`
  const gift = { amount: 500, senderName: 'Priya', recipientName: 'Bartholomew Wellington', buyerEmail }
  const { token } = await api.call(orderGiftVoucher, { body: gift })
  await api.call(payLinkedVoucher, { body: { token, paymentToken: await aCardToken((await anAngler()).token) } })
  return linkTo(buyerEmail, addresses.payVoucher)
}

/** A voucher that was given to somebody, and its emailed link. */
async function aGift() {
  const recipientEmail = `tom${Date.now()}@example.com`
  const words = 'You taught me to cast.'
  const gift = { amount: 500, senderName: 'Priya', recipientName: 'Tom', recipientEmail, words }
  const { id } = await asAdmin.call(makeGiftVoucher, { body: gift })
  return { id, link: await linkTo(recipientEmail, addresses.gift) }
}

test('pages that name one thing', async ({ resumed: page, angler }) => {
  const booked = await aBooking(angler, await anOpenDate(true), 2)
  const { email, token } = angler
  await api.call(createBookingQuery, { token, body: { bookingId: booked.id, queryMessage: 'Is there shade?' } })
  await api.call(forgotPassword, { body: { email } })
  await api.call(askForSignInLink, { body: { email } })
  const { entry } = await anOffer(angler)
  const [asked, invited] = [await anAngler(), `guide${Date.now()}@example.com`]
  await anAskedTrip(asked)
  await asAdmin.call(invitePerson, { body: { email: invited, position: 'GUIDE' } })
  const gift = await aGift()
  const to = ({ path }: { path: string }) => linkTo(email, { path })
  const signIn = await to(addresses.signIn)
  const trip = await to(addresses.trip)
  const pathOf = ({ path }: { path: string }) => path.split('/:')[0]!
  const offers = (await mailsTo(email)).flatMap(({ text }) => /\/unsubscribe#(\S+)/.exec(text)?.[1] ?? [])
  const unsubscribe = { token: offers[0]! }
  const live: Record<string, string> = {
    gift: gift.link,
    'gift.scanned': addresses.gift.scanned.href({ code: gift.link.split('#')[1]! }),
    confirmEmail: await to(addresses.confirmEmail),
    resetPassword: await to(addresses.resetPassword),
    signIn,
    'signIn.toTrip': `${signIn}.${booked.id}`,
    payBalance: await to(addresses.payBalance),
    payVoucher: await aBoughtGift(),
    waiver: trip.replace(pathOf(addresses.trip), pathOf(addresses.waiver)),
    tip: trip.replace(pathOf(addresses.trip), pathOf(addresses.tip)),
    receipts: trip.replace(pathOf(addresses.trip), pathOf(addresses.receipts)),
    'receipts.own': addresses.receipts.own.href(booked),
    trip,
    'trip.own': addresses.trip.own.href(booked),
    review: await linkTo(asked.email, addresses.review),
    'bookings.booking': addresses.bookings.booking.href(booked),
    'bookings.offer': addresses.bookings.offer.href({ entryId: entry.id }),
    unsubscribe: addresses.unsubscribe.href(unsubscribe),
    'unsubscribe.oneClick': addresses.unsubscribe.oneClick.href(unsubscribe),
    'portal.invitation': await linkTo(invited, portal.invitation),
    'portal.receipts': portal.receipts.href(booked),
    'portal.configuration.businessCard': portal.configuration.businessCard.href({ card: 'gifts' }),
  }
  expect(nameOne.map(([name]) => name).sort(), 'each is opened here').toEqual(Object.keys(live).sort())
  for (const [name, at] of Object.entries(live)) await open(page, at, name)

  await asAdmin.call(voidGiftVoucher, { params: { id: gift.id }, body: { reason: 'Lost' } })
  await open(page, gift.link, 'a gift that ended')
})

test('a trip and its waiver, whatever became of it', async ({ page, angler }) => {
  const booked = await aBooking(angler, await anOpenDate(true), 2)
  const friends = /Sign the waiver: https?:\/\/[^/]+(\S+)/
  const [group] = (await mailsTo(angler.email)).flatMap(({ text }) => friends.exec(text)?.[1] ?? [])
  const link = await linkTo(angler.email, addresses.trip)
  await open(page, group!, "a trip, by the group's link")
  await open(page, link, 'a trip, by its own link')
  await setLetters(page, 32)
  const letters = (name: RegExp) =>
    page.getByRole('link', { name }).evaluate((element) => getComputedStyle(element).fontSize)
  expect(await letters(/^Call \(863/), 'two buttons with letters of one size').toBe(await letters(/^Text us/))
  await setLetters(page, 16)
  await page.getByRole('button', { name: 'Sign the waiver' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Sign the waiver' }).click()
  await readable(page, 'waiver, nothing filled in')
  await form.getByLabel('Full name').fill('Bartholomew Wellington')
  await form.getByLabel('Date of birth').fill('2015-05-01')
  await form.getByRole('button', { name: 'Type it' }).click()
  await readable(page, 'waiver, for a child')
  await form.getByLabel('Date of birth').fill('1990-05-01')
  await form.getByLabel('Type your full name').fill('Bartholomew Wellington')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Sign the waiver' }).click()
  await expect(form.getByText(/^Thank you\./)).toBeVisible()
  await readable(page, 'waiver, signed')

  const { id } = await asAdmin.call(moveDay, { body: { date: booked.selectedDate, reason: 'WEATHER', words: null } })
  await open(page, link, 'a trip that was called off')
  await open(page, group!, "a trip that was called off, by the group's link")
  await asAdmin.call(closeDayMove, { params: { id }, body: { opensDay: true } })
  for (const status of ['COMPLETED', 'CANCELLED'] as const) {
    await asAdmin.call(setBookingStatus, { params: { id: booked.id }, query: { status } })
    await open(page, link, `a trip, ${status}`)
    await open(page, group!, `a trip, ${status}, by the group's link`)
  }
})

/** How many lines of letters it has. */
const linesOf = (place: Locator) =>
  place.evaluate((element) => {
    const range = new Range()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size
  })

test('with letters of 200 % a phone number stays whole with its full stop, and an email address has its row', async ({
  resumed: page,
  angler,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const body = { status: 'CANCELLED' as const, reason: 'The motor broke.' }
  await asAdmin.call(patchBookingStatus, { params: { id: booked.id }, body })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(addresses.trip.own.href(booked))
    const trip = page.getByRole('main')
    await expect(trip.getByText('Your details')).toBeVisible()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await linesOf(trip.getByRole('link', { name: 'Call (863) 555-0142' }).locator('.num'))).toBe(1)
    const [name, email] = ['Email', angler.email].map((text) => trip.getByText(text, { exact: true }).first())
    await trip.getByText('Your details').scrollIntoViewIfNeeded()
    const [nameBox, emailBox] = [await name!.boundingBox(), await email!.boundingBox()]
    expect(emailBox!.y, 'an address begins under its name').toBeGreaterThanOrEqual(nameBox!.y + nameBox!.height - 1)

    await page.goto(addresses.trip.href({ id: 'unknown', token: 'unknown' }))
    const link = page.getByRole('alert').getByRole('link', { name: '(863) 555-0142' })
    await expect(link).toBeVisible()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await linesOf(link.locator('span').last())).toBe(1)
    const last = await link.evaluate(({ nextSibling }) => {
      const range = new Range()
      range.selectNode(nextSibling!)
      return [range.toString(), range.getBoundingClientRect().width, range.getBoundingClientRect().bottom] as const
    })
    expect(last[0]).toBe('.')
    const number = (await link.locator('span').last().boundingBox())!
    expect(Math.abs(last[2] - number.y - number.height), 'a full stop stays with its number').toBeLessThan(8)
  }
})

test('the portal and what its rows open', async ({ page, angler }) => {
  const [date, off] = [await anOpenDate(true), await anOpenDate(true)]
  const body = { firstName: 'Enid', lastName: 'Wellington', email: 'enid@example.com', phone: '863-555-0142' }
  await api.call(createEnquiry, { body: { ...body, country: 'US', message: 'Is July better?' } })
  const booked = await aBooking(angler, date, 2, 'Refund decline')
  const { token } = angler
  await api.call(createBookingQuery, { token, body: { bookingId: booked.id, queryMessage: 'Is there shade?' } })
  await asAdmin.call(sendMessage, { body: { who: 'DAY', date, subject: 'Wind', text: 'Bring a jacket, {name}.' } })
  await aBooking(angler, date, 2)
  await api.call(joinWaitlist, { token: (await anAngler()).token, body: { selectedDate: date, numberOfGuests: 1 } })
  await aBooking(await anAngler(), off)
  await asAdmin.call(moveDay, { body: { date: off, reason: 'WEATHER', words: null } })
  await api.call(requestRefund, { token, params: { id: booked.id }, body: { amount: 100, description: 'It rained.' } })
  const reviewed = await anAngler()
  await anAskedTrip(reviewed)
  const review = (await linkTo(reviewed.email, addresses.review)).split('#')[1]!.split('.')[0]!
  await api.call(sendReview, { body: { token: review, stars: 5, text: 'Two gar.' } })
  await aGift()

  await openPortal(page, portal.href())
  const opened: string[] = []
  for (const [name, { href }] of leavesOf(portal).filter(([, { tab }]) => tab)) {
    await page.goto(href({} as never))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await readable(page, name)
    const acts = page.getByRole('button', { name: 'Actions for this day' })
    if (await acts.isVisible()) {
      await acts.click()
      await readable(page, `${name}, actions`)
    }
    const row = page.locator('main .row-link[href*="id="]').first()
    if (await row.isHidden()) continue
    await row.click()
    const details = page.getByRole('dialog')
    await expect(details).toBeVisible()
    const folded = details.locator('h3 [aria-expanded=false]')
    for (let left = await folded.count(); left > 0; left--) await folded.first().click()
    await readable(page, `${name}, details`)
    opened.push(name)
  }
  const lists = ['overview', 'daySheet', 'dayMoves', 'emails'].map((list) => `dashboard.${list}`)
  lists.push(
    'users.all',
    ...['all', 'waitlist', 'giftVouchers'].map((list) => `bookings.${list}`),
    'inbox',
    'enquiries',
  )
  lists.push(...['questions', 'messages', 'reviews'].map((list) => `bookingQueries.${list}`))
  expect(opened, 'a row of each list was opened').toEqual(expect.arrayContaining(lists))
  await page.getByRole('button', { name: /^More/ }).click()
  await readable(page, 'the sheet of the portal')
})

test('the dialogs of the portal that a button opens', async ({ page, angler }) => {
  const date = await anOpenDate(true)
  const booked = await aBooking(angler, date, 2)
  const gift = await aGift()
  const dialogs: [at: string, ...buttons: string[]][] = [
    [portal.bookings.href(), 'New booking'],
    [
      portal.bookings.href({ id: booked.id }),
      'Move date',
      'Edit booking',
      'Correct email',
      'Add payment',
      'Refund',
      'Cancel charge',
      'Not owed anymore',
      'The bank took it back',
    ],
    [portal.bookings.giftVouchers.href(), 'New gift voucher'],
    [`${portal.bookings.giftVouchers.href()}&id=${gift.id}`, 'Change expiration', 'Void'],
    [portal.dashboard.daySheet.href({ date }), 'Call off this day'],
    [portal.bookingQueries.messages.href(), 'Write to guests'],
    [portal.configuration.waiver.href(), 'Stop asking'],
  ]
  await openPortal(page, portal.href())
  const shown = page.locator('[role=dialog]')
  for (const [at, ...buttons] of dialogs) {
    await page.goto(at)
    const acts = page.getByRole('button', { name: 'Actions for this day' })
    await expect(page.getByRole('button', { name: buttons[0]!, exact: true }).or(acts).first()).toBeVisible()
    if (await acts.isVisible()) await acts.click()
    for (const name of buttons) {
      const button = page.getByRole('button', { name, exact: true }).first()
      const folded = page.locator('[role=dialog] h3 [aria-expanded=false]')
      while (await folded.first().isVisible()) await folded.first().click()
      const [before, left] = [await shown.count(), await page.evaluate(() => window.history.state?.dialogDepth ?? 0)]
      await button.click()
      await expect(shown).toHaveCount(before + 1)
      await readable(page, name)
      await page.keyboard.press('Escape')
      await expect(shown).toHaveCount(before)
      await page.waitForFunction((depth) => (window.history.state?.dialogDepth ?? 0) === depth, left)
    }
  }
})

test('a gift voucher, bought, paid for and opened by who gets it', async ({ page }) => {
  const buyer = `buyer${Date.now()}@example.com`
  await page.goto(addresses.giftVouchers.href())
  await page.getByLabel(/^An amount/).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await readable(page, 'gift voucher, nothing filled in')
  await page.getByLabel('Amount in dollars').fill('500')
  await page.getByLabel("Who it's for").fill('Robin')
  await page.getByLabel('From').fill('Priya')
  await page.getByLabel('Your email').fill(buyer)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use sandbox test card' }).click()
  await readable(page, 'gift voucher, card')
  await setLetters(page, 32)
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())!.y
  const tops = [await top('Month'), await top('Year'), await top('CVV')]
  expect(new Set(tops).size, 'month, year and CVV stand beneath each other').toBe(3)
  await setLetters(page, 16)
  await page.getByRole('button', { name: /^Pay \$500/ }).click()
  await expect(page.getByRole('heading', { name: 'Ready to give' })).toBeVisible()
  await readable(page, 'gift voucher, bought')
  await page.goto(await linkTo(buyer, addresses.payVoucher))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await readable(page, 'gift voucher, by its link')
})
