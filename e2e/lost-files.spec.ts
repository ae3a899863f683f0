import { addresses, portal, served } from '@arcadia/contract/addresses'
import type { Page, Route } from '@playwright/test'
import { adminSession, anAngler, expect, resume, test } from './support/test.ts'

/** What the application loads by itself; the rest stands in the HTML. */
const FILES = /\/assets\/(?!after-first-paint|when-lost|first-answer|index-[^/]*\.css)[^/]+\.(js|css)$/
/** Addresses and classes with these are hidden from many visitors by a filter list. */
const FILTERED = /analytics|banner|tracking|\bads?[-_]/i

test.use({ expectedErrors: [/^([\w$]+: )?Lost\b/] })

/** Each optional part of a page: analytics asks for consent, and a review is published. */
async function withEveryPart(page: Page): Promise<void> {
  await page.route(/^[^?#]*\/(?!api|assets)[^.]*$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({
      response,
      body: html
        .replaceAll(/"(collectsAnalytics|showsGifts)":false/g, '"$1":true')
        .replace('"rating":null', '"rating":{"average":5,"count":1}'),
    })
  })
}

/** Reads the page to its end, because some parts load when they are near. */
async function readOn(page: Page): Promise<void> {
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
}

const lost = (page: Page) => page.getByText("That didn't load")

/** The page stands, and so does everything on it; a dialog may lie over it. */
async function expectWhole(page: Page, isPortal: boolean): Promise<void> {
  await expect(page.locator('#main :is(h1, h2)').first()).toBeVisible()
  if (!isPortal) await expect(page.locator('section[aria-label="Privacy choices"]')).toBeVisible()
  await readOn(page)
  await expect(lost(page)).toHaveCount(0)
}

const open = [addresses.home, addresses.privacy, addresses.bookings, addresses.giftVouchers]
const pages = [...open.map((page) => page.href()), addresses.payBalance.path.split('/:')[0]!, '/no-such-page']

for (const [who, paths] of [
  ['a visitor', [...pages, addresses.trip.path.split('/:')[0]!]],
  ['a customer', pages],
  ['the owner', [portal.href(), portal.refunds.href(), addresses.staffSignIn.href()]],
] as const) {
  test(`every file that a page of ${who} loads may be lost once`, async ({ page }) => {
    await withEveryPart(page)
    if (who === 'a customer') await resume(page, await anAngler(), 'customer')
    if (who === 'the owner') await resume(page, await adminSession(), 'admin')
    for (const address of paths) {
      const seen = new Set<string>()
      const loseOnce = (route: Route) => {
        const url = route.request().url()
        if (seen.has(url)) return route.continue()
        seen.add(url)
        return route.abort('connectionreset')
      }
      await page.route(FILES, loseOnce)
      await page.goto(address)
      await expectWhole(page, who === 'the owner')
      expect(seen.size).toBeGreaterThan(1)
      expect([...seen].filter((url) => FILTERED.test(url))).toEqual([])
      await page.unroute(FILES, loseOnce)
    }
  })

  test(`while files are lost, a page of ${who} stands, says so, and comes back by itself`, async ({ page }) => {
    await withEveryPart(page)
    if (who === 'a customer') await resume(page, await anAngler(), 'customer')
    if (who === 'the owner') await resume(page, await adminSession(), 'admin')
    const lose = (route: Route) => route.abort('connectionreset')
    for (const address of paths) {
      // First everything but the application itself, then that too.
      for (const files of [/\/assets\/(?!index-|when-lost|after)[^/]+\.(js|css)$/, FILES]) {
        await page.route(files, lose)
        await page.goto(address)
        await expect(page.locator(':is(h1, h2):visible').first()).toBeVisible()
        if (files !== FILES && who !== 'the owner') await expect(page.locator('header')).toBeVisible()
        await page.unroute(files, lose)
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
        await expectWhole(page, who === 'the owner')
      }
    }
  })
}

test('offline before the booking dialog has loaded, what is lost can be closed, and opens by itself once the line is back', async ({
  page,
  context,
}) => {
  const lose = (route: Route) => route.abort('connectionreset')
  // For who saves data, the dialog isn't loaded before the press.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  // The page's own files are here before any is lost.
  await page.goto(addresses.privacy.href(), { waitUntil: 'networkidle' })
  await page.route(FILES, lose)
  const reserve = page.getByRole('button', { name: 'Reserve' }).first()
  await reserve.click()
  await expect(lost(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(lost(page)).toHaveCount(0)

  // A device that believes it is online, where nothing answers.
  await page.route(`**${served.live.href()}`, lose)
  await reserve.click()
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.unroute(`**${served.live.href()}`, lose)

  await context.setOffline(true)
  await reserve.click()
  await expect(page.getByRole('heading', { name: 'No signal' })).toBeVisible()
  await page.unroute(FILES, lose)
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Book your trip' })).toBeVisible()
})

test('a browser that cannot run the application is reloaded three times, and keeps the page with Reload', async ({
  page,
}) => {
  await withEveryPart(page)
  await page.clock.install()
  const throws = (route: Route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("Lost: this browser is too old")' })
  await page.route(/\/assets\/index-[^/]+\.js$/, throws)
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  await page.goto(addresses.bookings.href())
  for (let reloads = 1; reloads <= 3; reloads++) {
    await expect(lost(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-lost')
    await page.clock.runFor(30_000)
    await expect.poll(() => loads).toBe(1 + reloads)
  }
  await expect(page.locator('html')).toHaveAttribute('data-lost')
  // Twice, because a reload would begin after an answer to what the first one asks.
  for (let round = 0; round < 2; round++) {
    await page.clock.runFor(10 * 60_000)
    await page.evaluate((live) => fetch(live), served.live.href())
  }
  expect(loads).toBe(4)
  await page.unroute(/\/assets\/index-[^/]+\.js$/, throws)
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expectWhole(page, false)
})
