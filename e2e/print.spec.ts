import { portal } from '@arcadia/contract/addresses'
import { openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

test('paper is light and its text dark, also from the dark theme and from the dark parts of the site', async ({
  page,
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
  for (const part of ['main h2', '.foot p']) expect(await lightness(part, 'color')).toBeLessThan(0.45)
})
