import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-errors.ts'

const withCode = (code: string) => Object.assign(new Error('from the driver'), { code })

test.each([
  ['53100', 'no room on the disk'],
  ['53200', 'no memory'],
  ['58P01', 'no memory to load a library'],
  ['58030', 'a file that cannot be read'],
  ['EMFILE', 'no file descriptor left in this process'],
])('%s: %s is transient, so a client may retry', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true)
})

test('permanent errors are not transient', () => {
  for (const code of ['23505', '42501', 'AR001', '22P02']) expect(isDatabaseAway(withCode(code)), code).toBe(false)
})
