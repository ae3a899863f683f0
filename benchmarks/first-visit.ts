import type { Browser } from '@playwright/test'
import { launchBrowser } from './support/browser.ts'
import { startSite } from './support/site-under-test.ts'

// How long somebody who is here for the first time, on slow 4G, waits after pressing Book Now until a day of the calendar
// can be pressed: once the first screen is read, and, for comparison, as soon as Book Now stands there.
// `npm run bench:first-visit -- 9` for nine visits of each.

const VISITS = Number(process.argv[2] ?? 5)
const MAX_MS = 300
/** Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

const site = await startSite()
const browser = await launchBrowser()
let median = Number.NaN
try {
  median = await report('once it is read', true)
  await report('at once', false)
} finally {
  await browser.close()
  await site.stop()
}
process.exitCode = median <= MAX_MS ? 0 : 1

async function report(what: string, isRead: boolean): Promise<number> {
  const waits: number[] = []
  for (let visit = 0; visit < VISITS; visit++) waits.push(await visitOnce(browser, isRead))
  waits.sort((a, b) => a - b)
  const middle = waits[Math.floor(VISITS / 2)]!
  const ms = (value: number) => `${Math.round(value)} ms`
  console.log(`pressed ${what}: ${ms(middle)} (${ms(waits[0]!)} to ${ms(waits.at(-1)!)})`)
  return middle
}

/** Milliseconds from the press to the frame in which a day can be pressed. */
async function visitOnce(browser: Browser, isRead: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', SLOW_4G)
    await page.addInitScript(() => {
      document.addEventListener('click', ({ isTrusted, timeStamp }) => {
        if (!isTrusted) return
        const look = () =>
          document.querySelector('[role="dialog"] [data-date]:not([aria-disabled="true"])')
            ? performance.measure('waited', { start: timeStamp, end: performance.now() })
            : requestAnimationFrame(look)
        look()
      })
    })
    await page.goto(site.address, { waitUntil: 'commit' })
    if (isRead) await (await page.waitForResponse(/availability\/range/)).finished()
    await page.locator('.hero').getByRole('button', { name: 'Book Now' }).tap()
    const waited = await page.waitForFunction(() => performance.getEntriesByName('waited')[0]?.duration)
    return (await waited.jsonValue())!
  } finally {
    await context.close()
  }
}
