import { weighted } from '@arcadia/contract/share-amounts'
import { expect, test } from 'vitest'
import { inProof, TEST_SEED } from '../../testing/proof.ts'
import { seededRandom } from '../../testing/random.ts'
import { divide, hasTooSmall, type Part } from './shares.rules.ts'

const open = (weight = 1, paid = 0): Part => ({ weight, paid, paying: 0, settled: null })
const paidUp = (cents: number): Part => ({ weight: 1, paid: cents, paying: 0, settled: cents })
const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)

test('equal shares are equal to the cent, and the odd cents go to the first', () => {
  expect(divide(4300_01, 0, [open(), open(), open()])).toEqual({ asks: [1433_35, 1433_33, 1433_33], rest: 0 })
})

test('shares of amounts keep them, and a change falls on each in proportion', () => {
  const parts = [open(1000_00), open(500_00)]
  expect(divide(1500_00, 0, parts).asks).toEqual([1000_00, 500_00])
  expect(divide(1650_00, 0, parts).asks).toEqual([1100_00, 550_00])
})

test('a paid share never grows: what changes falls on the unpaid ones, or on the organizer', () => {
  expect(divide(650_00, 0, [paidUp(500_00), open()])).toEqual({ asks: [0, 650_00], rest: 0 })
  expect(divide(150_00, 0, [paidUp(500_00), paidUp(500_00)])).toEqual({ asks: [0, 0], rest: 150_00 })
})

test('a share that is being paid keeps its amount, and the others divide what is left', () => {
  const paying = { ...open(), paying: 500_00 }
  expect(divide(1650_00, 500_00, [paying, open(), open()]).asks).toEqual([500_00, 575_00, 575_00])
})

test('a share that is paid in part asks for the rest of it', () => {
  expect(divide(900_00, 0, [open(1, 100_00), open()]).asks).toEqual([400_00, 500_00])
})

test('a share of which more than its own was paid asks nothing, and the others pay less', () => {
  expect(divide(200_00, 0, [open(1, 400_00), open(), open()]).asks).toEqual([0, 100_00, 100_00])
})

test('a refunded share that is owed again is open again', () => {
  const refunded = { weight: 1, paid: 0, paying: 0, settled: 500_00 }
  expect(divide(500_00, 0, [refunded, paidUp(500_00)])).toEqual({ asks: [500_00, 0], rest: 0 })
})

test('amounts that are left out are equal parts of what the others leave', () => {
  const asked = (...amounts: (number | null)[]) => amounts.map((amount) => ({ amount, paid: 0 }))
  expect(weighted(1000_00, asked(400_00, null, null))?.asks).toEqual([400_00, 300_00, 300_00])
  expect(weighted(1000_00, asked(600_00, 400_00))?.asks).toEqual([600_00, 400_00])
  expect(weighted(1000_00, asked(600_00, 400_01))).toBeUndefined()
  expect(weighted(1000_00, asked(600_00, 399_99))).toBeUndefined()
  expect(weighted(1000_00, asked(1000_00, null))).toBeUndefined()
})

test('a share is at least $50, or an equal part', () => {
  expect(hasTooSmall(1000_00, [950_01, 49_99])).toBe(true)
  expect(hasTooSmall(1000_00, [950_00, 50_00])).toBe(false)
  expect(hasTooSmall(100_01, [33_35, 33_33, 33_33])).toBe(false)
  expect(hasTooSmall(100_00, [70_00, 30_00])).toBe(true)
})

test(`shares always add up to what is owed, whatever is paid and changed, seed ${TEST_SEED}`, () => {
  const random = seededRandom(TEST_SEED)
  for (let round = 0; round < inProof(10_000, 500); round++) {
    const anglers = random.between(1, 4)
    const riders = random.between(0, 2)
    let owed = anglers * random.between(1, 2500_00) + riders * 150_00 + random.between(0, 99)
    const number = random.between(1, anglers + riders)
    const amounts = Array.from({ length: number }, () => (random.between(0, 2) > 0 ? null : random.between(1, owed)))
    const made = weighted(
      owed,
      amounts.map((amount) => ({ amount, paid: 0 })),
    )
    const weights = made?.weights ?? amounts.map(() => 1)
    const parts = weights.map((weight) => open(weight))
    if (made) expect(divide(owed, 0, parts)).toEqual({ asks: made.asks, rest: 0 })
    for (let step = 0; step < 12; step++) {
      const paying = sum(parts.map((part) => part.paying))
      const { asks, rest } = divide(owed, paying, parts)
      expect(sum(asks) + rest).toBe(owed)
      expect(Math.min(...asks, rest)).toBeGreaterThanOrEqual(0)
      const at = random.between(0, parts.length - 1)
      const part = parts[at]!
      if (part.paying > 0) {
        // Its outcome: captured or not.
        if (random.between(0, 1) === 1) {
          part.paid += part.paying
          part.settled = part.paid
          owed -= part.paying
        }
        part.paying = 0
      } else if (random.between(0, 2) === 0 && part.paid > 0) {
        const back = random.between(1, part.paid)
        part.paid -= back
        owed += back
      } else if (random.between(0, 1) === 0 && asks[at]! > 0) {
        if (random.between(0, 1) === 0) part.paying = asks[at]!
        else {
          // A part of it in cash.
          const cents = random.between(1, asks[at]!)
          if (cents === asks[at]) part.settled = part.paid + cents
          part.paid += cents
          owed -= cents
        }
      } else {
        owed = Math.max(paying, owed + random.between(-150_00, 150_00))
      }
    }
  }
})
