import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { expect, test } from 'vitest'
import { draftOf, priceLeaps, settleNumber } from './configuration-draft.ts'

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

test.each([
  ['700', []],
  ['701', ['depositPerGuest']],
  ['175', []],
  ['174', ['depositPerGuest']],
  ['0', ['depositPerGuest']],
])('a deposit of $350 that becomes $%s asks about %j', (typed, asked) => {
  const before = draftOf(FALLBACK_CONFIG)
  const leaps = priceLeaps(before, { ...before, depositPerGuest: typed, maxCapacity: '10' })
  expect(leaps.map(({ name }) => name)).toEqual(asked)
})
