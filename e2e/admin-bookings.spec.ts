import { portal } from '@arcadia/contract/addresses'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { addDays, formatFullDate, formatLongDate } from '@arcadia/contract/trip-date'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { adminSession, anAngler, anOpenDate, api, expect, PHONE, resume, test } from './support/test.ts'

test('the owner finds a booking by status and by words, the address keeps the search, and signing out hides everything', async ({
  page,
}) => {
  await resume(page, await adminSession(), 'admin')
  await page.goto(portal.bookings.href())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect(page.getByRole('button', { name: 'Use the light theme' })).toBeVisible()

  await page.getByRole('button', { name: /^Canceled/ }).click()
  await expect(page).toHaveURL(/status=CANCELLED/i)
  await page.getByRole('searchbox').fill('nobody of that name')
  await expect(page).toHaveURL(/q=nobody/)
  await expect(page.getByText(/no bookings/i).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('nobody of that name')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(portal.href())
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the website' })).toBeVisible()
})

test('the table of bookings shows all its columns to their ends, from a small tablet to a desk', async ({
  page,
  angler,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true), 4)
  await asAdmin.call(setBookingStatus, { params: { id: booked.id }, query: { status: 'CANCELLED', refund: true } })
  await openPortal(page, portal.bookings.href({ period: 'all' }))
  await expect(page.getByRole('row').filter({ hasText: booked.confirmationNumber })).toContainText('refunded')
  const table = page.getByRole('region', { name: 'Bookings' })
  for (const width of [1440, 1280, 1024, 720]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth), { message: `${width} px` })
      .toBe(0)
  }
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the owner finds a trip by date and by balance, the waitlist of a full day, and the calendar, which leads to booking and day', async ({
    page,
    angler,
  }) => {
    const date = await anOpenDate()
    const { confirmationNumber } = await aBooking(angler, date, 2)
    const full = await anOpenDate()
    await aBooking(angler, full, 4)
    const waiting = await anAngler()
    await api.call(joinWaitlist, { token: waiting.token, body: { selectedDate: full, numberOfGuests: 2 } })
    await openPortal(page, portal.bookings.href())
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await expect(page.getByLabel('Trip dates')).toHaveValue('upcoming')
    await page.getByRole('searchbox').fill(formatLongDate(date).slice(0, -6))
    const row = page.getByRole('row').filter({ hasText: confirmationNumber })
    await expect(row).toContainText('$4,300.00 due')
    await page.getByLabel('Balance, refund or waiver').selectOption('Refunded')
    await expect(page.getByText('No bookings match')).toBeVisible()
    await page.goBack()
    await expect(row).toBeVisible()
    await page.getByLabel('Balance, refund or waiver').selectOption('Balance due')
    await expect(page).toHaveURL(/only=unpaid/)
    await page.reload()
    await expect(row).toBeVisible()
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await expect(page.getByRole('grid')).toBeVisible()

    await page.getByRole('link', { name: 'Waitlist' }).click()
    const entry = page.getByRole('row').filter({ hasText: waiting.email })
    await expect(entry).toContainText('First in line')
    await expect(entry).toContainText('Waiting')
    await expectAccessible(page)
    await entry.getByRole('link', { name: 'Ada Angler' }).click()
    await expect(page.getByRole('dialog', { name: 'Ada Angler' }).getByText(waiting.email)).toBeVisible()

    await page.goto(portal.bookings.calendar.href({ date }))
    const day = page.getByRole('gridcell').filter({ has: page.locator(`[data-date="${date}"]`) })
    await expect(day).toContainText('2 anglers, Trophy, $4,300.00 due')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await day.getByRole('link', { name: 'Ada Angler' }).click()
    const panel = page.getByRole('dialog', { name: 'Ada Angler' })
    await expect(panel.getByText(confirmationNumber)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await expect(page.getByRole('gridcell')).toHaveCount(7)
    await expectAccessible(page)
    await day.getByRole('link', { name: /^Day sheet/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-date]:focus')).toHaveAttribute('data-date', addDays(date, 7))
    await page.keyboard.press('ArrowUp')
    await expect(page.locator('[data-date]:focus')).toHaveAttribute('data-date', date)
    await day.getByRole('link', { name: /^Day sheet/ }).click()
    await expect(page.getByRole('heading', { name: formatFullDate(date) })).toBeVisible()
  })
})
