import { randomInt, randomUUID } from 'node:crypto'
import { login, register, type Session } from '@arcadia/contract/accounts'
import { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
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
import { slowDown } from './slow-cpu.ts'

export { expect }

export const PASSWORD = 'correct horse battery'
const { defaultBrowserType: _chromium, ...pixel } = devices['Pixel 7']!

/** For `test.use`: a journey whose layout or touch matters runs on a phone, in place of the desk. Nobody looks at its fine pixels. */
export const PHONE = { ...pixel, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

/** Each with its name, for what is laid out or used differently on a phone. */
export const BOTH_SIZES = [
  ['on a desk', {}],
  ['on a phone', PHONE],
] as const

export const ADMIN = { usernameOrEmail: 'admin', password: 'a long enough password' }

// biome-ignore lint/suspicious/noExplicitAny: the contract does not say what it is
type Json = any

export interface Angler extends Session {
  username: string
  email: string
  firstName: string
}

/** One of each kind, for all journeys of this worker. */
const contexts = new Map<string, BrowserContext>()

/** What this worker's journeys run on: their calls outside a page go there too. */
let running: App

interface Fixtures {
  /** Fails the test for whatever the page logs as an error that it was not told to expect. */
  expectedErrors: RegExp[]
  angler: Angler
  /** Of `page`: to be asked for rather than taken from there, since the next journey's would go on from what it was set to. */
  clock: Clock
  /** Signed in as `angler`, and on no page of the site yet. */
  resumed: Page
  /** Signed in as `angler`, on the lightest page that has the site's header and dialogs. */
  signedIn: Page
}

export const test = base.extend<Fixtures, { app: App }>({
  // Each worker has the whole place for itself, so a journey may change what holds for everybody and put it back at its end.
  app: [
    async ({ browserName: _ }, use) => {
      running = await startApp()
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
  // Emptied before each journey but for the files it keeps: a new one fetches and compiles all of them again. Where the files
  // that a service worker keeps are what a journey is about, it is new.
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
    // A refused request is written there by the browser itself; what matters of it is asserted on the page.
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
  angler: async ({ browserName: _ }, use) => use(await anAngler()),
  resumed: async ({ page, angler }, use) => {
    await resume(page, angler, 'customer')
    await use(page)
  },
  signedIn: async ({ resumed }, use) => {
    await resumed.goto('/privacy')
    await use(resumed)
  },
})

interface Sender {
  token?: string
}

/** A request for what is not in the contract. */
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

/** The API, as somebody else uses it meanwhile. */
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

let shared: Promise<Session> | undefined

/** A session for all journeys that do not end it. */
export function sharedAdminSession(): Promise<Session> {
  shared ??= adminSession()
  return shared
}

export async function adminToken(): Promise<string> {
  return (await sharedAdminSession()).token
}

/** From the next page on as somebody who signed in here before; the ways to sign in have journeys of their own. */
export async function resume(page: Page, { token, user }: Session, role: 'customer' | 'admin'): Promise<void> {
  const keys = role === 'admin' ? 'arcadia.admin.' : 'arcadia.'
  const entries = { [`${keys}token`]: token, [`${keys}user`]: JSON.stringify(user) }
  await page.addInitScript(
    ({ origin, once, entries }) => {
      // It runs before each page, of whoever signed out as well, and of other sites.
      if (window.origin !== origin || sessionStorage.getItem(once)) return
      sessionStorage.setItem(once, 'yes')
      Object.assign(localStorage, entries)
    },
    { origin: running.url, once: randomUUID(), entries },
  )
}

/** A dialog that was closed, or a form that was saved, takes its entry out of the history in the moment after; only then can the page be left. */
export async function dialogsClosed(page: Page, { left = 0 } = {}): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.waitForFunction((depth) => (window.history.state?.dialogDepth ?? 0) === depth, left)
}

/** What the header offers; on a phone that is its menu, which is opened. */
export async function headerActions(page: Page): Promise<Locator> {
  const header = page.getByRole('banner')
  const openMenu = header.getByRole('button', { name: 'Open menu' })
  // One of them is there at every width, once the header is.
  await expect(openMenu.or(header.getByRole('button', { name: 'Enquire' }))).toBeVisible()
  if (await openMenu.isHidden()) return header
  await openMenu.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  return menu
}

const taken = new Set<string>()

/** A date on which nobody has booked; `fromEnd` keeps away from what most journeys take. */
export async function anOpenDate(fromEnd = false): Promise<string> {
  const { seasonStart, seasonEnd, maxCapacity } = await api.call(getBookingConfig)
  const days = await api.call(getAvailabilityRange, { query: { startDate: seasonStart, endDate: seasonEnd } })
  const free = Object.entries(days).flatMap(([date, { bookable, availableSpots }]) =>
    bookable && availableSpots === maxCapacity && !taken.has(date) ? [date] : [],
  )
  const date = fromEnd ? free.at(-1) : free[0]
  if (!date) throw new Error('The season is full.')
  taken.add(date)
  return date
}
