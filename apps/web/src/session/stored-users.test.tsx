import type { User } from '@arcadia/contract/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSession } from '../testing/a-session.ts'

const angler: User = { ...aSession(1).user, pendingEmail: 'new@example.com' }
const owner: User = { ...angler, role: 'ADMIN', position: 'OWNER' }
const NULLABLE = ['pendingEmail', 'firstName', 'lastName', 'phoneNumber', 'position']

const store = (user: unknown, side = 'arcadia.') => {
  localStorage.setItem(`${side}token`, 't')
  localStorage.setItem(`${side}user`, typeof user === 'string' ? user : JSON.stringify(user))
}
/** The sessions of a page that was just loaded, with all it loads. */
async function load() {
  const { customerSession, adminSession } = await import('./session.tsx')
  await import('./stored-users.ts')
  return { customer: customerSession.getState().session, admin: adminSession.getState().session }
}
beforeEach(() => vi.resetModules())
afterEach(() => localStorage.clear())

/** Each field with a value of each other type, and what is no user at all. */
const WRONG = (Object.keys(angler) as (keyof User)[]).flatMap((field) =>
  [7.5, true, 'a text', null, [], ['a'], {}, { toString: 1 }, undefined]
    .filter((value) => value === undefined || value === null || typeof value !== typeof (angler[field] ?? ''))
    .filter((value) => !(NULLABLE.includes(field) && (value ?? null) === null))
    .map((value): [string, object] => [`${field} ${JSON.stringify(value)}`, { ...angler, [field]: value }]),
)
const HUGE = 'x'.repeat(4_000_000)
const BROKEN: [string, unknown][] = [
  ...WRONG,
  ['an id below one', { ...angler, id: 0 }],
  ['an unknown role', { ...angler, role: 'KING' }],
  ['an unknown position', { ...angler, position: 'KING' }],
  ['a huge first name', { ...angler, firstName: HUGE }],
  ['a huge id', { ...angler, id: 10 ** 300 }],
  ['a list', [angler]],
  ['a number', 1],
  ['a text', JSON.stringify('angler')],
  ['null', null],
  ['no JSON', '{'],
  ['a huge text that is no JSON', HUGE],
]

test.each(BROKEN)('a stored user with %s is signed out, and both keys are cleared', async (_, user) => {
  store(user)
  expect(await load()).toEqual({ customer: null, admin: null })
  expect(localStorage).toHaveLength(0)
})

test('a broken position or flag of staff ends the session of the portal, and no other', async () => {
  store(angler)
  store({ ...owner, position: 'KING' }, 'arcadia.admin.')
  expect(await load()).toEqual({ customer: { token: 't', user: angler }, admin: null })
  expect(Object.keys(localStorage).sort()).toEqual(['arcadia.token', 'arcadia.user'])
})

test('negative control: whole users stay signed in, also without what may be missing', async () => {
  const { position: _, ...earlier } = angler
  const bare = { ...angler, pendingEmail: null, firstName: null, lastName: null, phoneNumber: null }
  for (const user of [angler, bare, earlier]) {
    vi.resetModules()
    store(user)
    store(owner, 'arcadia.admin.')
    expect(await load()).toEqual({ customer: { token: 't', user }, admin: { token: 't', user: owner } })
  }
})

test('a user that another tab stored is checked too', async () => {
  store(angler)
  await load()
  store({ ...angler, id: '1' })
  window.dispatchEvent(new StorageEvent('storage', { key: 'arcadia.user' }))
  const { customerSession } = await import('./session.tsx')
  expect(customerSession.getState().session).toBeNull()
  expect(localStorage).toHaveLength(0)
})
