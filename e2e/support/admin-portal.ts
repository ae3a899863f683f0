import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ADMIN, adminToken, api, expect } from './test.ts'

/** Logs in through the form and opens a tab, with what its list shows. */
export async function openPortal(page: Page, search: string): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Username or email').fill(ADMIN.usernameOrEmail)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.goto(`/admin?tab=${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A call of the API by the first admin. */
export async function asAdmin(method: string, path: string, body?: unknown) {
  return api(method, path, { token: await adminToken(), ...(body !== undefined && { body }) })
}

/** What is on the page, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(
      violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map(({ target }) => target).join(' ')}`),
    ).toEqual([])
  }
}
