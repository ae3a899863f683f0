import type { User } from '@arcadia/contract/accounts'
import { expect, test, vi } from 'vitest'
import { createSessionStore } from './session-store.ts'

const angler: User = {
  id: 1,
  username: 'angler',
  email: 'angler@example.com',
  emailConfirmed: true,
  hasPassword: true,
  pendingEmail: null,
  firstName: 'Ann',
  lastName: null,
  phoneNumber: null,
  role: 'USER',
  position: null,
}
const admin: User = { ...angler, id: 2, username: 'guide', role: 'ADMIN', position: 'GUIDE' }

function open(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored))
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const store = (accepts?: (user: User) => boolean) =>
    createSessionStore({ tokenKey: 'token', userKey: 'user', storage: () => storage, ...(accepts && { accepts }) })
  return { values, store }
}

test('restores a stored session', () => {
  const { store } = open({ token: 't1', user: JSON.stringify(angler) })
  expect(store().getState()).toEqual({ session: { token: 't1', user: angler }, isLoading: false })
})

test('an unreadable stored user clears both keys', () => {
  const { store, values } = open({ token: 't1', user: '{' })
  expect(store().getState().session).toBeNull()
  expect(values.size).toBe(0)
})

test.each([
  ['a name that is an object', { firstName: {} }],
  ['a missing email', { email: undefined }],
  ['a role that is a number', { role: 1 }],
  ['a phone number that is a list', { phoneNumber: [] }],
])('a stored user with %s clears both keys', (_, broken) => {
  const { store, values } = open({ token: 't1', user: JSON.stringify({ ...angler, ...broken }) })
  expect(store().getState().session).toBeNull()
  expect(values.size).toBe(0)
})

test('a user stored before positions existed stays signed in', () => {
  const { position: _, ...earlier } = angler
  const { store } = open({ token: 't1', user: JSON.stringify(earlier) })
  expect(store().getState().session?.user).toEqual(earlier)
})

test('ignores a token without a user', () => {
  const { store, values } = open({ token: 't1' })
  expect(store().getState().session).toBeNull()
  expect(values.get('token')).toBe('t1')
})

test('deletes an admin session of a non-admin', () => {
  const { store, values } = open({ token: 't1', user: JSON.stringify(angler) })
  expect(store((user) => user.role === 'ADMIN').getState().session).toBeNull()
  expect(values.size).toBe(0)
})

test('stores and publishes a sign-in, and deletes and publishes a sign-out', () => {
  const { store, values } = open()
  const sessions = store()
  const told = vi.fn()
  sessions.subscribe(told)
  sessions.signIn({ token: 't2', user: admin })
  expect(sessions.getState().session?.user.username).toBe('guide')
  expect([...values.keys()]).toEqual(['token', 'user'])
  sessions.signOut()
  expect(sessions.getState().session).toBeNull()
  expect(values.size).toBe(0)
  expect(told).toHaveBeenCalledTimes(2)
})

test('a refused token ends only its own session', () => {
  const sessions = open({ token: 't1', user: JSON.stringify(angler) }).store()
  const ended = vi.fn()
  sessions.onEnd(ended)
  sessions.end('another')
  expect(sessions.getState().session?.token).toBe('t1')
  sessions.end('t1')
  expect(sessions.getState().session).toBeNull()
  expect(ended).toHaveBeenCalledOnce()
})

test('follows a sign-in in another tab', () => {
  const { store, values } = open()
  const sessions = store()
  expect(sessions.getState().session).toBeNull()
  values.set('token', 't3').set('user', JSON.stringify(angler))
  sessions.storageChanged('user')
  expect(sessions.getState().session?.token).toBe('t3')
})

test('a token and a user that arrive one after the other end with the new person told', () => {
  const { store, values } = open({ token: 't1', user: JSON.stringify(angler) })
  const sessions = store()
  sessions.getState()
  const told = vi.fn()
  sessions.onPersonChange(() => told(sessions.getState().session?.user.id))
  values.set('token', 't2')
  sessions.storageChanged('token')
  values.set('user', JSON.stringify(admin))
  sessions.storageChanged('user')
  expect(told.mock.lastCall).toEqual([2])
})
