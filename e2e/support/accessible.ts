import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = [320, 390, 768, 1280, 1600]

/** Nothing for axe to find and nothing to scroll sideways, at every width, in light and dark surroundings. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const before = page.viewportSize()!
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // Without frames to look into there is no need for a page of its own each time.
      const axe = new AxeBuilder({ page }).setLegacyMode().include(within)
      // Dark surroundings change colours and nothing else.
      const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
      for (const { id, nodes } of violations)
        found.push(`${width} ${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (sideways > 0) found.push(`${width}: ${sideways} px to scroll sideways`)
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null })
  expect(found).toEqual([])
}
