import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hoursWithoutZone } from '@arcadia/contract/testing/hours'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Non-ASCII letters are escaped; otherwise the whole text would be sent at two bytes per letter. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/**
 * Expects no axe violations and no horizontal scrolling, in light and in dark mode.
 * This is the most expensive check, so only one journey runs it on each screen.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await expectDrawn(page, within)
  expect(await flaws(page, within)).toEqual([])
}

/** The same, without horizontal scrolling at any width. */
export async function expectAccessibleAtEveryWidth(page: Page, within = 'html'): Promise<void> {
  await expectDrawn(page, within)
  const before = page.viewportSize()!
  const found = await flaws(page, within)
  for (const width of [320, 390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await sidewaysFlaws(page)))
  }
  await page.setViewportSize(before)
  expect(found).toEqual([])
}

/** Waits until the part is visible and has finished loading. */
async function expectDrawn(page: Page, within: string): Promise<void> {
  const part = page.locator(within).last()
  await expect(part).toBeVisible()
  await expect(part.locator('.spinner, .skeleton, [aria-busy=true]')).toHaveCount(0)
}

async function flaws(page: Page, within: string): Promise<string[]> {
  const found = await axeFlaws(page, within, 'light')
  const isPortal = (await page.locator('.shell').count()) > 0
  await page.emulateMedia({ colorScheme: 'dark' })
  if (isPortal) await expect(page.locator('html')).toHaveClass(/\bdark\b/)
  found.push(...(await axeFlaws(page, within, 'dark')))
  await page.emulateMedia({ colorScheme: null })
  if (isPortal) await expect(page.locator('html')).not.toHaveClass(/\bdark\b/)
  return [...found, ...(await sidewaysFlaws(page)), ...(await unnamedHours(page)), ...(await smallFields(page))]
}

/** A guest reads every hour with its zone (docs/rules.md §1.8); the portal's hours are the venue's. */
async function unnamedHours(page: Page): Promise<string[]> {
  if ((await page.locator('.shell').count()) > 0) return []
  return hoursWithoutZone((await page.locator('body').textContent()) ?? '').map((hour) => `${hour} without a zone`)
}

/** A touched field with letters under 16 px makes an iPhone zoom in. */
function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .filter(
        (field) => matchMedia('(pointer: coarse)').matches && Number.parseFloat(getComputedStyle(field).fontSize) < 16,
      )
      .map((field) => `small letters in ${field.outerHTML.slice(0, 80)}`),
  )
}

async function axeFlaws(page: Page, within: string, look: 'light' | 'dark'): Promise<string[]> {
  // Axe is large and stays on the page; sending it through CDP costs a third of `evaluate`.
  if (!(await page.evaluate(() => 'axe' in window))) {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Runtime.evaluate', { expression: axeSource })
    await browser.detach()
  }
  const { width } = page.viewportSize()!
  return page.evaluate(
    async ({ within, look, width }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const { violations } = await inPage.run(
        { include: [[within]] },
        // No rule used here needs preloaded style sheets. Dark mode changes only colors.
        { resultTypes: ['violations'], preload: false, ...(look === 'dark' && { runOnly: ['color-contrast'] }) },
      )
      return violations.map(
        ({ id, nodes }) => `${width} ${look} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    { within, look, width },
  )
}

async function sidewaysFlaws(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return sideways > 0 ? [`${page.viewportSize()!.width}: ${sideways} px of horizontal scroll`] : []
}
