import { addresses, PORTAL } from '@arcadia/contract/addresses'
import { expect, test } from 'vitest'
import { hasHeader, isHeaderClear, moveHeader } from './header-visibility.ts'

const scroll = (...positions: number[]) => positions.reduce(moveHeader, { scrollY: 0, isHidden: false }).isHidden

test('the header hides on the way down, but only past 100 px', () => {
  expect(scroll(100)).toBe(false)
  expect(scroll(101)).toBe(true)
})

test('it comes back on the way up', () => {
  expect(scroll(800, 799)).toBe(false)
})

test('it always shows within 50 px of the top', () => {
  expect(scroll(800, 50)).toBe(false)
  expect(scroll(800, 20, 50)).toBe(false)
})

test('standing still changes nothing', () => {
  expect(scroll(800, 800)).toBe(true)
})

test.each([PORTAL, `${PORTAL}foo`, `${PORTAL}/nope`, `${addresses.staffSignIn.href()}/x`])(
  'it is hidden on %s',
  (pathname) => {
    expect(hasHeader(pathname)).toBe(false)
  },
)

test.each(['/', addresses.bookings.href(), '/no-such-page'])('it shows on %s', (pathname) => {
  expect(hasHeader(pathname)).toBe(true)
})

test('it is transparent over the first screen of the landing page only', () => {
  expect(isHeaderClear('/', 0)).toBe(true)
  expect(isHeaderClear('/', 900)).toBe(false)
  expect(isHeaderClear(addresses.bookings.href(), 0)).toBe(false)
})
