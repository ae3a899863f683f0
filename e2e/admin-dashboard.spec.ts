import { asAdmin, expectAccessible, openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

test('the portal opens on the seven counts, and a count leads to its list', async ({ page }) => {
  const { body } = await asAdmin('GET', '/api/admin/dashboard')
  expect(Object.keys(body)).toHaveLength(7)
  await openPortal(page, '')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const counts = page.getByRole('region', { name: 'Counts' })
  for (const name of [
    'Total users',
    'Active users',
    'Total bookings',
    'Pending',
    'Confirmed',
    'Completed',
    'Cancelled',
  ])
    await expect(counts.getByRole('link', { name, exact: true })).toBeVisible()
  await expectAccessible(page)
  await counts.getByRole('link', { name: 'Cancelled' }).click()
  await expect(page).toHaveURL(/tab=bookings&status=cancelled/)
})

test('without figures it says so, with the way to ask again', async ({ page }) => {
  await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 500, body: 'x' }))
  await openPortal(page, 'dashboard')
  await expect(page.getByRole('alert')).toContainText('Failed to load dashboard stats')
  await expect(page.getByRole('heading', { name: 'No dashboard data available' })).toBeVisible()
  await page.unroute('**/api/admin/dashboard')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Counts' })).toBeVisible()
})
