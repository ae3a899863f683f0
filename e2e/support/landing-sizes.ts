import type { Page } from '@playwright/test'

/** Limits for the landing page in bytes of compressed bodies. */
const LIMITS = {
  'HTML and the style sheet of the first paint': 14_000,
  'scripts until header, questions and anchors work': 89_500,
  'scripts until the booking dialog works': 139_000,
}

/** Visits the landing page, opens the booking dialog and returns the bytes each step loaded. */
export async function measureLanding(page: Page): Promise<{ what: string; bytes: number; limit: number }[]> {
  // Data saver turns off prefetching, so only what each step needs is counted.
  await page.addInitScript(() => {
    const { connection } = navigator as unknown as { connection: object }
    Object.defineProperty(connection, 'saveData', { get: () => true })
    document.addEventListener('taken-over', () => document.documentElement.setAttribute('data-taken-over', ''))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  // On a slow machine the network is idle for a moment before the scripts load.
  await page.locator('[data-taken-over]').waitFor()
  const first = await loaded(page)
  await page.getByRole('button', { name: 'Reserve' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /left$/ }).first().waitFor()
  const { scripts } = await loaded(page)
  const bytes = [first.page, first.scripts, scripts]
  return Object.entries(LIMITS).map(([what, limit], index) => ({ what, bytes: bytes[index]!, limit }))
}

const loaded = (page: Page) =>
  page.evaluate(() => {
    const of = (kind: string) => performance.getEntriesByType(kind) as PerformanceResourceTiming[]
    const first = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!.href
    const sum = (entries: PerformanceResourceTiming[]) => entries.reduce((all, one) => all + one.encodedBodySize, 0)
    // Each file once: a script is fetched, then imported from the browser's cache.
    const files = [...new Map(of('resource').map((file) => [file.name, file])).values()]
    return {
      page: sum([...of('navigation'), ...files.filter(({ name }) => name === first)]),
      scripts: sum(files.filter(({ name }) => name.endsWith('.js'))),
    }
  })
