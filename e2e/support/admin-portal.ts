import { wireClient } from '@arcadia/contract/testing/wire-client'
import type { Page } from '@playwright/test'
import { adminToken, expect, request, resume, sharedAdminSession } from './test.ts'

/** A tab of the portal, for an admin who is logged in, with what its list shows. */
export async function openPortal(page: Page, tab: string): Promise<void> {
  await resume(page, await sharedAdminSession(), 'admin')
  await page.goto(`/admin?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The API, as the first admin uses it. */
export const asAdmin = wireClient<object>(async (method, path, options) =>
  request(method, path, { ...options, token: await adminToken() }),
)
