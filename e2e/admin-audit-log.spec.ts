import { portal } from '@arcadia/contract/addresses'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

test('the owner sees who changed what, before and after', async ({ page, angler }) => {
  const { id } = angler.user as { id: number }
  await asAdmin.call(setUserStatus, { params: { id }, query: { isActive: false } })
  await openPortal(page, portal.dashboard.changeLog.href({ q: `user ${id}` }))
  await expect(page.getByText('Deactivated the account')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ada Angler' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(portal.users.href({ id }))
  const history = page.getByRole('dialog').getByRole('region', { name: 'Change log' })
  await expect(history.getByText('Deactivated the account')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.goto(portal.dashboard.changeLog.href())
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'No changes found' })).toBeVisible()
})
