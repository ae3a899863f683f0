import type { Position, Session } from '@arcadia/contract/accounts'
import type { Address } from '@arcadia/contract/addresses'
import { acceptInvitation, invitePerson } from '@arcadia/contract/admin/people'
import { wireClient } from '@arcadia/contract/testing/wire-client'
import type { Page } from '@playwright/test'
import { adminToken, expect, PASSWORD, request, resume, sharedAdminSession } from './test.ts'

/** Opens a page of the portal as the first admin, or as somebody else who works here. */
export async function openPortal(page: Page, at: Address, as?: Session): Promise<void> {
  await resume(page, as ?? (await sharedAdminSession()), 'admin')
  await page.goto(at)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** An API client for the first admin. */
export const asAdmin = wireClient<object>(async (method, path, options) =>
  request(method, path, { ...options, token: await adminToken() }),
)

let colleagues = 0

/** Somebody who works here, signed in. */
export async function aColleague(position: Position, firstName = 'Cole'): Promise<Session> {
  colleagues += 1
  const email = `colleague${Date.now()}-${colleagues}@example.com`
  const { link } = await asAdmin.call(invitePerson, { body: { email, position } })
  const body = { token: link!.split('#')[1]!, firstName, lastName: 'League', password: PASSWORD }
  return asAdmin.call(acceptInvitation, { body })
}
