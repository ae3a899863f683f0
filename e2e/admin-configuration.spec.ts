import { setBlackoutDates, setClosedDays, setHoldDuration, setSeason } from '@arcadia/contract/admin-configuration'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, expect, PHONE, test } from './support/test.ts'

let season: { seasonStart: string; seasonEnd: string }
test.beforeEach(async () => {
  const body = await asAdmin.call(getBookingConfig)
  season = { seasonStart: body.seasonStart, seasonEnd: body.seasonEnd }
})
test.afterEach(async () => {
  await asAdmin.call(setSeason, { body: season })
  await asAdmin.call(setClosedDays, { body: { closedDays: [0, 3] } })
  await asAdmin.call(setHoldDuration, { body: { holdDurationMinutes: 5 } })
  await asAdmin.call(setBlackoutDates, { body: { blackoutDates: [] } })
})

test('only what differs is sent; a refused setting names itself and stays to be tried again, the others are saved', async ({
  page,
}) => {
  await openPortal(page, 'configuration')
  const update = page.getByRole('button', { name: 'Update Configuration' })
  await expect(update).toBeDisabled()
  const hold = page.getByLabel('Hold duration (minutes)')
  await hold.fill('')
  await hold.blur()
  await expect(hold).toHaveValue('5')
  await expect(update).toBeDisabled()
  await hold.fill('61')
  await expect(page.getByText('A whole number from 1 to 60.')).toBeVisible()
  await expect(update).toBeDisabled()
  await hold.fill('7')
  await expectAccessible(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(new URL(request.url()).pathname))
  await update.click()
  await expect(page.getByText('Configuration updated')).toBeVisible()
  expect(sent).toEqual(['/api/bookings/config/hold-duration'])
  const history = page.getByRole('region', { name: 'Change log' })
  await expect(history.getByText('Hold duration minutes: 7').first()).toBeVisible()
  await page.reload()
  await expect(hold).toHaveValue('7')

  await page.route('**/api/bookings/config/trophy-package-price', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByLabel('Hold duration (minutes)').fill('8')
  await page.getByLabel('Trophy package price ($)').fill('2600')
  await page.getByRole('button', { name: 'Update Configuration' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update trophy package price')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  const body = await asAdmin.call(getBookingConfig)
  expect(body).toMatchObject({ holdDurationMinutes: 8, trophyPackagePrice: 2500 })
})

test('a date is closed by keyboard, after the trips on it were named', async ({ page, angler }) => {
  const trip = await aBooking(angler, await anOpenDate())
  await openPortal(page, 'configuration')
  const day = page.locator(`[data-date="${trip.selectedDate}"]`)
  await page.locator('.year [tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.year__d:focus')).toHaveCount(1)
  await day.focus()
  await page.keyboard.press('Space')
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Update Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trips already on these days' })
  await expect(dialog).toContainText(trip.confirmationNumber)
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Configuration updated')).toBeVisible()
  const body = await asAdmin.call(getBookingConfig)
  expect(body.blackoutDates).toEqual([trip.selectedDate])
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a year of any dates can be closed: outside the season too, and what is closed is listed', async ({ page }) => {
    await openPortal(page, 'configuration')
    const config = await asAdmin.call(getBookingConfig)
    const year = Number(config.seasonStart.slice(0, 4))
    await page.getByRole('button', { name: 'Next year' }).click()
    await page.locator(`[data-date="${year + 1}-12-24"]`).click()
    await page.locator(`[data-date="${year + 1}-12-25"]`).click()
    await page.getByRole('button', { name: 'Previous year' }).click()
    await expect(page.locator(`[data-date="${year}-12-24"]`)).toBeAttached()
    const away = page.getByRole('button', { name: /^Reopen .*Dec 24.* to .*Dec 25/ })
    await expect(away).toBeVisible()
    await page.getByRole('button', { name: 'Update Configuration' }).click()
    await expect(page.getByText('Configuration updated')).toBeVisible()
    await away.click()
    await expect(page.getByText('No days yet.')).toBeVisible()
    await expect(page.getByText('1 change not saved')).toBeVisible()
  })
})

test('an open calendar follows a change of the season at once', async ({ page }) => {
  const { seasonStart, seasonEnd } = season
  await page.goto('/#season')
  await page.locator('#season').scrollIntoViewIfNeeded()
  const lastDay = page.locator(`#season [data-date="${seasonEnd}"]`)
  await expect(lastDay).toBeVisible()
  await asAdmin.call(setSeason, { body: { seasonStart, seasonEnd: seasonEnd.replace(/..$/, '01') } })
  await expect(lastDay).toBeHidden()
  await asAdmin.call(setSeason, { body: { seasonStart, seasonEnd } })
  await expect(lastDay).toBeVisible()
})
