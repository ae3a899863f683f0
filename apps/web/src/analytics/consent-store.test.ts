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

test('a new visitor is asked, and nothing is stored before they choose', () => {
  const browser = aBrowser()
  expect(browser.open().get()).toEqual({ choice: 'undecided', clientId: undefined, isAsking: true })
  expect(browser.items.size).toBe(0)
})

test('a choice is remembered, and an id exists only with consent', () => {
  const browser = aBrowser()
  browser.open().accept()
  expect(browser.open().get()).toEqual({ choice: 'granted', clientId: 'id-1', isAsking: false })
  browser.open().decline()
  expect(browser.open().get()).toEqual({ choice: 'denied', clientId: undefined, isAsking: false })
  expect([...browser.items.values()]).toEqual(['denied'])
})

test('somebody who consents again after withdrawing is somebody new', () => {
  const store = aBrowser().open()
  store.accept()
  store.decline()
  store.accept()
  expect(store.get().clientId).toBe('id-2')
})

test('to choose again changes nothing yet', () => {
  const store = aBrowser().open()
  store.accept()
  store.askAgain()
  expect(store.get()).toEqual({ choice: 'granted', clientId: 'id-1', isAsking: true })
})

test('consent without its id is none', () => {
  expect(aBrowser({ 'arcadia.analytics': 'granted' }).open().get().choice).toBe('undecided')
})

test('where storage is blocked a choice holds until the page is left', () => {
  const blocked = () => {
    throw new Error('blocked')
  }
  const store = createConsentStore(blocked, () => 'id-1')
  expect(store.get().choice).toBe('undecided')
  store.accept()
  expect(store.get().choice).toBe('granted')
})
