import { asAdmin, expectAccessible, openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

test('the owner sees who changed what, before and after', async ({ page, angler }) => {
  const { id } = angler.user as { id: number }
  await asAdmin('PUT', `/api/admin/users/${id}/status?isActive=false`)
  await openPortal(page, `dashboard&view=audit-log&q=user ${id}`)
  await expect(page.getByText('isActive: true')).toBeVisible()
  await expect(page.getByText('isActive: false')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'No changes found' })).toBeVisible()
})
