import type { Page } from '@playwright/test'
import { launchBrowser } from './support/browser.ts'
import { middleOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { startSite } from './support/site-under-test.ts'

// How long somebody who is here for the first time, on slow 4G, waits after pressing Book Now until a day of the calendar
// can be pressed: once the first screen is read, and, for comparison, as soon as Book Now stands there. And how long from
// the press of Pay until the confirmation number stands there, besides the call that makes the card a token, which is the
// provider's own, and besides the line: the one call of ours takes a round trip, as much as is wanted for all.
// `npm run bench:first-visit -- 9` for nine visits of each.

const VISITS = Number(process.argv[2] ?? 5)
const MAX_MS = 300
const MAX_AFTER_PAY_MS = 150
/** Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

const site = await startSite()
const browser = await launchBrowser()
try {
  console.log(`| from the press | until | ms (range of ${VISITS}) | wanted |\n|---|---|---|---|`)
  const visits = { read: [] as number[], early: [] as number[] }
  for (let visit = 0; visit < VISITS; visit++) {
    visits.read.push(await inVisit((page) => openBooking(page, true)))
    visits.early.push(await inVisit((page) => openBooking(page, false)))
  }
  report('Book Now, once the first screen is read | a day can be pressed', visits.read, MAX_MS)
  report('Book Now, as soon as it stands there | a day can be pressed', visits.early)
  const paid: Paid[] = []
  for (let visit = 0; visit < VISITS; visit++) paid.push(await inVisit(pay))
  const column = (of: (one: Paid) => number) => paid.map(of)
  report(
    'Pay | the confirmation',
    column(({ all }) => all),
  )
  report(
    'Pay | the same, besides the token and the line',
    column(({ besides }) => besides),
    MAX_AFTER_PAY_MS,
  )
  report(
    'of it the server, with what it waits for the provider | its answer',
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

/** Milliseconds from the press to the frame in which a day can be pressed. */
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
  /** Milliseconds from the press to the frame with the confirmation number. */
  all: number
  besides: number
  server: number
}

async function pay(page: Page): Promise<Paid> {
  await page.goto(site.address)
  await page.locator('.hero').getByRole('button', { name: 'Book Now' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /left$/ }).first().tap()
  for (const [label, text] of [
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Email', `grace-${Date.now()}@example.com`],
    ['Phone number', '863 555 0142'],
  ] as const)
    await dialog.getByLabel(label).last().fill(text)
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
  return { all, besides: all - token - SLOW_4G.latency, server: server - SLOW_4G.latency }
}
