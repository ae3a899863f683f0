import type { Page, Request } from '@playwright/test'
import { launchBrowser } from './support/browser.ts'
import { startSite } from './support/site-under-test.ts'

// What the landing page costs on the wire, in real Chromium: bodies as they are sent, compressed, without headers.

const site = await startSite()
const browser = await launchBrowser()
let isOver = false
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  // Nothing is fetched ahead for who saves data, so that what is counted is what each step needs.
  await page.addInitScript(() => {
    const { connection } = navigator as unknown as { connection: object }
    Object.defineProperty(connection, 'saveData', { get: () => true })
  })
  const sizes = follow(page)
  await page.goto(site.address)
  await page.waitForLoadState('networkidle')
  const { html, styles, scripts } = await sizes()
  check('HTML and the style sheet of the first paint', html + styles, 14_000)
  check('scripts until header, questions and anchors work', scripts, 89_500)

  await page.getByRole('button', { name: 'Reserve' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /left$/ }).first().waitFor()
  check('scripts until the booking dialog works', (await sizes()).scripts, 139_000)
} finally {
  await browser.close()
  await site.stop()
}
process.exitCode = isOver ? 1 : 0

interface Sizes {
  html: number
  /** Those that are linked in the head: the first paint waits for them. */
  styles: number
  scripts: number
}

/** Adds up what arrives from now on until the answer is asked for. */
function follow(page: Page): () => Promise<Sizes> {
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  return async () => {
    const sizes: Sizes = { html: 0, styles: Number.NaN, scripts: 0 }
    const sheets = new Map<string, number>()
    let firstSheet: string | undefined
    for (const request of finished) {
      const { responseBodySize } = await request.sizes()
      const kind = request.resourceType()
      if (kind === 'script') sizes.scripts += responseBodySize
      if (kind === 'stylesheet') sheets.set(new URL(request.url()).pathname, responseBodySize)
      if (kind !== 'document') continue
      sizes.html = responseBodySize
      const head = (await (await request.response())!.text()).split('</head>')[0]!
      firstSheet = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(head)?.[1]
    }
    return { ...sizes, styles: sheets.get(firstSheet ?? '') ?? Number.NaN }
  }
}

function check(what: string, bytes: number, limit: number): void {
  const isTooMuch = !(bytes <= limit)
  isOver ||= isTooMuch
  const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`
  console.log(`${isTooMuch ? '✗' : '✓'} ${what}: ${kilobytes(bytes)} of ${kilobytes(limit)}`)
}
