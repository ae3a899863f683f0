import { portal } from '@arcadia/contract/addresses'
import { getDashboard } from '@arcadia/contract/admin/dashboard'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { addDays } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, PHONE, test } from './support/test.ts'

const ENQUIRY = {
  firstName: 'Ines',
  lastName: 'Marlow',
  email: 'ines@example.com',
  phone: '555-0142',
  country: 'ES' as const,
}

test('the portal opens on the next trip, a new deposit shows up live, a count leads to its list, and a day to its day sheet', async ({
  page,
  angler,
}) => {
  await aBooking(angler, await anOpenDate())
  const body = await asAdmin.call(getDashboard)
  expect(Object.keys(body)).toHaveLength(7)
  await openPortal(page, portal.href())
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const counts = page.getByRole('region', { name: 'Counts' })
  for (const name of ['Total users', 'Active users', 'Total bookings', 'Pending', 'Confirmed', 'Completed', 'Canceled'])
    await expect(counts.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next trip' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How full the season is' })).toBeVisible()
  const confirmed = counts.locator('.box').filter({ has: page.getByRole('link', { name: 'Confirmed' }) })
  await expect(confirmed).toContainText(String(body.confirmedBookings))
  await aBooking(angler, await anOpenDate())
  await expect(confirmed).toContainText(String(body.confirmedBookings + 1))
  await counts.getByRole('link', { name: 'Canceled' }).click()
  await expect(page).toHaveURL(/tab=bookings&status=cancelled/)

  // The rail leads back without the list's filter.
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(portal.dashboard.href())
  // Arrow keys move through the season.
  const heat = page.getByRole('region', { name: 'How full the season is' })
  const stop = heat.locator('a[tabindex="0"]')
  await expect(stop).toHaveCount(1)
  await expect(stop).toHaveAttribute('aria-label', /: (closed|away|full, \d anglers?|\d of \d+ anglers)$/)
  const from = await stop.getAttribute('data-date')
  await stop.focus()
  await page.keyboard.press('ArrowDown')
  await expect(heat.locator('a:focus')).toHaveAttribute('data-date', addDays(from!, 7))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`view=day-sheet&date=${addDays(from!, 7)}`))

  // The day sheet on screen and in print, with and without trips.
  const date = page.getByLabel('Date', { exact: true })
  await date.fill('2030-12-24')
  await expect(page.getByRole('heading', { name: 'Tuesday, December 24, 2030' })).toBeVisible()
  await expect(page.getByText('No one is booked on this day.')).toBeVisible()
  await expect(page.getByText(/Sunrise 7:1\d\sAM/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Day after' }).click()
  await expect(page.getByRole('heading', { name: 'Wednesday, December 25, 2030' })).toBeVisible()
  await date.fill('2030-12-31')
  await expect(page).toHaveURL(/date=2030-12-31/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tuesday, December 31, 2030' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the next trip comes first, the bar leads to every tab, and the day sheet jumps from group to group', async ({
    page,
    angler,
  }) => {
    const [first, second] = [await anOpenDate(), await anOpenDate()]
    await aBooking(angler, first, 2)
    await aBooking(angler, second)
    expect((await api.answer(createEnquiry, { body: ENQUIRY })).status).toBe(201)
    await openPortal(page, portal.dashboard.href())
    const next = page.getByRole('region', { name: 'Next trip' })
    await expect(next.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:\+?\d+$/)
    await expect(next.getByRole('link', { name: /^Text / }).first()).toHaveAttribute('href', /^sms:\+?\d+\?&body=Hi%20/)
    await expect(next.getByText(/notes from the guest/i).first()).toBeVisible()
    const tops = ['Next trip', 'Needs a reply', 'Coming days', 'Counts'].map(async (name) => {
      const box = await page.getByRole('region', { name }).boundingBox()
      return box!.y
    })
    const inOrder = await Promise.all(tops)
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
    await expectAccessible(page)

    const bar = page.getByRole('navigation', { name: 'Portal' })
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    const messages = bar.getByRole('link', { name: /^Messages\s+\d+ waiting$/ })
    await messages.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    await expect(messages).toHaveAttribute('aria-current', 'page')
    const more = bar.getByRole('button', { name: /^More/ })
    await more.click()
    const sheet = page.getByRole('dialog')
    await expectAccessible(page, 'dialog')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(more).toBeFocused()
    await more.click()
    for (const name of [/^Users$/, /^Refunds/, /^Enquiries$/, /^Configuration$/, /^Merchant Setup$/])
      await expect(sheet.getByRole('link', { name })).toBeVisible()
    await sheet.getByRole('link', { name: 'Booking Queries' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Booking Queries' })).toBeVisible()
    await expect(bar.getByRole('link', { name: /^Messages/ })).toHaveAttribute('aria-current', 'true')
    await expect(more).not.toHaveAttribute('aria-current')
    await more.click()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Booking Queries' })).toBeVisible()

    await page.goto(portal.dashboard.daySheet.href())
    await expect(page).toHaveURL(/view=day-sheet&date=/)
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page.getByText('No one is booked on this day.')).toBeHidden()
    await page.getByLabel('Date', { exact: true }).fill(first)
    await expect(page).toHaveURL(new RegExp(first))
    await page.getByRole('button', { name: 'Next trip' }).click()
    await expect(page).not.toHaveURL(new RegExp(first))
    await expect(page.getByRole('article').getByRole('region').first()).toBeVisible()
    const jumpedTo = new URL(page.url()).searchParams.get('date')!
    expect(jumpedTo > first && jumpedTo <= second).toBe(true)
    await page.getByRole('button', { name: 'Previous trip' }).click()
    await expect(page).not.toHaveURL(new RegExp(jumpedTo))

    await bar.getByRole('button', { name: /^More/ }).click()
    await sheet.getByRole('button', { name: 'Use the dark theme' }).click()
    await expect(page.locator('html')).toHaveClass(/dark/)
    await expect(sheet).toBeHidden()
  })
})
