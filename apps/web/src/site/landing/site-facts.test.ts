import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { factsOf } from '@arcadia/contract/site/site-data'
import { expect, test } from 'vitest'
import { FALLBACK_FACTS } from './use-site-facts.ts'

test('the page says the same while the configuration loads as when loading fails', () => {
  expect(factsOf(FALLBACK_CONFIG)).toEqual(FALLBACK_FACTS)
})

test('another configuration uses the same words', () => {
  const facts = factsOf({
    ...FALLBACK_CONFIG,
    maxCapacity: 1,
    depositPerGuest: 375_50,
    closedDays: [],
    trophyPackagePrice: 2750_50,
    seasonStart: '2026-11-01',
    seasonEnd: '2027-03-05',
    holdDurationMinutes: 1,
  })
  expect(facts).toMatchObject({
    season: 'November 1, 2026 to March 5, 2027',
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
  expect(factsOf({ ...FALLBACK_CONFIG, depositPerGuest: 2000_00 })['holds-date']).toBe(', $1,500 holds your date')
  expect(factsOf({ ...FALLBACK_CONFIG, depositPerGuest: 0 })['holds-date']).toBe('')
})
