import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './support/test.ts'

test('the landing page says what it is, where, and what a day costs', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Exclusive\s*Fishing\s*Experiences/)
  await expect(page.getByText(/Arcadia,? Florida/).first()).toBeVisible()
  await expect(page.getByText('$1,500').first()).toBeAttached()
  await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
})

test('nothing on it stands in the way of a person with a screen reader or a keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  for (const width of [320, 390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect({
      width,
      violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`),
    }).toEqual({ width, violations: [] })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect({ width, overflow }).toEqual({ width, overflow: 0 })
  }
})
