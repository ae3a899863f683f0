import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ADMIN, expect, test } from './support/test.ts'

async function logIn(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Username or email').fill(ADMIN.usernameOrEmail)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('tab', { name: /Bookings/ })).toBeVisible()
}

test('signed out, the portal asks to log in', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the customer portal' })).toBeVisible()
})

test('the owner finds a booking by status and by words, and the address keeps the search', async ({ page }) => {
  await logIn(page)
  await page.getByRole('button', { name: /^Cancelled/ }).click()
  await expect(page).toHaveURL(/status=CANCELLED/i)
  await page.getByRole('searchbox').fill('nobody of that name')
  await expect(page).toHaveURL(/q=nobody/)
  await expect(page.getByText(/no bookings/i).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('nobody of that name')
})

test('logging out leads to the start and opens nothing afterwards', async ({ page }) => {
  await logIn(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
})

test('nothing stands in the way of a screen reader, light or dark', async ({ page }) => {
  await logIn(page)
  for (const theme of ['Use the dark theme', 'Use the light theme']) {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual([])
    await page.getByRole('button', { name: theme }).click()
  }
})
