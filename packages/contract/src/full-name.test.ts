import { expect, test } from 'vitest'
import { fullName } from './full-name.ts'

test.each([
  ['Ana', 'Ray', 'Ana Ray'],
  ['Ana', '-', 'Ana'],
  ['Ana', '–', 'Ana'],
  ['Ana', '.', 'Ana'],
  ['Ana', 'ana', 'Ana'],
  ['Ana', '', 'Ana'],
  ['Ana', null, 'Ana'],
  ['', 'Ray', 'Ray'],
  [null, null, ''],
  ['Ana', 'Ray-Lee', 'Ana Ray-Lee'],
])('%s %s reads %s', (firstName, lastName, shown) => expect(fullName({ firstName, lastName })).toBe(shown))
