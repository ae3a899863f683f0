import { portal } from '@arcadia/contract/addresses'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { getDashboardOverview, streamOfficeNews } from '@arcadia/contract/admin/dashboard'
import { aColleague, asAdmin, openPortal } from './support/admin-portal.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, expect, PHONE, request, resume, test } from './support/test.ts'

test.use({ ...PHONE, serviceWorkers: 'allow' })

test('site visitors get no service worker; the portal installs on the phone and opens offline with the last known data', async ({
  page,
  context,
  angler,
}) => {
  await page.goto('/')
  const manifest = page.locator('link[rel=manifest]')
  await expect(manifest).toHaveAttribute('href', '/manifest.webmanifest')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  await aBooking(angler, await anOpenDate())
  // On a slow network the first screen's data arrives before the portal's script, and is not fetched again.
  let overviews = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith(getDashboardOverview.path)) overviews++
  })
  const answered = page.waitForResponse(`**${getDashboardOverview.path}`)
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await (await answered).finished()
    await route.continue()
  })
  // Opening the live stream refetches everything.
  const counted = Promise.withResolvers<void>()
  await page.route(`**${streamOfficeNews.path}`, async (route) => {
    await counted.promise
    await route.continue()
  })
  await openPortal(page, portal.dashboard.href())
  const next = page.getByRole('region', { name: 'Next trip' })
  // Another journey's group may come before this one.
  const call = next.getByRole('link', { name: /^Call / }).first()
  await expect(call).toBeVisible()
  const guest = (await call.getAttribute('aria-label'))!.replace('Call ', '')
  expect(overviews).toBe(1)
  counted.resolve()

  const { body } = await request('GET', (await manifest.getAttribute('href'))!)
  expect(JSON.parse(body)).toMatchObject({
    scope: portal.path,
    start_url: portal.dashboard.href(),
    display: 'standalone',
  })
  const { script, files } = await keptOnDevice(page)
  expect(script).toMatch(/\/admin-worker\.js$/)
  expect(files).toContain(portal.path)
  expect(files.filter((file) => !/^\/(admin$|assets\/)/.test(file))).toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(next.getByRole('link', { name: `Call ${guest}` }).first()).toHaveAttribute('href', /^tel:/)
  await expect(page.getByRole('status').filter({ hasText: /^No connection\. As of \d+:\d\d [AP]M$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Open the day sheet' }).click()
  await expect(page.getByRole('heading', { level: 3 }).filter({ hasText: guest }).first()).toBeVisible()

  // Signing out deletes cached guest data, online, offline, or falsely online.
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true }))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(guest)
  await context.setOffline(false)
})

test('notifications are off until turned on for this device, and a push shows up as one', async ({ page, context }) => {
  // A headless browser has no notifications or push service, so these are stubbed.
  await page.addInitScript(() => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/journey'
    // The browser keeps the subscription over a reload.
    const kept = window.sessionStorage
    const unsubscribe = async () => kept.removeItem('subscribed')
    const made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
    Notification.requestPermission = async () => 'granted'
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (kept.getItem('subscribed') ? made : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (applicationServerKey.length !== 87) throw new TypeError('not a key')
        kept.setItem('subscribed', 'yes')
        return made
      },
    })
  })
  await openPortal(page, portal.configuration.notifications.href())
  const row = page.getByRole('switch', { name: 'Notifications on this device' })
  await expect(row).toBeEnabled()
  await expect(row).not.toBeChecked()
  await row.click()
  await expect(row).toBeChecked()
  const { content } = await asAdmin.call(listAuditEntries, { query: { q: 'notifications', page: 0, size: 20 } })
  expect(content[0]).toMatchObject({
    action: 'notifications.turned-on',
    after: '{"service":"updates.push.services.mozilla.com"}',
  })

  const [worker] = context.serviceWorkers()
  const place = portal.bookings.href({ id: 7 }).replace(portal.path, '')
  const shown = await worker!.evaluate((search) => {
    const found: unknown[] = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, { tag, data } = {}) => {
      found.push({ title, tag, data })
    }
    const sent = { title: 'New booking: Thu, May 20', tag: 'notice-7', search }
    self.dispatchEvent(Object.assign(new Event('push'), { data: { json: () => sent }, waitUntil() {} }))
    return found
  }, place)
  expect(shown).toEqual([{ title: 'New booking: Thu, May 20', tag: 'notice-7', data: place }])

  // The owner's session has ended and a guide uses the phone.
  await resume(page, await aColleague('GUIDE'), 'admin')
  await page.goto(portal.href())
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('subscribed'))).toBeNull()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')

  await openPortal(page, portal.configuration.notifications.href())
  await row.click()
  await expect(row).toBeChecked()
  await row.click()
  await expect(row).not.toBeChecked()
})
