import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < most && !(await isThere()); presses++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** Opens with Enter, keeps focus inside, closes with Escape, and returns focus. */
async function opensAndReturns(page: Page, opener: Locator, dialogName: string | RegExp): Promise<void> {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: dialogName })
  await expect(dialog).toBeVisible()
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Tab')
    const isInside = await dialog.evaluate((element) => element.contains(document.activeElement))
    expect(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

test('while a dialog loads, Tab stays off the page behind it', async ({ page }) => {
  // Nothing is fetched ahead then.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.goto('/', { waitUntil: 'networkidle' })
  const book = page.locator('.hero').getByRole('button', { name: 'Book Now' })
  await book.focus()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(page.locator('.dlg-veil')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(book).toBeFocused()
  release()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Book your trip' })).toBeFocused()
})

test('the header, dialogs and menu work by keyboard', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await opensAndReturns(page, header.getByRole('button', { name: 'Enquire' }), 'Enquire')
  await opensAndReturns(page, header.getByRole('button', { name: 'Sign In' }), 'Sign In')
  await opensAndReturns(page, header.getByRole('button', { name: 'Sign Up' }), 'Sign Up')
  await header.getByRole('button', { name: 'Reserve' }).focus()
  await page.keyboard.press('Enter')
  const booking = page.getByRole('dialog', { name: 'Book your trip' })
  const day = booking.getByRole('button', { name: /left$/ }).first()
  await day.focus()
  await expect(booking.getByText(/spots left on /)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(day).not.toBeFocused()
  await expect(booking, 'no stop on the dialog itself').not.toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(menu).toBeFocused()
})

test('the gallery, season and questions work by keyboard', async ({ page }) => {
  await page.goto('/')
  const gallery = page.getByRole('region', { name: 'Pictures' })
  await tabTo(page, gallery)
  const before = await gallery.evaluate((frame) => frame.scrollLeft)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => gallery.evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(before)

  const day = page.locator('#season [data-date][tabindex="0"]')
  await page.locator('#pricing').getByRole('button', { name: 'Book Now' }).last().focus()
  await expect(day).toBeVisible()
  await tabTo(page, day)
  const first = await day.getAttribute('data-date')
  await page.keyboard.press('ArrowDown')
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.date)
  await expect.poll(focused).not.toBe(first)

  const question = page.locator('#faq').getByRole('button').first()
  await tabTo(page, question)
  await page.keyboard.press('Space')
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Space')
  await expect(question).toHaveAttribute('aria-expanded', 'false')
})
