import { expect, test } from 'vitest'
import { fullName } from './full-name.ts'
import { FULL_NAMES } from './testing/full-names.ts'

test.each(FULL_NAMES)('%s %s reads %s', (firstName, lastName, shown) =>
  expect(fullName({ firstName, lastName })).toBe(shown),
)
