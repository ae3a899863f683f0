import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** What mail filters and their scanners make of an address, with all of it or without what follows its `#`. */
export function waysOf(address: string): { whole: string[]; cut: string[] } {
  const [page = '', token] = address.split('#')
  const tracked = `${page}${page.includes('?') ? '&' : '?'}utm_source=mail`
  if (token === undefined) return { whole: [address, tracked], cut: [] }
  return {
    whole: [address, `${page}%23${token}`, `${tracked}#${token}`, `${page}%23${token}?utm_source=mail`],
    cut: [page, tracked],
  }
}

/** Asks for an address without opening it, as link checkers do. */
export async function ask(context: BrowserContext, address: string): Promise<void> {
  for (const method of ['HEAD', 'GET'])
    expect((await context.request.fetch(address, { method })).status(), `${method} ${address}`).toBe(200)
}

/**
 * Opens an address as a scanner does that runs scripts: until the page shows what it has and loads nothing more, pressing
 * nothing. Returns the text of the page, also what is hidden.
 */
export async function scan(
  context: BrowserContext,
  address: string,
  shown: (page: Page) => Locator,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<string> {
  const page = await context.newPage()
  await prepare?.(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(shown(page), address).toBeVisible()
  const text = (await page.locator('body').textContent()) ?? ''
  await page.close()
  return text
}
