import type { Page } from '@playwright/test'
import { fillContact, launchBrowser } from './support/browser.ts'
import { middleOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { startSite } from './support/site-under-test.ts'

// How long a first-time visitor on slow 4G waits from tapping Book Now until a calendar day can be tapped, after reading the
// first screen and, for comparison, as soon as the button appears. Then how long from tapping Pay until the confirmation number
// shows; the limit excludes the provider's card token call and one network round trip. `npm run bench:first-visit -- 9` for nine
// visits of each.

const VISITS = Number(process.argv[2] ?? 5)
const MAX_MS = 300
const MAX_AFTER_PAY_MS = 150
/** Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

const site = await startSite()
const browser = await launchBrowser()
try {
  console.log(`| from tapping | until | ms (range of ${VISITS}) | wanted |\n|---|---|---|---|`)
  const visits = { read: [] as number[], early: [] as number[] }
  for (let visit = 0; visit < VISITS; visit++) {
    visits.read.push(await inVisit((page) => openBooking(page, true)))
    visits.early.push(await inVisit((page) => openBooking(page, false)))
  }
  report('Book Now, after reading the first screen | a day can be tapped', visits.read, MAX_MS)
  report('Book Now, as soon as it appears | a day can be tapped', visits.early)
  const paid: Paid[] = []
  for (let visit = 0; visit < VISITS; visit++) paid.push(await inVisit(pay))
  const column = (of: (one: Paid) => number) => paid.map(of)
  report(
    'Pay | the confirmation',
    column(({ all }) => all),
  )
  report(
    'Pay | the same, without the token call and one round trip',
    column(({ ours }) => ours),
    MAX_AFTER_PAY_MS,
  )
  report(
    'of that, the server, including its wait for the provider | its answer',
    column(({ server }) => server),
  )
} finally {
  await browser.close()
  await site.stop()
}

function report(what: string, waits: number[], atMost?: number): void {
  const [least, middle, most] = [Math.min(...waits), middleOf(waits), Math.max(...waits)].map(Math.round)
  console.log(`| ${what} | ${middle} (${least}–${most}) | ${atMost === undefined ? '' : `<= ${atMost}`} |`)
  if (middle! > (atMost ?? Number.POSITIVE_INFINITY)) process.exitCode = MISSED
}

async function inVisit<Result>(use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  try {
    return await use(await context.newPage())
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_4G)
}

/** Milliseconds from the tap to the frame in which a day can be tapped. */
async function openBooking(page: Page, isRead: boolean): Promise<number> {
  await slowDown(page)
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
}

interface Paid {
  /** Milliseconds from the tap to the frame with the confirmation number. */
  all: number
  /** The same without the token call and one round trip. */
  ours: number
  server: number
}

async function pay(page: Page): Promise<Paid> {
  await page.goto(site.address)
  await page.locator('.hero').getByRole('button', { name: 'Book Now' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /left$/ }).first().tap()
  await fillContact(dialog)
  await dialog.getByRole('button', { name: 'Start my booking' }).tap()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Continue' }).tap()
  await dialog.getByRole('button', { name: 'Use sandbox test card' }).tap()
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () =>
          /JB-\d{8}/.test(document.querySelector('[role="dialog"]')?.textContent ?? '')
            ? performance.measure('waited', { start: timeStamp, end: performance.now() })
            : requestAnimationFrame(look)
        look()
      },
      { once: true },
    )
  })
  await dialog.getByRole('button', { name: /^Pay \$/ }).tap()
  await page.waitForFunction(() => performance.getEntriesByName('waited').length > 0)
  const { all, token, server } = await page.evaluate(() => {
    const { startTime, duration } = performance.getEntriesByName('waited')[0]!
    const calls = performance
      .getEntriesByType('resource')
      .filter((one) => one.startTime >= startTime) as PerformanceResourceTiming[]
    const of = (part: RegExp) => calls.find(({ name }) => part.test(name))!
    return { all: duration, token: of(/payments\/tokens/).duration, server: of(/bookings\/payment\b/).duration }
  })
  return { all, ours: all - token - SLOW_4G.latency, server: server - SLOW_4G.latency }
}
