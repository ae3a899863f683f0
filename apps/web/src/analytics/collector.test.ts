import { addresses } from '@arcadia/contract/addresses'
import { type AnalyticsEvent, MAX_LABEL, MAX_SCREEN, sendAnalytics } from '@arcadia/contract/site/analytics'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import * as collector from './collector.ts'

let sent: AnalyticsEvent[][]
let visit: collector.Collector

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  visit = collector.createCollector({ send: (events) => sent.push(events), now: () => Date.now() })
})
afterEach(() => vi.useRealTimers())

const all = () => {
  vi.advanceTimersByTime(5000)
  return sent.flat()
}
const labels = () => all().map(({ label }) => label)

test('the same label within 400 ms is one click, later it is another', () => {
  visit.click('/', 'Book Now')
  vi.advanceTimersByTime(399)
  visit.click('/', 'Book Now')
  visit.click('/', 'Enquire Now')
  vi.advanceTimersByTime(400)
  visit.click('/', 'Book Now')
  expect(labels()).toEqual(['Book Now', 'Enquire Now', 'Book Now'])
})

test('a label is cut at 80 characters and put on one line', () => {
  visit.click('/', `  Book\n   ${'n'.repeat(200)}`)
  expect(labels()).toEqual([`Book ${'n'.repeat(75)}`])
})

test('labels never contain amounts', () => {
  visit.click('/', 'Pay $1,350.00 USD')
  visit.click('/', 'Pay the balance of $350')
  expect(labels()).toEqual(['Pay', 'Pay the balance of'])
})

test('labels never contain personal data and are never empty', () => {
  visit.click('/', 'hello@example.com')
  visit.click('/', 'Call (863) 555-0142')
  visit.click('/', 'Copy JB-12345678')
  visit.click('/', '   ')
  visit.click('/', 'Monday, June 14 3 left')
  expect(labels()).toEqual(['Monday, June 14 3 left'])
})

test('each screen of the landing page from 0 to 5 counts once per visit, even when jumped over', () => {
  for (const scrollY of [0, 10, 850, 300, 2600, 90_000, 0]) visit.homeScroll('/', scrollY, 800)
  expect(all().map(({ screen }) => screen)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a screen without height counts as the first', () => {
  expect(collector.screensDown(500, 0)).toBe(0)
  expect(collector.screensDown(-80, 800)).toBe(0)
})

test('events close together are sent in batches of at most twenty', () => {
  for (let index = 0; index < 25; index++) visit.add({ name: 'page_view', page: `/${index}` })
  expect(sent).toEqual([])
  vi.advanceTimersByTime(2000)
  expect(sent.map((events) => events.length)).toEqual([20, 5])
})

test('gathered events are sent when the page is left, and never after consent was withdrawn', () => {
  visit.add({ name: 'page_view', page: '/' })
  visit.flush()
  expect(sent).toHaveLength(1)
  visit.add({ name: 'page_view', page: addresses.privacy.href() })
  visit.drop()
  vi.advanceTimersByTime(10_000)
  expect(sent).toHaveLength(1)
})

test('its limits match the contract, which accepts what it sends', () => {
  expect([collector.MAX_LABEL, collector.MAX_SCREEN]).toEqual([MAX_LABEL, MAX_SCREEN])
  visit.click('/', 'x'.repeat(200))
  visit.add({ name: 'page_view', page: '/'.repeat(500) })
  visit.homeScroll('/', 1e6, 700)
  const report = { clientId: 'visitor-1', consent: 'granted' as const, events: all() }
  expect(z.safeParse(sendAnalytics.body, report).success).toBe(true)
})
