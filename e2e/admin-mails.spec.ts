import { portal } from '@arcadia/contract/addresses'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

test('the owner reads an email sent to a customer and resends it', async ({ page, angler }) => {
  await openPortal(page, portal.dashboard.emails.href({ q: angler.email }))
  const row = page.getByRole('row').filter({ hasText: angler.email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Please confirm your email address')
  await expect(row).toContainText('Waiting')
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Please confirm your email address' }).click()
  const panel = page.getByRole('dialog', { name: 'Please confirm your email address' })
  await expect(panel.getByRole('region', { name: 'As it would read now' })).toContainText(/confirm-email\/[\w-]+\s/)
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  const sent = page.waitForResponse(/\/api\/admin\/mails\/\d+\/resend/)
  await row.getByRole('button', { name: /^Send now/ }).click()
  expect((await sent).status()).toBe(202)
  // The banner above the list, and the confirmation.
  await expect(page.getByText(/^Email isn't set up/)).toHaveCount(2)
  await page.getByRole('group', { name: 'Status' }).getByText('Failed').click()
  await expect(page.getByRole('heading', { name: 'No emails match' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all emails' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})
