import type { Page } from '@playwright/test'
import { openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, expect, PHONE, request, test } from './support/test.ts'

test.use({ ...PHONE, serviceWorkers: 'allow' })

/** Whether the worker runs, and what it keeps. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const caches = await window.caches.keys()
    const files = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()))
    return { script: active?.scriptURL, files: files.flat().map(({ url }) => new URL(url).pathname) }
  })

test('the portal installs on the phone, and opens without a network with what was last known', async ({
  page,
  context,
  angler,
}) => {
  await aBooking(angler, await anOpenDate())
  await openPortal(page, 'dashboard')
  const next = page.getByRole('region', { name: 'Next trip' })
  await expect(next.getByRole('link', { name: 'Call' })).toBeVisible()

  const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
  const { body } = await request('GET', manifest!)
  expect(JSON.parse(body)).toMatchObject({ scope: '/admin', start_url: '/admin?tab=dashboard', display: 'standalone' })
  const { script, files } = await kept(page)
  expect(script).toMatch(/\/admin-worker\.js$/)
  expect(files).toContain('/admin')
  expect(files.filter((file) => !/^\/(admin$|assets\/)/.test(file))).toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(next.getByRole('link', { name: 'Call Ada Angler' })).toHaveAttribute('href', /^tel:/)
  await expect(page.getByRole('status').filter({ hasText: /^No connection\. As of \d+:\d\d [AP]M$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Open the day sheet' }).click()
  await expect(page.getByRole('heading', { level: 3, name: /Ada Angler/ })).toBeVisible()

  // What was kept of the guests goes with the sign-out, network or not.
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Angler')
  await context.setOffline(false)
})

test('a visitor of the site gets no service worker', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
