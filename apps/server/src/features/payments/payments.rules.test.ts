import { describe, expect, test } from 'vitest'
import { type Decline, retryDelay, spentBudget } from './payments.rules.ts'

test('a payment of unknown outcome is asked about soon, and at least once a minute however long an outage took', () => {
  expect([1, 2, 3, 5, 6, 12, 500].map(retryDelay)).toEqual([2000, 4000, 8000, 32_000, 60_000, 60_000, 60_000])
})

describe('the budget of declined cards', () => {
  const minutesAgo = (minutes: number, more: Partial<Decline> = {}): Decline => ({
    at: new Date(NOW.getTime() - minutes * 60_000),
    isOfHold: false,
    isOfPayer: false,
    isOfNetwork: false,
    hasBotToken: true,
    ...more,
  })
  const NOW = new Date('2027-04-05T14:00:00Z')
  const HOLD_ENDS = new Date('2027-04-05T14:07:00Z')
  const of = (ages: number[], more: Partial<Decline>) => ages.map((age) => minutesAgo(age, more))
  const spent = (declines: Decline[], hasBotToken = true) => {
    const found = spentBudget(declines, hasBotToken, HOLD_ENDS)
    return found && [found.whose, (found.until.getTime() - NOW.getTime()) / 60_000]
  }

  test('ends when the decline that filled it is an hour old, and not before', () => {
    expect(spent(of([1, 10, 20, 30], { isOfPayer: true }))).toBeUndefined()
    expect(spent(of([1, 10, 20, 30, 40], { isOfPayer: true }))).toEqual(['payer', 20])
    // Two that came at once made it one too many: it takes two to end.
    expect(spent(of([1, 1, 10, 20, 30, 40], { isOfPayer: true }))).toEqual(['payer', 30])
  })

  test('of a hold ends with the hold', () => {
    expect(spent(of([1, 2, 3], { isOfHold: true, isOfPayer: true }))).toEqual(['hold', 7])
  })

  test('says the last of what stands in the way', () => {
    const own = of([1, 2, 3], { isOfHold: true, isOfPayer: true, isOfNetwork: true })
    expect(spent([...own, ...of([11, 12, 13, 14, 15, 16, 17], { isOfNetwork: true })])).toEqual(['hold', 43])
  })

  test('of a network is never said to be somebody else’s where it is their own', () => {
    const own = of([1, 2], { isOfPayer: true, isOfNetwork: true, hasBotToken: false })
    expect(spent(own, false)).toEqual(['payer', 58])
    expect(spent([...own, ...of([3], { isOfNetwork: true, hasBotToken: false })], false)).toEqual(['network', 58])
  })

  test('is smaller without a bot token', () => {
    expect(spent(of([1], { isOfHold: true, hasBotToken: false }), false)).toEqual(['hold', 7])
    expect(spent(of([1], { isOfHold: true }), false)).toBeUndefined()
    expect(spent(of([1, 2], { isOfNetwork: true, hasBotToken: false }))).toBeUndefined()
  })
})
