import type { Address } from '@arcadia/contract/addresses'
import { wireClient } from '@arcadia/contract/testing/wire-client'
import type { Page } from '@playwright/test'
import { adminToken, expect, request, resume, sharedAdminSession } from './test.ts'

/** Opens a page of the portal as a signed-in admin. */
export async function openPortal(page: Page, at: Address): Promise<void> {
  await resume(page, await sharedAdminSession(), 'admin')
  await page.goto(at)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** An API client for the first admin. */
export const asAdmin = wireClient<object>(async (method, path, options) =>
  request(method, path, { ...options, token: await adminToken() }),
)
