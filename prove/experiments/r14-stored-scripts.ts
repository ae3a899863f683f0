import { getMe } from '@arcadia/contract/accounts'
import { addresses, portal, served } from '@arcadia/contract/addresses'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { endpoints } from '@arcadia/contract/catalog'
import { getBookingConfig } from '@arcadia/contract/configuration'
import type { Endpoint } from '@arcadia/contract/endpoint'
import { createEnquiry } from '@arcadia/contract/enquiries'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { launchBrowser } from '../../benchmarks/support/browser.ts'
import type { Experiment } from '../experiment.ts'
import { seededRandom } from '../support/random.ts'
import { openSeason } from '../support/season.ts'
import { openDates, type System, startSystem } from '../support/system.ts'

const STEPS = 250
const ROUNDS = 2
const CLICKS = 2
const CLICKS_IN_FULL = 12

/** Ways to make a browser run a script that calls `hit`. */
const WAYS = [
  '<script>hit()</script>',
  '<ScRiPt >hit()</sCrIpT>',
  '<scr<script>ipt>hit()</script>',
  '<script src="data:text/javascript,hit()"></script>',
  '<img src=x onerror=hit()>',
  '<img src=`x` onerror="hit()" x="',
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<math><mtext><style><img src=x onerror=hit()></style></mtext></math>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<iframe src="javascript:parent.hit()"></iframe>',
  '<object data="javascript:hit()"></object>',
  '<details open ontoggle=hit()>x</details>',
  '<input autofocus onfocus=hit()>',
  '<video><source onerror=hit()></video>',
  '<audio src=x onerror=hit()>',
  '<body onload=hit()>',
  '<style onload=hit()></style>',
  '<link rel=stylesheet href=data:, onload=hit()>',
  '<a href="javascript:hit()">x</a>',
  '<form><button formaction="javascript:hit()">x</button></form>',
  '<meta http-equiv=refresh content="0;url=javascript:hit()">',
  "{{constructor.constructor('hit()')()}}",
  '#{hit()}',
]
/** Contexts a payload may have to break out of first. */
const OUT_OF = ['', '"', "'>", '">', '-->', '</textarea>', '</title>', '</script>']
const PAYLOADS = OUT_OF.flatMap((out) => WAYS.map((way) => out + way))

export const storedScripts: Experiment = {
  id: 'R14',
  title: 'Stored text never runs as a script',
  async run({ seed, minutes, say }) {
    const system = await startSystem(1)
    const browser = await launchBrowser()
    try {
      const owner = await system.owner()
      const customer = await fill(system, owner, seed)
      const fields = freeTexts()
      const seen: Seen = { screens: new Set(), columns: new Set(), hits: [], violations: [], failures: [], pages: 0 }
      let painted: string[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const half = PAYLOADS.length / ROUNDS
        painted = await paint(system, fields, PAYLOADS.slice(round * half, (round + 1) * half).join(' '))
        await walk(system, browser, { owner, customer }, minutes === undefined ? CLICKS : CLICKS_IN_FULL, seen)
        say(
          `${seen.pages} views of ${seen.screens.size} screens, ${seen.columns.size} of ${painted.length} columns seen`,
        )
      }
      const framed = await framedPages(system, browser)
      const unframed = await framedPages(system, browser, { isSabotaged: true })
      const sabotaged = await asSaboteur(system, browser, owner)
      for (const line of [...seen.hits, ...seen.violations, ...seen.failures].slice(0, 20)) console.error(`    ${line}`)
      return [
        {
          what: 'scripts stored in free-text columns and run by a customer or portal page',
          tried: `${PAYLOADS.length} payloads in ${painted.length} columns for the contract's ${fields.size} free-text fields; ${seen.columns.size} columns seen in ${seen.pages} views of ${seen.screens.size} screens`,
          figure: `${seen.hits.length} ran`,
          bar: '0',
          held: seen.hits.length === 0 && seen.columns.size > 10,
          saboteurCaught: sabotaged.hits.length > 0,
        },
        {
          what: 'content security policy violations, and server errors',
          tried: 'the same',
          figure: `${seen.violations.length}, ${seen.failures.length}`,
          bar: '0, 0',
          held: seen.violations.length === 0 && seen.failures.length === 0,
          saboteurCaught: sabotaged.violations.length > 0,
        },
        {
          what: 'pages that another site can show in a frame',
          tried: `${framed.tried} pages`,
          figure: String(framed.shown),
          bar: '0',
          held: framed.shown === 0,
          saboteurCaught: unframed.shown > 0,
        },
      ]
    } finally {
      await browser.close()
      await system.close()
    }
  },
}

