import { describe, expect, test } from 'vitest'
import { limitUnpaid, type UnpaidClaim } from './unpaid-claims.rules.ts'

let people = 0
const claim = (given: Partial<UnpaidClaim> = {}): UnpaidClaim => {
  people += 1
  return {
    customer: people,
    network: `10.0.0.${people}`,
    email: `someone@own-${people}.example`,
    held: 0,
    offered: 0,
    ended: 0,
    ...given,
  }
}

/** How many people get spots if each wants as many as given, one after another. */
function kept(openSpots: number, wanted: UnpaidClaim[], spots: number, already: UnpaidClaim[] = []): number {
  const limit = limitUnpaid(already, openSpots)
  return wanted.filter((one) => limit.mayKeep(one, () => ({ held: spots }))).length * spots
}
const crowd = (of: (nth: number) => Partial<UnpaidClaim>) => Array.from({ length: 300 }, (_, nth) => claim(of(nth)))

describe('of 400 open spots, people who have never paid keep at most', () => {
  test.each<[string, (nth: number) => Partial<UnpaidClaim>, number]>([
    ['20 from one IPv4 address', () => ({ network: '198.51.100.7' }), 20],
    ['20 from one IPv6 /64', () => ({ network: '2001:db8:1:2::/64' }), 20],
    ['40 from one /56', (nth) => ({ network: `2001:db8:1:12${(nth % 200).toString(16).padStart(2, '0')}::/64` }), 40],
    ['60 from one /48', (nth) => ({ network: `2001:db8:1:${nth.toString(16)}00::/64` }), 60],
    ['60 with addresses of one domain', () => ({ email: 'x@bots.example' }), 60],
    ['60 with addresses of its subdomains', (nth) => ({ email: `x@a${nth}.bots.co.uk` }), 60],
    ['100 with addresses of a large mail provider', () => ({ email: 'x@gmail.com' }), 100],
    ['100 in all', () => ({}), 100],
  ])('%s', (_, of, most) => {
    expect(kept(400, crowd(of), 1)).toBe(most)
    expect(kept(400, crowd(of), 4)).toBe(most)
  })
})

test.each([
  ['fourth groups of one digit', '2001:db8:1:1::/64', '2001:db8:1:ff::/64', true],
  ['fourth groups of three digits', '2001:db8:1:100::/64', '2001:db8:1:1ff::/64', true],
  ['the next /56', '2001:db8:1:ff::/64', '2001:db8:1:100::/64', false],
])('a /56 is told by its bits: %s', (_, one, other, isSame) => {
  const already = [claim({ network: one, held: 8 }), claim({ network: one, held: 4 })]
  expect(kept(120, [claim({ network: other })], 1, already)).toBe(isSame ? 0 : 1)
})

test('a network keeps 8 spots of a small season, as long as all together keep no more than a quarter', () => {
  expect(
    kept(
      40,
      crowd(() => ({ network: '198.51.100.7' })),
      1,
    ),
  ).toBe(8)
  expect(
    kept(
      16,
      crowd(() => ({ network: '198.51.100.7' })),
      1,
    ),
  ).toBe(4)
  expect(
    kept(
      3,
      crowd(() => ({ network: '198.51.100.7' })),
      1,
    ),
  ).toBe(0)
})

describe('a person counts once', () => {
  const network = '198.51.100.7'
  const left = (already: UnpaidClaim) =>
    kept(
      160,
      crowd(() => ({ network })),
      1,
      [already],
    )

  test.each([
    ['with what is held and offered', { held: 3, offered: 2, ended: 4 }, 3],
    ['with the largest that ended unpaid, if that is more', { held: 1, offered: 0, ended: 4 }, 4],
  ])('%s', (_, counts, rest) => {
    expect(left(claim({ network, ...counts }))).toBe(rest)
  })

  test('and moves to another date within a limit that is reached', () => {
    const mover = claim({ network, held: 4 })
    const limit = limitUnpaid([mover, claim({ network, held: 4 })], 160)
    const move = ({ held, ended }: { held: number; ended: number }) => ({ held: 4, ended: Math.max(held, ended) })
    for (let times = 0; times < 3; times++) expect(limit.mayKeep(mover, move)).toBe(true)
    expect(limit.mayKeep(claim({ network }), () => ({ held: 1 }))).toBe(false)
  })

  test('in the network of the latest claim only', () => {
    const mover = claim({ network, held: 4 })
    const limit = limitUnpaid([mover, claim({ network, held: 4 })], 160)
    expect(limit.mayKeep({ ...mover, network: '203.0.113.9' }, () => ({ held: 4 }))).toBe(true)
    expect(limit.mayKeep(claim({ network }), () => ({ held: 4 }))).toBe(true)
  })
})
