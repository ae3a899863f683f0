import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { factsOf } from '@arcadia/contract/site/site-data'
import { expect, test } from 'vitest'
import { FALLBACK_FACTS } from './use-site-facts.ts'

test('the page says the same while the configuration loads as when loading fails', () => {
  expect(factsOf(FALLBACK_CONFIG, '2026-06-01')).toEqual(FALLBACK_FACTS)
})

test('another configuration uses the same words', () => {
  const facts = factsOf(
    {
      ...FALLBACK_CONFIG,
      maxCapacity: 1,
      depositPerGuest: 375_50,
      closedDays: [],
      trophyPackagePrice: 2750_50,
      seasonStart: '2026-11-01',
      seasonEnd: '2027-03-05',
      holdDurationMinutes: 1,
    },
    '2026-06-01',
  )
  expect(facts).toMatchObject({
    season: 'November\u00a01, 2026 to March\u00a05, 2027',
    'open-days': 'Mon, Tue, Wed, Thu, Fri, Sat, Sun',
    'closed-days': 'Open every day of the week',
    'mornings-a-week': 'Seven mornings a week',
    capacity: 'One angler a day',
    'trophy-price': '$2,750.50',
    'price-from': '$1,500',
    'holds-date': ', $375.50 holds your date',
    'hold-minutes': '1 minute',
  })
})

test('the hero shows the deposit if there is one', () => {
  expect(factsOf({ ...FALLBACK_CONFIG, depositPerGuest: 2000_00 }, '2026-06-01')['holds-date']).toBe(
    ', $1,500 holds your date',
  )
  expect(factsOf({ ...FALLBACK_CONFIG, depositPerGuest: 0 }, '2026-06-01')['holds-date']).toBe('')
})

test('until guests can book, the page says from when on instead of inviting them', () => {
  const said = (opensOn: string | null, today: string) => {
    const facts = factsOf({ ...FALLBACK_CONFIG, opensOn }, today)
    return [facts['pick-a-morning'], facts['now-booking']]
  }
  expect(said('2027-02-01', '2027-01-31')).toEqual([
    'We open for booking on Mon, Feb 1. Until then, ask us about a morning.',
    'We open for booking on Mon, Feb 1. One morning at a time, up to four anglers.',
  ])
  expect(said(null, '2027-01-31')[0]).toBe('Booking opens soon. Until then, ask us about a morning.')
  expect(said('2027-02-01', '2027-02-01')).toEqual([FALLBACK_FACTS['pick-a-morning'], FALLBACK_FACTS['now-booking']])
})
