import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-errors.ts'

const withCode = (code: string) => Object.assign(new Error('as the driver tells it'), { code })

test.each([
  ['53100', 'no room on the disk'],
  ['53200', 'no memory'],
  ['58P01', 'no memory to load a part of itself'],
  ['58030', 'a file that cannot be read'],
])('%s: %s passes, and whoever asked may ask again', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true)
})

test('what it refuses for good does not pass', () => {
  for (const code of ['23505', '42501', 'AR001', '22P02']) expect(isDatabaseAway(withCode(code)), code).toBe(false)
})
