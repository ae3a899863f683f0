import { addresses } from '@arcadia/contract/addresses'
import { setSeason } from '@arcadia/contract/admin/configuration'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { getCurrentHold } from '@arcadia/contract/holds'
import { addDays, formatShortDate, weekdayOf } from '@arcadia/contract/trip-date'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { turnTo } from './support/calendar.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, BOTH_SIZES, dialogsClosed, expect, PHONE, test } from './support/test.ts'

const boxOf = async (locator: Locator) => (await locator.boundingBox())!

for (const [where, use] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(use)

    test('date, money and the card form are in sight; what is known is filled in, and a reload keeps the address', async ({
      signedIn: page,
    }) => {
      const date = await anOpenDate()
      const booking = new BookingDialog(page)
      const { dialog } = booking
      await booking.open()
      await booking.pickDate(date)
      await expect(dialog.getByText(formatShortDate(date))).toBeInViewport()
      await expect(dialog.getByText(/^Due today\s*\$350\.00$/)).toBeInViewport()
      await expect(dialog.getByLabel('Phone')).toHaveCount(0)
      await expect(dialog).toContainText('(863) 555-0142')
      await booking.fillGuests(2)
      await expect(dialog.getByText(/^Due today\s*\$700\.00$/)).toBeInViewport()
      await booking.continue()

      const number = dialog.getByLabel('Card number')
      await expect(number).toBeVisible()
      const [field, foot] = [await boxOf(number), await boxOf(booking.pay)]
      expect(field.y + field.height, 'the card number stands above the foot').toBeLessThan(foot.y)
      await expect(dialog.getByText(/^Due today\s*\$700\.00$/)).toBeInViewport()
      await expect(booking.pay).toHaveText('Pay $700.00 USD')
      await expect(dialog.getByText('$5,000.00 total, $4,300.00 due later')).toBeInViewport()
      await expect(dialog.getByText('Balance, due later')).toBeHidden()
      await dialog.getByText('Details', { exact: true }).click()
      await expect(dialog.getByText('Balance, due later')).toBeVisible()
      await expectAccessible(page, '[role=dialog]')
      await expect(dialog.getByLabel('Cardholder name')).toHaveValue('Ada Angler')
      await dialog.getByLabel('Street address').fill('12 River Road')
      await number.fill('4111 1111 1111 1111')

      await page.reload()
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('4111')
      await expect(dialog.getByLabel('Street address')).toHaveValue('12 River Road')
      await expect(dialog.getByLabel('Cardholder name')).toHaveValue('Ada Angler')
      await expect(number).toHaveValue('')

      await dialog.getByRole('button', { name: 'Change the date' }).click()
      await expect(booking.day(date)).toHaveAttribute('aria-pressed', 'true')
    })
  })

test('each morning says who else is on the boat, and where a larger group finds room', async ({ signedIn: page }) => {
  const [date, free] = [await anOpenDate(true), await anOpenDate(true)]
  await aBooking(await anAngler(), date, 2)
  const booking = new BookingDialog(page)
  const { dialog } = booking
  await booking.open()
  await turnTo(dialog, free)
  await booking.day(free).hover()
  await expect(dialog).toContainText('Nobody else yet; another group can still book.')
  await turnTo(dialog, date)
  await booking.day(date).hover()
  await expect(dialog).toContainText('One other group, 2 anglers, is on this boat.')
  await booking.pickDate(date)
  await expect(dialog).toContainText('One other group, 2 anglers, is on this boat.')
  await expect(dialog).toContainText('2 spots left this morning.')
  await dialog.getByText('Need 4?').click()
  const other = dialog.getByText('The nearest mornings with room:').locator('xpath=..').getByRole('button').first()
  const name = (await other.textContent())!
  await other.click()
  await expect(dialog.getByText(name)).toBeVisible()
  await dialog.getByLabel('Number of anglers').selectOption('4')
  await expect(dialog).toContainText('The boat is yours: your group takes every spot.')
  await expectAccessible(page, '[role=dialog]')
})