/** Fills the system with typical activity and returns the token of a customer with bookings. */
async function fill(system: System, owner: string, seed: number): Promise<string> {
  const [server] = system.servers
  const random = seededRandom(seed)
  const dates = (await openDates(server!)).slice(0, 30)
  const players = { owner, provider: system.provider, dates, customers: 20, watch: { allow() {}, settle() {} } }
  const season = await openSeason({ ...players, name: `written-${seed}`, server: () => server! }, random)
  for (let step = 0; step < STEPS || season.acknowledged.length === 0; step++) await season.step(random)
  for (const { id, token } of season.acknowledged.slice(-5))
    await server!.answer(createBookingQuery, { token, body: { bookingId: id, queryMessage: 'What shall we bring?' } })
  const person = { firstName: 'Ada', lastName: 'Angler', email: 'asks@example.com', phone: '(863) 555-0142' }
  for (let nth = 0; nth < 3; nth++)
    await server!.answer(createEnquiry, { body: { ...person, country: 'US', message: 'How far is it?' } as never })
  return season.acknowledged.at(-1)!.token
}

/** Names of the contract's free-text fields. */
function freeTexts(): Set<string> {
  const found = new Set<string>()
  interface Shape {
    type?: string
    format?: string
    pattern?: string
    enum?: unknown[]
    properties?: Record<string, Shape>
    items?: Shape
    anyOf?: Shape[]
    allOf?: Shape[]
  }
  const isFree = (shape: Shape): boolean =>
    (shape.type === 'string' && !shape.format && !shape.pattern && !shape.enum) || (shape.anyOf?.some(isFree) ?? false)
  const look = (shape: Shape): void => {
    for (const [name, of] of Object.entries(shape.properties ?? {})) {
      if (isFree(of) && !/password|token|code|date|currency|id$/i.test(name)) found.add(name)
      look(of)
    }
    if (shape.items) look(shape.items)
    for (const one of [...(shape.anyOf ?? []), ...(shape.allOf ?? [])]) look(one)
  }
  for (const { body } of endpoints as readonly Endpoint[])
    if (body) look(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape)
  return found
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const marked = (column: string, text: string) => `«${column}» ${text}`

/** Writes the text straight into every column with one of these names and returns the columns that accepted it. */
async function paint({ pool }: System, fields: ReadonlySet<string>, text: string): Promise<string[]> {
  const painted: string[] = []
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb')
        and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`,
  )
  const names = new Set([...fields].flatMap((name) => [name, snake(name)]))
  const client = await pool.connect()
  // Lets immutable rows change.
  await client.query('set session_replication_role = replica')
  for (const { table, column, type } of rows) {
    const label = `${table}.${column}`
    const written = marked(label, text)
    if (type === 'jsonb') {
      const found = await client.query<{ at: string; value: unknown }>(
        `select ctid::text as at, "${column}" as value from "${table}" where "${column}" is not null`,
      )
      for (const { at, value } of found.rows)
        await client
          .query(`update "${table}" set "${column}" = $1 where ctid = $2::tid`, [
            JSON.stringify(painting(value, names, written)),
            at,
          ])
          .catch(() => {})
    } else if (names.has(column)) {
      const update = `update "${table}" set "${column}" = $1`
      for (const where of ['', ` where "${column}" is not null`])
        try {
          const { rowCount } = await client.query(update + where, [written])
          if (rowCount) painted.push(label)
          break
        } catch {
          // A constraint refuses it.
        }
    }
  }
  client.release(true)
  return painted
}

function painting(value: unknown, names: ReadonlySet<string>, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => painting(one, names, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [
      name,
      typeof of === 'string' && names.has(name) ? text : painting(of, names, text),
    ]),
  )
}

interface Seen {
  screens: Set<string>
  columns: Set<string>
  hits: string[]
  violations: string[]
  failures: string[]
  pages: number
}

/** Opens every linked page as a stranger, a customer and the owner. */
async function walk(
  system: System,
  browser: Browser,
  { owner, customer }: { owner: string; customer: string },
  clicks: number,
  seen: Seen,
): Promise<void> {
  const whose = [
    {
      token: undefined,
      prefix: '',
      start: [
        '/',
        addresses.giftVouchers.href(),
        ...[addresses.signIn, addresses.waiver, addresses.payBalance, addresses.payVoucher, addresses.gift].map(
          ({ path }) => path.split('/:')[0]!,
        ),
      ],
    },
    { token: customer, prefix: 'arcadia.', start: ['/', addresses.bookings.href()] },
    { token: owner, prefix: 'arcadia.admin.', start: [portal.href(), portal.bookings.href(), portal.users.href()] },
  ]
  for (const { token, prefix, start } of whose) {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await listen(context, seen)
    if (token) await signIn(system, context, token, prefix)
    const { url } = system.servers[0]!
    const waiting = start.map((path) => url + path)
    const known = new Set<string>()
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      const screen = screenOf(address)
      if (known.has(screen)) continue
      known.add(screen)
      seen.screens.add(`${prefix}${screen}`)
      // A new page each time, because a click may still be navigating.
      const page = await context.newPage()
      waiting.push(...(await look(page, address, clicks, seen)))
      await page.close()
    }
    await context.close()
  }
}

/** The screen behind a URL, so pages of the same kind count once. */
function screenOf(address: string): string {
  const { pathname, searchParams } = new URL(address)
  const query = [...searchParams]
    .map(([name, value]) => (['tab', 'view'].includes(name) ? `${name}=${value}` : name))
    .sort()
  return `${pathname.replace(/\d+/g, 'n')}?${query.join('&')}`
}

/** Views a page, clicks around and returns the links found. */
async function look(page: Page, address: string, clicks: number, seen: Seen): Promise<string[]> {
  await open(page, address)
  seen.pages++
  await note(page, seen)
  const { origin } = new URL(address)
  const hrefs = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  const found = hrefs
    .filter((href) => href.startsWith(origin) && !/\/api\/|\/simulator|\.\w+$/.test(href))
    .map((href) => href.split('#')[0]!)
  for (let nth = 0; nth < clicks; nth++) {
    const button = page.locator('main button:visible, main summary:visible').nth(nth)
    if ((await button.count()) === 0) break
    await button.click({ timeout: 1000 }).catch(() => {})
    await page.waitForTimeout(200)
    await note(page, seen)
    seen.pages++
    await page.keyboard.press('Escape')
  }
  return found
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'load' })
  // Waits until loading has finished or failed.
  await page
    .waitForFunction(() => !document.querySelector('.spinner, .skeleton, [aria-busy=true]'), undefined, {
      timeout: 8000,
    })
    .catch(() => {})
  await page.waitForTimeout(150)
}

async function note(page: Page, seen: Seen): Promise<void> {
  const text = await page.evaluate(() =>
    [
      document.body.textContent,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    ].join(' '),
  )
  for (const [, column] of text.matchAll(/«([\w.]+)»/g)) seen.columns.add(column!)
}

async function signIn({ servers }: System, context: BrowserContext, token: string, prefix: string): Promise<void> {
  const user = Object.entries(await servers[0]!.call(getMe, { token }))
  // A stored user as long as all payloads together is none, and signed out.
  const stored = Object.fromEntries(user.map(([name, of]) => [name, typeof of === 'string' ? of.slice(0, 100) : of]))
  await context.addInitScript(
    ({ entries }) => {
      if (window.origin.startsWith('http')) Object.assign(localStorage, entries)
    },
    { entries: { [`${prefix}token`]: token, [`${prefix}user`]: JSON.stringify(stored) } },
  )
}

/** Records scripts that run, policy violations and server errors. */
async function listen(context: BrowserContext, seen: Pick<Seen, 'hits' | 'violations' | 'failures'>): Promise<void> {
  await context.exposeBinding('hit', ({ page }) => seen.hits.push(`ran on ${page.url()}`))
  await context.exposeBinding('violated', ({ page }, what: string) => seen.violations.push(`${what} on ${page.url()}`))
  await context.addInitScript(() => {
    const { violated } = window as unknown as { violated(what: string): void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      violated(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  context.on('response', (answer) => {
    if (answer.status() >= 500 && answer.status() !== 503) seen.failures.push(`${answer.status()} ${answer.url()}`)
  })
}

/** The saboteur: inserts one text into the page as markup, with and without the content security policy. */
async function asSaboteur(system: System, browser: Browser, owner: string) {
  const seen: Pick<Seen, 'hits' | 'violations' | 'failures'> = { hits: [], violations: [], failures: [] }
  for (const bypassCSP of [false, true]) {
    const context = await browser.newContext({ bypassCSP, serviceWorkers: 'block' })
    await listen(context, seen)
    await signIn(system, context, owner, 'arcadia.admin.')
    const page = await context.newPage()
    await open(page, system.servers[0]!.url + portal.bookings.href())
    await page.evaluate(() => {
      const isText = (element: Element) =>
        element.childElementCount === 0 && element.textContent.includes('onerror=hit()')
      const element = [...document.querySelectorAll('main *')].find(isText)
      try {
        if (element) element.innerHTML = element.textContent
      } catch {
        // The policy may block the assignment itself.
      }
    })
    await page.waitForTimeout(500)
    await context.close()
  }
  return seen
}

/** Counts pages that load in another site's frame; the saboteur strips the headers that forbid it. */
async function framedPages(system: System, browser: Browser, { isSabotaged = false } = {}) {
  const paths = [
    '/',
    addresses.bookings.href(),
    addresses.giftVouchers.href(),
    portal.href(),
    addresses.staffSignIn.href(),
    served.docs.href(),
    getBookingConfig.path,
    '/dev/mail',
  ]
  const context = await browser.newContext()
  if (isSabotaged)
    await context.route('**/*', async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'x-frame-options': '', 'content-security-policy': '' }
      await route.fulfill({ response, headers })
    })
  const page = await context.newPage()
  let shown = 0
  for (const path of paths) {
    const url = system.servers[0]!.url + path
    await page.setContent(`<iframe src="${url}"></iframe>`, { waitUntil: 'load' })
    const frame = page.frames().find((frame) => frame.parentFrame())
    if (frame && !frame.url().startsWith('chrome-error:')) shown++
  }
  await context.close()
  return { tried: paths.length, shown }
}
