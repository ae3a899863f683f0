import { expect, test } from 'vitest'
import { settleNumber } from './configuration-draft.ts'

test.each([
  ['1e3', '1000'],
  ['1500', '1500'],
  ['3.7', '3'],
  ['', '1500'],
  [' ', '1500'],
  ['many', '1500'],
])("a price that is left as '%s' is %s", (typed, settled) => {
  expect(settleNumber('standardPackagePrice', typed)).toBe(settled)
})
