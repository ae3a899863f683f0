import { randomInt, randomUUID } from 'node:crypto'
import { login, register, type Session } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import { setClosedDays } from '@arcadia/contract/admin/configuration'
import { sayOpening } from '@arcadia/contract/admin/opening'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { ANSWER_HOLDS_MS } from '@arcadia/contract/endpoint'
import { wireClient } from '@arcadia/contract/testing/wire-client'
import {
  type BrowserContext,
  test as base,
  type Clock,
  devices,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { type App, startApp } from './app.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { slowDown } from './slow-cpu.ts'

export { expect }

export const PASSWORD = 'correct horse battery'
const { defaultBrowserType: _chromium, ...pixel } = devices['Pixel 7']!

/** For `test.use`: runs a journey on a phone instead of a desktop. A device scale of 1 is enough. */
export const PHONE = { ...pixel, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

/** For layouts and controls that differ on a phone. */
export const BOTH_SIZES = [
  ['on a desk', {}],
  ['on a phone', PHONE],
] as const

/** The address of the owner of a business that has not opened yet. */
export const OWNER_EMAIL = 'ray@example.com'

export const ADMIN = { usernameOrEmail: 'admin', password: 'a long enough password' }

// biome-ignore lint/suspicious/noExplicitAny: the contract does not say what it is
type Json = any

export interface Angler extends Session {
  username: string
  email: string
  firstName: string
}

/** One context of each kind, shared by this worker's journeys. */
const contexts = new Map<string, BrowserContext>()

/** This worker's app, also used for API calls outside a page. */
let running: App

interface Fixtures {
  /** Console errors to expect; any other fails the test. */
  expectedErrors: RegExp[]
  angler: Angler
  /** The page's clock. Use this fixture, which discards the context afterwards, so the next journey does not inherit the time. */
  clock: Clock
  /** Sets the server's clock until the journey ends; its file needs `test.use({ hasOwnClock: true })`. Sessions may end by it. */
  setServerClock: App['setClock']
  /** Signed in as `angler`, with no page open yet. */
  resumed: Page
  /** Signed in as `angler`, on the lightest page with the site's header and dialogs. */
  signedIn: Page
}

interface WorkerFixtures {
  /** Whether the journeys of a file get a worker whose server has a clock that they can set. */
  hasOwnClock: boolean
  /** Names the business of a file that has not opened yet; it has a mail server. A name is a server of its own. */
  isNew: string | false
  mailServer: MailServer | undefined
  app: App
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  hasOwnClock: [false, { option: true, scope: 'worker' }],
  isNew: [false, { option: true, scope: 'worker' }],
  mailServer: [
    async ({ isNew }, use) => {
      const server = isNew ? await startMailServer() : undefined
      await use(server)
      server?.close()
    },
    { scope: 'worker' },
  ],
  // Each worker has its own app, so a journey may change global settings if it restores them.
  app: [
    async ({ hasOwnClock, isNew, mailServer }, use) => {
      running = await startApp({
        hasOwnClock,
        settings: mailServer ? { SMTP_URL: mailServer.url, ADMIN_EMAIL: OWNER_EMAIL } : {},
      })
      if (!isNew)
        for (const step of ['OPENED', 'PUT_AWAY'] as const)
          await api.call(sayOpening, { token: await adminToken(), params: { step } })
      await use(running)
      const { differences } = await api.call(checkLedger, { token: await adminToken() })
      await running.stop()
      expect(differences, 'the books balance after all journeys').toEqual([])
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  browser: [
    async ({ browser }, use) => {
      slowDown(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  expectedErrors: [[], { option: true }],
  // Contexts are reused for their cached and compiled files, and cleared before each journey. Journeys about the service worker
  // get a new one.
  context: async ({ browser, isMobile, javaScriptEnabled, serviceWorkers, contextOptions }, use) => {
    const isKept = serviceWorkers === 'block'
    for (const left of contexts.values()) await Promise.all(left.pages().map((page) => page.close()))
    const kind = JSON.stringify({ isMobile, javaScriptEnabled, contextOptions })
    const context = (isKept && contexts.get(kind)) || (await browser.newContext())
    if (isKept) contexts.set(kind, context)
    await context.setOffline(false)
    await context.unrouteAll()
    await context.clearCookies()
    await context.clearPermissions()
    await use(context)
    if (!isKept) await context.close()
  },
  page: async ({ page, app, expectedErrors }, use) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: app.url, storageTypes: 'all' })
    await session.detach()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await use(page)
    // The browser itself logs refused requests; journeys assert what the page shows.
    const unexpected = errors.filter(
      (text) => !/^Failed to load resource/.test(text) && !expectedErrors.some((one) => one.test(text)),
    )
    expect(unexpected).toEqual([])
  },
  clock: async ({ page, context }, use) => {
    await use(page.clock)
    for (const [kind, kept] of contexts) if (kept === context) contexts.delete(kind)
    await context.close()
  },
  setServerClock: async ({ app }, use) => {
    const set: App['setClock'] = async (...moment) => {
      await app.setClock(...moment)
      renewAdminSession()
    }
    await use(set)
    await set(new Date())
  },
  angler: async ({ browserName: _ }, use) => use(await anAngler()),
  resumed: async ({ page, angler }, use) => {
    await resume(page, angler, 'customer')
    await use(page)
  },
  signedIn: async ({ resumed }, use) => {
    await resumed.goto(addresses.privacy.href())
    await use(resumed)
  },
})

interface Sender {
  token?: string
}

/** A raw request, for anything outside the contract. */
export async function request(
  method: string,
  path: string,
  options: Sender & { body?: unknown } = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Json }> {
  const response = await fetch(`${running.url}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: {}, body: await (isJson ? response.json() : response.text()) }
}

/** An API client for actions by other people. */
export const api = wireClient<Sender>(request)

export async function anAngler(): Promise<Angler> {
  const username = `e2e${Date.now()}${randomInt(1e6)}`
  const email = `${username}@example.com`
  const firstName = 'Ada'
  const body = { username, email, password: PASSWORD, firstName, lastName: 'Angler', phoneNumber: '(863) 555-0142' }
  return { ...(await api.call(register, { body })), username, email, firstName }
}

export async function adminSession(): Promise<Session> {
  return api.call(login, { body: ADMIN })
}

let shared: { session: Promise<Session>; at: number } | undefined

/** An admin session shared by all journeys that do not end it; renewed before staff are asked again who they are. */
export function sharedAdminSession(): Promise<Session> {
  if (!shared || Date.now() > shared.at + ANSWER_HOLDS_MS / 2) shared = { session: adminSession(), at: Date.now() }
  return shared.session
}

/** After a journey that ends the admin's other sessions. */
export function renewAdminSession(): void {
  shared = undefined
}

export async function adminToken(): Promise<string> {
  return (await sharedAdminSession()).token
}

/** Signs in from the next page on, without the sign-in form. */
export async function resume(page: Page, { token, user }: Session, role: 'customer' | 'admin'): Promise<void> {
  const keys = role === 'admin' ? 'arcadia.admin.' : 'arcadia.'
  const entries = { [`${keys}token`]: token, [`${keys}user`]: JSON.stringify(user) }
  await page.addInitScript(
    ({ origin, once, entries }) => {
      // Runs before every page, including other sites, but signs in only once, so signing out lasts.
      if (window.origin !== origin || sessionStorage.getItem(once)) return
      sessionStorage.setItem(once, 'yes')
      Object.assign(localStorage, entries)
    },
    { origin: running.url, once: randomUUID(), entries },
  )
}

/** Waits until closed dialogs and saved forms have removed their history entries; only then can the page be left. */
export async function dialogsClosed(page: Page, { left = 0 } = {}): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.waitForFunction((depth) => (window.history.state?.dialogDepth ?? 0) === depth, left)
}

/** The header's actions; on a phone, opens its menu. */
export async function headerActions(page: Page): Promise<Locator> {
  const header = page.getByRole('banner')
  const openMenu = header.getByRole('button', { name: 'Open menu' })
  // At any width, one of them is visible once the header is.
  await expect(openMenu.or(header.getByRole('button', { name: 'Enquire' }))).toBeVisible()
  if (await openMenu.isHidden()) return header
  await openMenu.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  return menu
}

const taken = new Set<string>()

/** A date without bookings; `fromEnd` avoids the dates most journeys use. Opens another weekday when all are used. */
export async function anOpenDate(fromEnd = false): Promise<string> {
  const { seasonStart, seasonEnd, maxCapacity, closedDays } = await api.call(getBookingConfig)
  const days = await api.call(getAvailabilityRange, { query: { startDate: seasonStart, endDate: seasonEnd } })
  const free = Object.entries(days).flatMap(([date, { bookable, availableSpots }]) =>
    bookable && availableSpots === maxCapacity && !taken.has(date) ? [date] : [],
  )
  const date = fromEnd ? free.at(-1) : free[0]
  if (!date) {
    if (closedDays.length === 0) throw new Error('The season is full.')
    await api.call(setClosedDays, { token: await adminToken(), body: { closedDays: closedDays.slice(1) } })
    return anOpenDate(fromEnd)
  }
  taken.add(date)
  return date
}
