import { expect, test } from 'vitest'
import { createConsentStore } from './consent-store.ts'

function aBrowser(kept: Record<string, string> = {}) {
  const items = new Map(Object.entries(kept))
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  let ids = 0
  const open = () =>
    createConsentStore(
      () => storage,
      () => `id-${++ids}`,
    )
  return { items, open }
}

test('asks a new visitor and stores nothing before they choose', () => {
  const browser = aBrowser()
  expect(browser.open().get()).toEqual({ choice: 'undecided', clientId: undefined, isAsking: true })
  expect(browser.items.size).toBe(0)
})

test('remembers a choice and keeps an id only with consent', () => {
  const browser = aBrowser()
  browser.open().accept()
  expect(browser.open().get()).toEqual({ choice: 'granted', clientId: 'id-1', isAsking: false })
  browser.open().decline()
  expect(browser.open().get()).toEqual({ choice: 'denied', clientId: undefined, isAsking: false })
  expect([...browser.items.values()]).toEqual(['denied'])
})

test('gives a visitor who consents again after withdrawing a new id', () => {
  const store = aBrowser().open()
  store.accept()
  store.decline()
  store.accept()
  expect(store.get().clientId).toBe('id-2')
})

test('reopening the choice changes nothing yet', () => {
  const store = aBrowser().open()
  store.accept()
  store.askAgain()
  expect(store.get()).toEqual({ choice: 'granted', clientId: 'id-1', isAsking: true })
})

test('consent without its id counts as none', () => {
  expect(aBrowser({ 'arcadia.analytics': 'granted' }).open().get().choice).toBe('undecided')
})

test('without storage a choice lasts until the page is left', () => {
  const blocked = () => {
    throw new Error('blocked')
  }
  const store = createConsentStore(blocked, () => 'id-1')
  expect(store.get().choice).toBe('undecided')
  store.accept()
  expect(store.get().choice).toBe('granted')
})