test('the hold follows its customer: every tab offers it, the one that lost it says so at once, and it outlives the tab', async ({
  signedIn: first,
  angler,
}) => {
  const [date, later] = [await anOpenDate(), await anOpenDate()]
  const booking = new BookingDialog(first)
  await booking.toPayment(date)

  const second = await first.context().newPage()
  await second.goto(addresses.privacy.href())
  const bar = second.getByRole('region', { name: 'Your date is held' })
  await expect(bar).toContainText(`Holding ${formatShortDate(date)} for you`)
  await bar.getByRole('button', { name: 'Continue booking' }).click()
  await expect(bar).toBeHidden()
  const here = new BookingDialog(second)
  await here.dialog.getByRole('button', { name: 'Change the date' }).click()
  await here.pickDate(later)
  await here.fillGuests()
  await here.continue()
  await expect(here.dialog.getByRole('timer')).toBeVisible()
  await expect(booking.dialog.getByText(`You're holding ${formatShortDate(later)} in another tab.`)).toBeVisible()
  await expect(booking.dialog.getByRole('button', { name: `Hold ${formatShortDate(date)} instead` })).toBeVisible()
  await expect(booking.alert).toHaveCount(0)

  // A phone closes tabs while its owner fetches the card.
  const third = await first.context().newPage()
  await Promise.all([first.close(), second.close()])
  await third.goto('/')
  const left = third.getByRole('region', { name: 'Your date is held' })
  await expect(left).toContainText(`Holding ${formatShortDate(later)} for you`)
  const none = 'rgba(0, 0, 0, 0)'
  for (const name of ['Reserve', 'Book Now'])
    await expect(third.getByRole('button', { name }).first(), 'quiet beside the hold').toHaveCSS(
      'background-color',
      none,
    )
  await expect(left.getByRole('button', { name: 'Continue booking' })).not.toHaveCSS('background-color', none)
  await expectAccessible(third, '[aria-label="Your date is held"]')
  await left.getByRole('button', { name: 'Continue booking' }).click()
  const again = new BookingDialog(third)
  await again.fillGuests()
  await again.continue()
  await expect(again.dialog.getByRole('timer')).toBeVisible()
  await again.dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(left).toBeHidden()
  await expect.poll(async () => (await api.call(getCurrentHold, { token: angler.token, query: {} })).hold).toBeNull()
})

test('a month of six weeks is in sight with its legend, and a shorter one fills the place', async ({ page }) => {
  const { seasonStart, seasonEnd } = await api.call(getBookingConfig)
  const year = Number(seasonStart.slice(0, 4))
  const firsts = Array.from({ length: 24 }, (_, month) =>
    new Date(Date.UTC(year + 1, month)).toISOString().slice(0, 10),
  )
  const first = firsts.find((date) => weekdayOf(date) === 6 && addDays(date, 30).endsWith('31'))!
  await asAdmin.call(setSeason, { body: { seasonStart: first, seasonEnd: addDays(first, 100) } })
  try {
    const { dialog } = new BookingDialog(page)
    const weeks = dialog.locator('.cal__g tbody tr')
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(addresses.privacy.href())
      await page.getByRole('button', { name: 'Reserve' }).first().click()
      await turnTo(dialog, first)
      await expect(weeks).toHaveCount(6)
      const scrolls = () => dialog.locator('.dlg__b').evaluate((body) => body.scrollHeight - body.clientHeight)
      expect(await scrolls(), `six weeks at ${width}x${height}`).toBe(0)
      await turnTo(dialog, addDays(first, 31))
      await expect(weeks).toHaveCount(5)
      expect(await scrolls(), `five weeks at ${width}x${height}`).toBe(0)
      const [legend, foot] = [await boxOf(dialog.locator('.legend')), await boxOf(dialog.locator('.dlg__f'))]
      expect(foot.y - legend.y - legend.height, 'room for a sentence').toBeLessThan(70)
    }
  } finally {
    await asAdmin.call(setSeason, { body: { seasonStart, seasonEnd } })
  }
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the calendar asks how many come and offers what fits; sideways and at 200 % an open morning is in sight; a morning of the season leads straight to the guests', async ({
    signedIn: page,
  }) => {
    const [date, free] = [await anOpenDate(true), await anOpenDate(true)]
    await aBooking(await anAngler(), date, 2)
    const booking = new BookingDialog(page)
    await booking.open()
    await booking.dialog.getByRole('radio', { name: '4 anglers' }).check({ force: true })
    await booking.askWhy(date)
    await expect(booking.day(date)).toHaveAccessibleName(/too few$/)
    await expect(booking.dialog).toContainText('Only 2 spots are left on')
    await booking.pickDate(free)
    await expect(booking.dialog.getByLabel('Number of anglers')).toHaveValue('4')
    await booking.dialog.getByRole('button', { name: 'Close' }).first().click()

    for (const [width, height] of [
      [844, 390],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      await booking.open()
      const day = booking.dialog.getByRole('button', { name: /left$/ }).first()
      await expect(day).toBeInViewport({ ratio: 1 })
      const box = await boxOf(day)
      expect(box.height).toBeLessThanOrEqual(48)
      expect(box.y + box.height).toBeLessThan((await boxOf(booking.dialog.getByRole('button', { name: 'Continue' }))).y)
      await day.click()
      await expect(booking.dialog.getByText('Fish up to 100 pounds')).toBeInViewport()
      await booking.dialog.getByRole('button', { name: 'Close' }).first().click()
    }

    await page.setViewportSize({ width: 320, height: 568 })
    await booking.open()
    await booking.pickDate(free)
    await booking.fillGuests(4)
    await expect(booking.dialog.getByText(/^Due today\s*\$1,400\.00$/)).toBeInViewport({ ratio: 1 })
    await expect(booking.dialog.getByRole('button', { name: 'Continue' })).toBeInViewport({ ratio: 1 })
    await booking.continue()
    await expect(booking.pay).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 320, height: 640 })
    const [number, pay] = [await boxOf(booking.dialog.getByLabel('Card number')), await boxOf(booking.pay)]
    expect(number.y + number.height, 'the card number stands above the foot').toBeLessThan(pay.y)
    const back = booking.dialog.getByRole('button', { name: 'Back', exact: true })
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const [one, other] = [await boxOf(booking.pay), await boxOf(back)]
      expect(one.height, `Pay $1,400.00 USD in one line at ${width}`).toBe(other.height)
      expect(one.y, 'beside Back').toBe(other.y)
    }
    await booking.dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialogsClosed(page)
    await page.goto(addresses.season.href())
    const morning = page.locator(`.morning[data-date="${free}"]`)
    await morning.click()
    await expect(booking.dialog.getByLabel('Number of anglers')).toBeVisible()
    await expect(booking.dialog.getByText(formatShortDate(free))).toBeVisible()
  })
})

