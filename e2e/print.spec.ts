import { addresses, portal } from '@arcadia/contract/addresses'
import { patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { moveDay } from '@arcadia/contract/day-moves'
import type { Locator, Page } from '@playwright/test'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { setLetters } from './support/large-text.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, expect, test } from './support/test.ts'

test('paper is light and its text dark, also from the dark theme and from the dark parts of the site', async ({
  page,
  baseURL,
}) => {
  const lightness = (selector: string, what: 'backgroundColor' | 'color') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, what) => {
        const canvas = document.createElement('canvas').getContext('2d')!
        canvas.fillStyle = '#fff'
        canvas.fillRect(0, 0, 1, 1)
        canvas.fillStyle = getComputedStyle(element)[what]
        canvas.fillRect(0, 0, 1, 1)
        const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
        return (red! + green! + blue!) / 765
      }, what)
  await page.emulateMedia({ colorScheme: 'dark' })
  await openPortal(page, portal.bookings.href())
  await expect(page.locator('html')).toHaveClass(/\bdark\b/)
  expect(await lightness('body', 'backgroundColor')).toBeLessThan(0.3)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of ['html', 'body', '.shell']) expect(await lightness(part, 'backgroundColor')).toBeGreaterThan(0.9)
  expect(await lightness('h1', 'color')).toBeLessThan(0.3)

  await page.goto('/')
  for (const part of ['body', '.hero', '.foot']) expect(await lightness(part, 'backgroundColor')).toBeGreaterThan(0.9)
  for (const part of ['h1', '.hero .lead', '.hero__price b', '.strip b', '.card--waters p', 'main h2', '.foot p'])
    expect(await lightness(part, 'color')).toBeLessThan(0.45)
  await expect(page.getByText(/The map shows drive times/)).toBeVisible()
  // What loads on the way down is never printed, and nothing is left that can only be pressed.
  for (const heading of ['Pick your morning', 'What anglers say', 'From the river', 'Follow our adventures'])
    await expect(page.getByRole('heading', { name: heading })).toBeHidden()
  await expect(page.locator(':is(main, footer) .btn:visible')).toHaveCount(0)
  for (const plate of await page.locator('.card__plate img').all()) {
    await expect(plate).toBeVisible()
    await expect(plate).toHaveCSS('mask-image', 'none')
  }
  await page.emulateMedia({ media: null })
  await page.locator('#season').scrollIntoViewIfNeeded()
  await expect(page.locator('#season [data-date]').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Pick your morning' })).toBeHidden()
  // Scrolled, the sticky header would print over the answers.
  await expect(page.locator('.hdr')).toHaveCSS('position', 'static')
  await expect(page.locator('.hdr .brand')).toBeVisible()
  await page.setViewportSize({ width: 725, height: 966 })
  const tiles = await page
    .locator('.card')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
  expect(new Set(tiles).size, 'the four tiles are one row').toBe(1)
  expect(tiles).toHaveLength(4)
  await expect(page.locator('.strip').getByText('(863) 555-0142')).toBeVisible()
  await expect(page.locator('main .inline-action:visible')).toHaveCount(0)
  await expect(page.locator('.hdr nav')).toBeHidden()
  const end = page.getByRole('contentinfo')
  await expect(end.getByText(new URL(baseURL!).host)).toBeVisible()
  await page.goto(addresses.giftVouchers.href())
  await expect(end.getByText('(863) 555-0142')).toBeVisible()
})

