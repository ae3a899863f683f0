import { addresses } from '@arcadia/contract/addresses'
import type { Page } from '@playwright/test'
import { fillContact, launchBrowser } from './support/browser.ts'
import { middleOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { PLAYED_PASSWORD, startSite } from './support/site-under-test.ts'

// How the heaviest interactions perform on a phone at a quarter of this processor's speed: time from tap to next frame (as in
// INP), the longest task after it, and layout shift. `npm run bench:interactions -- 5` for five rounds; the median counts.

const ROUNDS = Number(process.argv[2] ?? 5)
const SLOWDOWN = 4
const MAX_MS = 50
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

interface Seen {
  /** From tap to frame for the slowest event; browsers report steps of 8 ms, from 16 up. */
  inp: number
  /** The longest task above 50 ms. */
  task: number
  shift: number
}

const seen = new Map<string, Seen[]>()
const site = await startSite({ isPlayed: true })
const browser = await launchBrowser()
try {
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
    await context.addInitScript(observe)
    const page = await context.newPage()
    await book(page)
    await usePortal(page)
    await context.close()
  }
} finally {
  await browser.close()
  await site.stop()
}
report()

async function book(page: Page): Promise<void> {
  const days = page.waitForResponse(/availability\/range/)
  await page.goto(site.address)
  await (await days).finished()
  await slowDown(page)
  const dialog = page.getByRole('dialog')
  const day = dialog.getByRole('button', { name: /left$/ })
  const press = (name: string) => () => dialog.getByRole('button', { name }).tap()
  await after(page, 'the booking opens', () => page.locator('.hero').getByRole('button', { name: 'Book Now' }).tap())
  await day.first().waitFor()
  await after(page, 'the next month', press('Next month'))
  await after(page, 'a day', () => day.nth(1).tap())
  await fillContact(dialog)
  await after(page, 'from contact details to guests', press('Start my booking'))
  await dialog.getByRole('radio').first().waitFor()
  await after(page, 'back to the date', () => dialog.getByRole('button', { name: 'Back' }).tap())
  await after(page, 'from the date to guests', press('Continue'))
}

async function usePortal(page: Page): Promise<void> {
  await page.goto(site.address + addresses.staffSignIn.href())
  await page.getByLabel('Username or email').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PLAYED_PASSWORD)
  await page.getByRole('button', { name: /^(Sign|Log) in$/i }).tap()
  await page.getByRole('region', { name: 'Next trip' }).getByRole('heading', { level: 3 }).first().waitFor()
  await slowDown(page)
  const bar = page.getByRole('navigation', { name: 'Portal' })
  for (const tab of ['Bookings', 'Today', 'Bookings', 'Today'])
    await after(page, `the tab ${tab}`, () => bar.getByRole('link', { name: tab, exact: true }).tap())
  for (const tab of ['Users', 'Refunds', 'Configuration', 'Merchant Setup']) {
    await after(page, 'the sheet with more tabs', () => bar.getByRole('button', { name: 'More' }).tap())
    await after(page, `the tab ${tab}`, () => page.getByRole('dialog').getByRole('link', { name: tab }).tap())
  }
}

/** Throttles this page; every new page starts at full speed. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Collects the browser's measurements of an interaction in `window.seen`. */
function observe(): void {
  const seen = { inp: 0, task: 0, shift: 0 }
  Object.assign(window, { seen })
  const on = (type: string, add: (entry: PerformanceEntry & { interactionId: number; value: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add as (entry: PerformanceEntry) => void)).observe({
      type,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  on('event', ({ interactionId, duration }) => {
    if (interactionId) seen.inp = Math.max(seen.inp, duration)
  })
  on('longtask', ({ duration }) => {
    seen.task = Math.max(seen.task, duration)
  })
  // Includes shifts right after a tap, which the browser's score excludes.
  on('layout-shift', ({ value }) => {
    seen.shift += value
  })
}

async function after(page: Page, what: string, press: () => Promise<unknown>): Promise<void> {
  await rest(page)
  await page.evaluate(() => Object.assign((window as unknown as { seen: Seen }).seen, { inp: 0, task: 0, shift: 0 }))
  await press()
  await rest(page)
  const one = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  seen.set(what, [...(seen.get(what) ?? []), one])
}

/** Waits until the page settles and the observers have reported. */
function rest(page: Page): Promise<void> {
  return page.waitForTimeout(1000)
}

function report(): void {
  console.log(`| interaction | to the next frame (range of ${ROUNDS}) | longest task | shift |\n|---|---|---|---|`)
  for (const [what, all] of seen) {
    const frames = all.map(({ inp }) => inp).toSorted((one, other) => one - other)
    const [inp, task, shift] = [frames, all.map(({ task }) => task), all.map(({ shift }) => shift)].map(middleOf)
    const isGood = inp! <= MAX_MS && task === 0 && shift! < 0.001
    if (!isGood) process.exitCode = MISSED
    const range = `${inp} ms (${frames[0]}–${frames.at(-1)})`
    console.log(`| ${isGood ? '' : '✗ '}${what} | ${range} | ${task ? `${task} ms` : 'none'} | ${shift!.toFixed(3)} |`)
  }
}
