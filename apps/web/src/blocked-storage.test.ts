import { expect, test } from 'vitest'
import { replaceBlockedStorage } from './blocked-storage.ts'

test('storage that the browser blocks lasts as long as the page', () => {
  const own = { getItem: () => 'kept' }
  const page = {
    get localStorage(): Storage {
      throw new DOMException('Access is denied.', 'SecurityError')
    },
    sessionStorage: own,
  }
  replaceBlockedStorage(page)
  expect(page.sessionStorage).toBe(own)
  const { localStorage } = page
  expect(localStorage.getItem('toString')).toBeNull()
  localStorage.setItem('token', 't')
  expect([localStorage.getItem('token'), Object.keys(localStorage)]).toEqual(['t', ['token']])
  localStorage.removeItem('token')
  expect([localStorage.getItem('token'), Object.keys(localStorage)]).toEqual([null, []])
})
