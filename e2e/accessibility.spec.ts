import { expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { anOpenDate, expect, test } from './support/test.ts'

for (const path of [
  '/privacy',
  '/eula',
  '/no-such-page',
  '/reset-password',
  '/confirm-email',
  '/admin',
  '/admin/login',
])
  test(`${path} stands in nobody's way`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleAtEveryWidth(page)
  })

test('the landing page stands in nobody’s way', async ({ page }) => {
  test.slow()
  await page.goto('/')
  await page.locator('#season').scrollIntoViewIfNeeded()
  await expect(page.locator('#season [data-date]').first()).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test('nor do the menu and the dialogs of a visitor', async ({ page }) => {
  test.slow()
  await page.goto('/')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, 'dialog[open]')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Enquire', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: 'Enquire' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Sign Up' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Phone number is required')).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Sign In' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await page.getByRole('button', { name: /forgot/i }).click()
  await expect(page.getByRole('dialog', { name: /password/i })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
})

test('nor does the account card', async ({ signedIn: page, angler }) => {
  await page.getByRole('button', { name: angler.firstName }).click()
  await expect(page.getByRole('dialog', { name: /welcome/i })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
})

test('nor does the booking dialog, from the date to the card', async ({ signedIn: page }) => {
  test.slow()
  const booking = new BookingDialog(page)
  const date = await anOpenDate()
  await booking.open()
  await expect(booking.day(date).or(booking.dialog.getByRole('grid'))).not.toHaveCount(0)
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await booking.pickDate(date)
  await booking.continue()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await booking.fillGuests()
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await booking.fillCard()
  await booking.pay.click()
  await booking.expectConfirmed()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
})
