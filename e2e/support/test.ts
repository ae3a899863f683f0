import { randomInt } from 'node:crypto'
import { daysBetween } from '@arcadia/contract/trip-date'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const PASSWORD = 'correct horse battery'
export const ADMIN = { usernameOrEmail: 'admin', password: 'a long enough password' }

const url = () => process.env.E2E_URL!

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

const taken = new Set<string>()

/**
 * A date that no other test uses. Workers take turns by the date's place in the season, which stays as it is while dates
 * fill; `fromEnd` keeps away from what most journeys take.
 */
export async function anOpenDate(parallelIndex: number, fromEnd = false): Promise<string> {
  const { body: config } = await api('GET', '/api/bookings/config')
  const range = `startDate=${config.seasonStart}&endDate=${config.seasonEnd}`
  const { body: days } = await api('GET', `/api/bookings/availability/range?${range}`)
  const isMine = (date: string) => daysBetween(config.seasonStart, date) % 2 === parallelIndex % 2
  const isFree = (date: string) =>
    days[date].bookable && days[date].availableSpots === config.maxCapacity && !taken.has(date)
  const dates = fromEnd ? Object.keys(days).reverse() : Object.keys(days)
  const date = dates.find((one) => isMine(one) && isFree(one))
  if (!date) throw new Error('The season is full.')
  taken.add(date)
  return date
}
