import type { Session } from '@arcadia/contract/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import { finishAttempt, readProviderAnswer } from './connection-attempt.ts'

const REALM = '9341452819930471201'
const answer = { code: 'a-code', realmId: REALM, state: 'a-state' }
const KEY = 'arcadia.quickbooks.a-state'

const values = new Map<string, string>()
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}
const fetched = vi.fn<typeof fetch>()
const asked = () => fetched.mock.calls.filter(([url]) => String(url).includes('/oauth/callback')).length
const finish = () => finishAttempt(answer, { session: { token: 'a-token' } as Session, storage, pollMs: 1 })

const refused = () => Response.json({ message: 'QuickBooks refused the connection.' }, { status: 502 })
const connected = () =>
  Response.json({
    isConnected: true,
    realmId: REALM,
    needsRefresh: false,
    message: '',
    lastConnected: new Date().toISOString(),
  })

/** A fake server for connecting: what the callback answers, and what the status calls answer in turn. */
function serverIs(callback: () => Response, ...statuses: (() => Response | Promise<Response>)[]) {
  fetched.mockImplementation(async (url) => {
    if (String(url).includes('/oauth/callback')) return callback()
    return (statuses.length > 1 ? statuses.shift()! : statuses[0]!)()
  })
}

const lost = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  values.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('window', { location: { hostname: 'localhost' } })
})

test('after a lost answer it checks the status instead of asking again', async () => {
  serverIs(lost, lost, connected)
  expect(await finish()).toBe('connected')
  expect(asked()).toBe(1)
  expect(values.get(KEY)).toBe('done')
})

test('a page left during the call keeps its marker for the next load', async () => {
  serverIs(lost, lost, () => new Promise(() => undefined))
  void finish()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3))
  expect(values.get(KEY)).toBe('inflight')
})

test('a load that finds another in flight only checks its outcome', async () => {
  values.set(KEY, 'inflight')
  serverIs(lost, connected)
  expect(await finish()).toBe('connected')
  expect(asked()).toBe(0)
})

test('a refusal is reported and can be retried; an already used code is no refusal', async () => {
  serverIs(refused)
  await expect(finish()).rejects.toThrow('QuickBooks refused the connection.')
  expect(values.has(KEY)).toBe(false)
  serverIs(() => Response.json({ message: 'This authorization code has already been used.' }, { status: 409 }))
  expect(await finish()).toBe('connected')
  expect(await finish()).toBe('done')
})

test("an address shows the provider's codes, and nobody else's words", () => {
  expect(() => readProviderAnswer('?error=access_denied')).toThrow('OAuth error: access_denied')
  expect(() => readProviderAnswer('?error=Call%20555-0100')).toThrow(/^OAuth error: unknown$/)
})