test.describe('with a slow signal', () => {
  test.use({ ...PHONE, viewport: { width: 390, height: 640 } })

  for (const isAsked of [true, false])
    test(`the way out of a full day comes into sight and moves no day, ${isAsked ? 'once it is said' : 'before it is said'} how many come`, async ({
      page,
    }) => {
      const full = await anOpenDate(true)
      await aBooking(await anAngler(), full, 4)
      const booking = new BookingDialog(page)
      await page.goto(addresses.privacy.href())
      await booking.open()
      if (isAsked) await booking.dialog.getByRole('radio', { name: '2 anglers' }).check({ force: true })
      await turnTo(booking.dialog, full)
      const { promise: signal, resolve: comesBack } = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await signal
        await route.continue()
      })
      const asked = page.waitForRequest('**/assets/*.js')
      await booking.askWhy(full)
      await asked
      const top = booking.dialog.getByRole('columnheader').first()
      const wayOut = booking.dialog.getByRole('button', { name: /^Tell me if/ })
      await expect(booking.dialog.locator('.cal__why')).toBeInViewport()
      const before = await boxOf(top)
      await expect(wayOut).toHaveCount(0)
      comesBack()
      await expect(wayOut).toBeInViewport({ ratio: 1 })
      expect(await boxOf(top)).toEqual(before)
    })
})

test.describe('by touch', () => {
  test.use(PHONE)

  test('a day that the focus comes to says nothing until it is tapped', async ({ page }) => {
    await page.goto(addresses.season.href())
    const day = page.locator('.morning[aria-haspopup]').first()
    await expect(day).toBeVisible()
    await page.getByRole('heading', { name: 'Pick your morning' }).tap()
    await day.evaluate((element) => element.focus())
    await expect(day).toBeFocused()
    await expect(page.locator('.season__say')).toHaveCount(0)
  })
})

test('while no morning is open, the season and the booking dialog say so, and what to do', async ({ page }) => {
  await page.route(`**${getAvailabilityRange.path}?*`, async (route) => {
    const answer = await route.fetch()
    const days = Object.entries((await answer.json()) as Record<string, object>)
    const closed = days.map(([date, day]) => [date, { ...day, availableSpots: 0, bookable: false, reason: 'BLACKOUT' }])
    await route.fulfill({ response: answer, json: Object.fromEntries(closed) })
  })
  await page.goto('/')
  const season = page.locator('#season')
  await season.scrollIntoViewIfNeeded()
  await expect(season.getByText(/^No morning is open right now\./)).toBeVisible()
  await expect(season.getByText(/Pick one|Pick a full one/)).toHaveCount(0)
  await season.getByRole('button', { name: 'Enquire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.locator('#contact').scrollIntoViewIfNeeded()
  await expect(page.locator('#contact')).toContainText('No morning is open right now.')
  await expect(page.locator('#contact')).not.toContainText('one morning at a time')
  await page.getByRole('banner').getByRole('button', { name: 'Reserve' }).click()
  const dialog = new BookingDialog(page).dialog
  await expect(dialog.getByText(/^No morning is open right now\./)).toBeVisible()
  await expect(dialog.getByText(/How many of you|Few left/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Enquire Now' }).click()
  await expect(page.getByRole('heading', { name: /Enquir/ })).toBeVisible()
})
