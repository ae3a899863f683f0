import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { API, addresses } from '@arcadia/contract/addresses'
import type { Page } from '@playwright/test'
import type { App } from './support/app.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { makeNextBuild } from './support/next-build.ts'
import { anOpenDate, expect, test } from './support/test.ts'

/** Switches to another build while the page goes on. As Caddy does, calls wait until the site is back. */
async function switchUnder(page: Page, app: App, checkout?: string): Promise<void> {
  const isBack = app.switchTo(checkout)
  await page.route(`**${API}**`, async (route) => {
    await isBack
    await route.continue()
  })
}

/** The scripts and style sheets that the page asks for from now on. */
function filesAskedBy(page: Page) {
  const asked: { path: string; status: number }[] = []
  page.on('response', (answer) => {
    const path = new URL(answer.url()).pathname
    if (/^\/assets\/.*\.(js|css)$/.test(path)) asked.push({ path, status: answer.status() })
  })
  return asked
}

test('a release is switched while a guest books, who goes on to a paid booking with the files of the one before', async ({
  signedIn: page,
  app,
}) => {
  const next = await makeNextBuild(app.dataDir)
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(await anOpenDate())
  await booking.fillGuests()
  const asked = filesAskedBy(page)
  await switchUnder(page, app, next)
  await booking.continue()
  await booking.fillCard()
  await booking.pay.click()
  await booking.expectConfirmed()
  await booking.dialog.getByRole('link', { name: 'Tell your guide' }).click()
  await expect(page.getByRole('dialog', { name: 'Tell your guide' })).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
  for (const { path, status } of asked) {
    expect([path, status]).toEqual([path, 200])
    expect(existsSync(join(next, 'apps/web/dist', path)), `${path} is the earlier build's`).toBe(false)
  }

  // Another release, while the card is typed.
  await page.goto(addresses.privacy.href())
  await booking.toPayment(await anOpenDate())
  await booking.fillCard()
  await switchUnder(page, app)
  await booking.pay.click()
  await booking.expectConfirmed()
})
