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

test('an unreadable stored user clears both keys and is logged', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { store, values } = open({ token: 't1', user: '{' })
  expect(store().getState().session).toBeNull()
  expect(values.size).toBe(0)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
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