const pagesOf = async (page: Page, format: 'Letter' | 'A4') =>
  (await page.pdf({ format, printBackground: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

for (const width of [1440, 390])
  test(`the landing page is a leaflet of three pages, however far it was scrolled, from a window of ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
    for (const format of ['Letter', 'A4'] as const) expect(await pagesOf(page, format)).toBeLessThanOrEqual(3)
    await page.locator('#season').scrollIntoViewIfNeeded()
    await expect(page.locator('#season [data-date]').first()).toBeVisible()
    await page.locator('#contact').scrollIntoViewIfNeeded()
    for (const format of ['Letter', 'A4'] as const) expect(await pagesOf(page, format)).toBeLessThanOrEqual(3)
    await setLetters(page, 32)
    expect(await pagesOf(page, 'Letter'), 'whatever letters are set in the browser').toBeLessThanOrEqual(3)
  })

const linesOf = (place: Locator, word: string) =>
  place.evaluate((element, word) => {
    const text = [...element.childNodes].find(({ nodeValue }) => nodeValue?.includes(word))!
    const range = new Range()
    const from = text.nodeValue!.indexOf(word)
    range.setStart(text, from)
    range.setEnd(text, from + word.length)
    return range.getClientRects().length
  }, word)

test('the poster of a gift fills one page of Letter and of A4, whatever was written on it', async ({
  page,
  baseURL,
}) => {
  const words = 'You taught me to cast.\n'.repeat(21)
  const body = { amount: 500, senderName: 'Priya', recipientName: 'Bartholomew Featherstonehaugh', words }
  const { id } = await asAdmin.call(makeGiftVoucher, { body })
  const { code } = await asAdmin.call(showVoucherCode, { params: { id } })
  await page.goto(addresses.gift.scanned.href({ code }))
  await page.getByRole('button', { name: 'Print the poster' }).waitFor()
  for (const format of ['Letter', 'A4'] as const) expect(await pagesOf(page, format)).toBe(1)

  await page.emulateMedia({ media: 'print' })
  const poster = page.locator('.paper')
  await expect(poster).toHaveCSS('page', 'poster')
  for (const [width, height] of [
    [816, 1056],
    [794, 1123],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of [code, `${new URL(baseURL!).host}${addresses.gift.typed.href()}`, 'For Bartholomew'])
      await expect(poster.getByText(part)).toBeInViewport({ ratio: 1 })
    expect(await linesOf(poster.locator('.poster__name'), 'Featherstonehaugh'), 'a name is not broken').toBe(1)
    const square = await poster.getByRole('img', { name: 'QR code of this gift' }).boundingBox()
    expect(square!.width, 'an inch and a quarter').toBeGreaterThanOrEqual(1.24 * 96)
    await expect(poster.getByRole('img', { name: /Cypress/ })).toBeInViewport({ ratio: 1 })
    expect((await poster.getByRole('img', { name: /Cypress/ }).boundingBox())!.height).toBeGreaterThan(150)
  }

  await page.emulateMedia({ media: null })
  await page.goto(addresses.privacy.href())
  expect(await pagesOf(page, 'Letter'), 'longer pages would be noticed').toBeGreaterThan(1)
})

test('the list of bookings and the page of a canceled trip print nothing to press, and the page its phone', async ({
  resumed: page,
  angler,
  baseURL,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const body = { status: 'CANCELLED' as const, reason: 'The motor broke.' }
  await asAdmin.call(patchBookingStatus, { params: { id: booked.id }, body })
  await page.goto(addresses.bookings.href())
  const list = page.getByRole('main')
  await expect(list.getByRole('button', { name: 'View Details' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(list.getByText(booked.confirmationNumber)).toBeVisible()
  await expect(list.getByRole('button')).toHaveCount(0)
  const edge = async (place: Locator) => (await place.boundingBox())!.x
  const margin = await edge(page.locator('.hdr .brand'))
  expect(await edge(page.getByRole('heading', { name: 'Manage Bookings' })), 'one edge').toBeCloseTo(margin, 0)
  await expect(page.getByText('Test mode, no money is taken')).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.goto(addresses.trip.own.href(booked))
  const trip = page.getByRole('main')
  await expect(trip.getByRole('button', { name: 'Request a refund' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(trip.getByText('(863) 555-0142', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(trip.getByRole('button')).toHaveCount(0)
  await expect(trip.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByText(new URL(baseURL!).host)).toBeVisible()
  await expect(trip.locator('.trip-sum')).toHaveCSS('break-inside', 'avoid')
})

test('the head of a coming trip may go over the end of a page, so that it begins on the first', async ({
  resumed: page,
  angler,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  await page.goto(addresses.trip.own.href(booked))
  await expect(page.getByRole('main').getByRole('heading', { name: 'Money' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.trip__top-grid', '.trip__head']) await expect(page.locator(part)).toHaveCSS('display', 'block')
})

test('an open dialog prints alone, all of it and without buttons, and a called-off day in ink', async ({
  resumed: page,
  angler,
  baseURL,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  await page.goto(addresses.bookings.booking.href(booked))
  const details = page.getByRole('dialog', { name: 'Booking details' })
  await expect(details.getByText('Booked.')).toBeVisible()
  await setLetters(page, 32)
  await page.emulateMedia({ media: 'print' })
  for (const role of ['button', 'textbox'] as const) await expect(details.getByRole(role)).toHaveCount(0)
  await expect(page.getByText('Manage Bookings', { exact: true }).filter({ visible: true })).toHaveCount(0)
  const brand = page.locator('.hdr .brand')
  await expect(brand, 'whose sheet it is').toBeVisible()
  await expect(page.locator('.foot').getByText(new URL(baseURL!).host), 'and where').toBeVisible()
  const heading = details.getByRole('heading', { name: 'Booking details' })
  await page.setViewportSize({ width: 725, height: 966 })
  expect((await heading.boundingBox())!.x, 'one edge').toBeCloseTo((await brand.boundingBox())!.x, 0)
  await expect(page.locator('html'), 'whatever letters are set in the browser').toHaveCSS('font-size', '14px')
  const hidden = (place: Locator) => place.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  for (const part of [details, details.locator('.dlg__b')]) expect(await hidden(part)).toBe(0)
  await expect(page.locator('.dlg-veil')).toHaveCSS('position', 'static')
  await page.emulateMedia({ media: null })
  expect(await pagesOf(page, 'Letter'), 'said once').toBeLessThanOrEqual(3)

  await asAdmin.call(moveDay, { body: { date: booked.selectedDate, reason: 'WEATHER', words: null } })
  await page.goto('/robots.txt')
  await page.goto(addresses.trip.own.href(booked))
  const head = page.locator('.off')
  await expect(head.getByRole('heading', { name: 'Called off' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(head).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(head.getByText(booked.confirmationNumber), 'to name it on the phone').toBeVisible()
  await expect(head.getByRole('heading')).toHaveCSS(
    'color',
    await page.locator('body').evaluate((body) => getComputedStyle(body).color),
  )
  await expect(page.locator('.pick-two > section').first()).toHaveCSS('break-inside', 'avoid')
})
