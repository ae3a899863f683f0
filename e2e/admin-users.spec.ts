import { readFile } from 'node:fs/promises'
import { getMe } from '@arcadia/contract/accounts'
import { getDashboard } from '@arcadia/contract/dashboard'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { anAngler, api, expect, test } from './support/test.ts'

test('the owner finds an account, switches it off and on again', async ({ page, angler }) => {
  await openPortal(page, 'users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(angler.username)
  await expect(page).toHaveURL(new RegExp(`q=${angler.username}`))
  const active = page.getByRole('switch', { name: 'Ada Angler is active' })
  await expect(active).toHaveCount(1)
  await active.click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate account' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(active).toBeChecked()
  await active.click()
  await dialog.getByRole('button', { name: 'Deactivate Ada Angler' }).click()
  await expect(active).not.toBeChecked()
  await expect.poll(async () => (await api.answer(getMe, { token: angler.token })).status).toBe(401)
  await active.click()
  await expect(active).toBeChecked()
})

test('a switch that the server refuses goes back, and its message stands in the banner', async ({ page, angler }) => {
  await openPortal(page, `users&q=${angler.username}`)
  await page.route('**/api/admin/users/*/status*', (route) =>
    route.fulfill({ status: 409, json: { message: 'Somebody was faster.', error: 'conflict', requestId: '1' } }),
  )
  const active = page.getByRole('switch', { name: 'Ada Angler is active' })
  await active.click()
  await page.getByRole('button', { name: 'Deactivate Ada Angler' }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody was faster.')
  await expect(active).toBeChecked()
  await page.route('**/api/admin/users/*/status*', (route) => route.fulfill({ status: 500, body: 'x' }))
  await active.click()
  await page.getByRole('button', { name: 'Deactivate Ada Angler' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update user status')
})

test('the details open from the row and from a link; Escape and Back close them and give the focus back', {
  tag: '@phone',
}, async ({ page, angler }) => {
  await openPortal(page, `users&q=${angler.username}`)
  const name = page.getByRole('link', { name: 'Ada Angler' })
  await name.click()
  const panel = page.getByRole('dialog', { name: 'Ada Angler' })
  await expect(panel.getByText(angler.email)).toBeVisible()
  await expect(panel.getByText('No bookings yet.')).toBeVisible()
  await expect(page).toHaveURL(/&id=\d+/)
  const address = page.url()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(name).toBeFocused()
  await name.click()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`q=${angler.username}$`))
  await page.goto(address)
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(page).not.toHaveURL(/&id=/)
})

test('the list is sorted, paged and saved as a file', { tag: '@phone' }, async ({ page }) => {
  for (let made = 0; made < 3; made++) await anAngler()
  await openPortal(page, 'users')
  const phone = page.viewportSize()!.width <= 700
  if (phone) await page.getByLabel('Sort by').selectOption('Email, downwards')
  else {
    const head = page.getByRole('columnheader', { name: 'Email' })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'descending')
  }
  await expect(page).toHaveURL(/sort=-email/)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toMatch(/^\uFEFFUsername,First name,Last name,Email,Phone,Role,Active,Bookings,Since\r\n/)
  const { totalUsers } = await asAdmin.call(getDashboard)
  expect(csv.trimEnd().split('\r\n').length - 1).toBeGreaterThanOrEqual(totalUsers)
})

test('the owner cannot be switched off, an empty search says so, a failure can be tried again', async ({ page }) => {
  await openPortal(page, 'users&q=admin@localhost')
  await expect(page.getByRole('switch')).toBeDisabled()
  await page.getByRole('searchbox').fill('nobody of that name')
  await expect(page.getByRole('heading', { name: 'No users match' })).toBeVisible()
  await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load users')
  await page.unroute('**/api/admin/users?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('switch').first()).toBeVisible()
})
