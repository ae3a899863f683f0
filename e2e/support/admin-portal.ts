import { wireClient } from '@arcadia/contract/testing/wire-client'
import type { Page } from '@playwright/test'
import { adminToken, expect, request, resume, sharedAdminSession } from './test.ts'

/** Opens a portal tab as a signed-in admin. */
export async function openPortal(page: Page, tab: string): Promise<void> {
  await resume(page, await sharedAdminSession(), 'admin')
  await page.goto(`/admin?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** An API client for the first admin. */
export const asAdmin = wireClient<object>(async (method, path, options) =>
  request(method, path, { ...options, token: await adminToken() }),
)
