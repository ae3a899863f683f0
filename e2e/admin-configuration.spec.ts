import { addresses, portal } from '@arcadia/contract/addresses'
import {
  setBlackoutDates,
  setClosedDays,
  setHoldDuration,
  setSeason,
  setTrophyPackagePrice,
} from '@arcadia/contract/admin/configuration'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, dialogsClosed, expect, PHONE, test } from './support/test.ts'

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

test('only changes are sent; a refused setting is named and can be retried, the others are saved', async ({ page }) => {
  await openPortal(page, portal.configuration.href())
  const update = page.getByRole('button', { name: 'Save' })
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
  expect(sent).toEqual([setHoldDuration.path])
  const history = page.getByRole('region', { name: 'Change log' })
  await expect(history.getByText('Hold duration (minutes): 7').first()).toBeVisible()
  await dialogsClosed(page)
  await page.reload()
  await expect(hold).toHaveValue('7')

  await page.route(`**${setTrophyPackagePrice.path}`, (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByLabel('Hold duration (minutes)').fill('8')
  await page.getByLabel('Trophy package price ($)').fill('2600')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update trophy package price')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  const body = await asAdmin.call(getBookingConfig)
  expect(body).toMatchObject({ holdDurationMinutes: 8, trophyPackagePrice: 2500 })
})

test('a date is closed by keyboard, after its trips are listed', async ({ page, angler }) => {
  const trip = await aBooking(angler, await anOpenDate())
  await openPortal(page, portal.configuration.season.href())
  const day = page.locator(`[data-date="${trip.selectedDate}"]`)
  await page.locator('.year [tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.year__d:focus')).toHaveCount(1)
  await day.focus()
  await page.keyboard.press('Space')
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Save' }).click()
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

  test('only the season’s months are shown, in other years too, and closed days are listed', async ({ page }) => {
    await openPortal(page, portal.configuration.season.href())
    const { seasonStart, seasonEnd } = await asAdmin.call(getBookingConfig)
    const year = Number(seasonStart.slice(0, 4))
    const months = page.locator('.year h4')
    await expect(months).toHaveText(['May', 'June', 'July', 'August', 'September'].map((month) => `${month} ${year}`))
    await page.getByRole('button', { name: 'Next year' }).click()
    await expect(months).toHaveCount(5)
    await page.locator(`[data-date="${year + 1}${seasonEnd.slice(4)}"]`).click()
    await page.locator(`[data-date="${year + 1}-09-06"]`).click()
    await page.getByRole('button', { name: 'Previous year' }).click()
    await expect(page.locator(`[data-date="${seasonStart}"]`)).toBeAttached()
    const away = page.getByRole('button', { name: /^Reopen .*Sep 5.* to .*Sep 6/ })
    await expect(away).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Configuration updated')).toBeVisible()
    await away.click()
    await expect(page.getByText('No days away yet.')).toBeVisible()
    await expect(page.getByText('1 change not saved')).toBeVisible()

    // Leaving with unsaved changes asks first.
    await page.getByRole('link', { name: 'Dashboard' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('1 change not saved')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await dialogsClosed(page)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    for (const [leave, there] of [
      [() => page.goBack(), page.getByLabel('Max anglers per day')],
      [
        () => page.getByRole('link', { name: 'Dashboard' }).click(),
        page.getByRole('heading', { level: 1, name: 'Dashboard' }),
      ],
    ] as const) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('link', { name: 'Configuration' }).click()
      await page.getByRole('link', { name: 'Your business' }).click()
      const guide = page.getByLabel("Guide's name")
      await guide.fill('Ray Wells')
      await leave()
      await asked.getByRole('button', { name: 'Cancel' }).click()
      // Unsaved changes keep a history entry, so that Back asks too.
      await dialogsClosed(page, { left: 1 })
      await expect(guide).toHaveValue('Ray Wells')
      await leave()
      await asked.getByRole('button', { name: 'Leave without saving' }).click()
      await expect(there).toBeVisible()
    }
  })
})

test('five pages have one Save each; what is typed stays on its page, and leaving offers to save it', async ({
  page,
}) => {
  await openPortal(page, portal.configuration.href())
  const pages = page.getByRole('navigation', { name: 'Configuration views' })
  const names = ['Prices', 'Season', 'Your business', 'Gallery', 'Waiver', 'Notifications', 'Backups']
  await expect(pages.getByRole('link')).toHaveText(names)
  for (const name of ['Season', 'Your business', 'Waiver', 'Notifications', 'Prices']) {
    await pages.getByRole('link', { name }).click()
    await expect(page.locator('main button[type=submit]')).toHaveCount(1)
    await expectAccessible(page)
  }

  const trophy = page.getByLabel('Trophy package price ($)')
  await trophy.fill('24000')
  await pages.getByRole('link', { name: 'Season' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expectAccessible(page, '[role=dialog]')
  await asked.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByLabel('First day')).toBeVisible()
  await pages.getByRole('link', { name: 'Prices' }).click()
  await expect(trophy).toHaveValue('24000')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const leap = page.getByRole('dialog', { name: 'Is $24,000 right?' })
  await expect(leap).toContainText('$2,500 to $24,000')
  await expectAccessible(page, '[role=dialog]')
  await leap.getByRole('button', { name: 'Cancel' }).click()
  expect(await asAdmin.call(getBookingConfig)).toMatchObject({ trophyPackagePrice: 2500 })

  await page.getByRole('button', { name: 'Undo' }).click()
  await dialogsClosed(page)
  await page.getByLabel('Hold duration (minutes)').fill('9')
  await pages.getByRole('link', { name: 'Season' }).click()
  await asked.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('First day')).toBeVisible()
  expect(await asAdmin.call(getBookingConfig)).toMatchObject({ holdDurationMinutes: 9 })
})

for (const viewport of [PHONE.viewport, { width: 1440, height: 900 }])
  test(`at ${viewport.width} px what was said lies over nothing to press, and is closed by a tap`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await openPortal(page, portal.configuration.href())
    await page.getByLabel('Hold duration (minutes)').fill('11')
    await page.getByRole('button', { name: 'Save' }).click()
    const said = page.locator('.toast')
    await expect(said).toContainText('Configuration updated')
    const lies = async () => {
      const toast = (await said.boundingBox())!
      const pressed = await page.locator('main button, main input, nav a, nav button').all()
      const boxes = await Promise.all(pressed.map((one) => one.boundingBox()))
      return boxes.some(
        (box) =>
          box &&
          box.x < toast.x + toast.width &&
          toast.x < box.x + box.width &&
          box.y < toast.y + toast.height &&
          toast.y < box.y + box.height,
      )
    }
    await expect.poll(lies).toBe(false)
    await said.getByRole('button', { name: 'Got it' }).click()
    await expect(said).toHaveCount(0)
  })

test('an open calendar shows a season change at once', async ({ page }) => {
  const { seasonStart, seasonEnd } = season
  await page.goto(addresses.season.href())
  await page.locator('#season').scrollIntoViewIfNeeded()
  const lastDay = page.locator(`#season [data-date="${seasonEnd}"]`)
  await expect(lastDay).toBeVisible()
  await asAdmin.call(setSeason, { body: { seasonStart, seasonEnd: seasonEnd.replace(/..$/, '01') } })
  await expect(lastDay).toBeHidden()
  await asAdmin.call(setSeason, { body: { seasonStart, seasonEnd } })
  await expect(lastDay).toBeVisible()
})
