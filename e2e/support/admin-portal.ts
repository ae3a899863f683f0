import type { Page } from '@playwright/test'
import { adminSession, adminToken, api, expect, resume } from './test.ts'

/** A tab of the portal, for an admin who is logged in, with what its list shows. */
export async function openPortal(page: Page, tab: string): Promise<void> {
  await resume(page, await adminSession(), 'admin')
  await page.goto(`/admin?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A call of the API by the first admin. */
export async function asAdmin(method: string, path: string, body?: unknown) {
  return api(method, path, { token: await adminToken(), ...(body !== undefined && { body }) })
}
