import type { Page } from '@playwright/test'

/** What the landing page may cost on the wire, in bytes: bodies as they are sent, compressed. */
const LIMITS = {
  'HTML and the style sheet of the first paint': 14_000,
  'scripts until header, questions and anchors work': 89_500,
  'scripts until the booking dialog works': 139_000,
}

/** Visits the landing page in a new page, opens the booking dialog, and says what each of it cost. */
export async function measureLanding(page: Page): Promise<{ what: string; bytes: number; limit: number }[]> {
  // Nothing is fetched ahead for who saves data, so that what is counted is what each step needs.
  await page.addInitScript(() => {
    const { connection } = navigator as unknown as { connection: object }
    Object.defineProperty(connection, 'saveData', { get: () => true })
    document.addEventListener('taken-over', () => document.documentElement.setAttribute('data-taken-over', ''))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  // A slow machine is idle for a moment before it asks for the scripts.
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
    const files = of('resource')
    return {
      page: sum([...of('navigation'), ...files.filter(({ name }) => name === first)]),
      scripts: sum(files.filter(({ name }) => name.endsWith('.js'))),
    }
  })
