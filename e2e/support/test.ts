import { randomInt } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const PASSWORD = 'correct horse battery'
export const ADMIN = { usernameOrEmail: 'admin', password: 'a long enough password' }

const url = () => process.env.E2E_URL!
const simulatorUrl = () => process.env.E2E_SIMULATOR!

// biome-ignore lint/suspicious/noExplicitAny: a journey says itself what it expects of an answer
type Json = any

export interface Angler {
  username: string
  email: string
  firstName: string
  token: string
  user: unknown
}

interface Fixtures {
  /** Fails the test for whatever the page logs as an error that it was not told to expect. */
  expectedErrors: RegExp[]
  angler: Angler
  /** Signed in as `angler`, on the landing page. */
  signedIn: Page
}

export const test = base.extend<Fixtures>({
  baseURL: async ({ browserName: _ }, use) => use(url()),
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
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
  angler: async ({ browserName: _ }, use) => use(await anAngler()),
  signedIn: async ({ page, angler }, use) => {
    await signIn(page, angler)
    await use(page)
  },
})

/** One call of the API. */
export async function api(
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${url()}${path}`, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

/** What the simulator is asked for: see its README. */
export async function simulator(method: string, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(`${simulatorUrl()}/control${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return text ? JSON.parse(text) : undefined
}

export async function anAngler(): Promise<Angler> {
  const username = `e2e${Date.now()}${randomInt(1e6)}`
  const email = `${username}@example.com`
  const firstName = 'Ada'
  const body = { username, email, password: PASSWORD, firstName, lastName: 'Angler', phoneNumber: '(863) 555-0142' }
  const { body: session } = await api('POST', '/api/auth/register', { body })
  return { username, email, firstName, token: session.token, user: session.user }
}

export async function adminToken(): Promise<string> {
  return (await api('POST', '/api/auth/login', { body: ADMIN })).body.token
}

/** Through the dialog, as a person does. */
export async function signIn(page: Page, angler: Angler): Promise<void> {
  await page.goto('/')
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign In' }).first().click()
  const dialog = page.getByRole('dialog', { name: /sign in/i })
  await dialog.getByLabel(/username or email/i).fill(angler.username)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: /^sign in$/i }).click()
  await expect(dialog).toBeHidden()
}

/** On a phone the header's actions are in the menu. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /menu/i })
  if (await menu.isVisible()) await menu.click()
}

let taken = 0

/** A date of the season that nobody else's test uses: found from the end of the season by worker and count. */
export async function anOpenDate(parallelIndex: number): Promise<string> {
  const { body: config } = await api('GET', '/api/bookings/config')
  const range = await api(
    'GET',
    `/api/bookings/availability/range?startDate=${config.seasonStart}&endDate=${config.seasonEnd}`,
  )
  const open = Object.entries<Json>(range.body).flatMap(([date, day]) =>
    day.availableSpots === config.maxCapacity && day.bookable ? [date] : [],
  )
  taken += 1
  return open[(taken * 2 + parallelIndex) % open.length]!
}
