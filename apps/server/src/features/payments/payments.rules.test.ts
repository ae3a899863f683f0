import { expect, test } from 'vitest'
import { retryDelay } from './payments.rules.ts'

test('a payment of unknown outcome is asked about soon, and at least once a minute however long an outage took', () => {
  expect([1, 2, 3, 5, 6, 12, 500].map(retryDelay)).toEqual([2000, 4000, 8000, 32_000, 60_000, 60_000, 60_000])
})
