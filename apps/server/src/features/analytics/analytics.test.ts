import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendAnalytics } from '@arcadia/contract/site/analytics'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createAnalytics } from './analytics.service.ts'

let app: TestApp
const received: { url: string; body: string }[] = []
const collector = createServer(async (request, response) => {
  received.push({ url: request.url ?? '', body: await new Response(request as never).text() })
  response.end()
})
beforeAll(async () => {
  app = await startTestApp()
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  collector.close()
  await app.close()
})

const report = {
  clientId: 'visitor-12345',
  consent: 'granted' as const,
  events: [{ name: 'click' as const, page: '/', label: 'Book Now' }],
}

test('a consenting visitor’s events reach the analytics service', async () => {
  const collectUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/mp/collect`
  const settings = { measurementId: 'G-TEST', apiSecret: 'secret' }
  createAnalytics({
    analytics: settings,
    publicUrl: 'https://site.test',
    log: pino({ level: 'silent' }),
    collectUrl,
  }).relay(report)
  await eventually(async () => received.length === 1)
  expect(received[0]!.url).toBe('/mp/collect?measurement_id=G-TEST&api_secret=secret')
  expect(JSON.parse(received[0]!.body)).toEqual({
    client_id: 'visitor-12345',
    non_personalized_ads: true,
    events: [{ name: 'click', params: { page_location: 'https://site.test/', label: 'Book Now' } }],
  })
})

test('without configuration they are dropped', async () => {
  expect((await app.answer(sendAnalytics, { body: report })).status).toBe(204)
  expect(received).toHaveLength(1)
})

test.each([
  ['no consent', { ...report, consent: 'denied' }, 'consent'],
  [
    'a label over 80 characters',
    { ...report, events: [{ name: 'click', page: '/', label: 'x'.repeat(81) }] },
    'events.0.label',
  ],
  ['an unlisted event', { ...report, events: [{ name: 'purchase', page: '/' }] }, 'events.0.name'],
  ['a screen beyond 5', { ...report, events: [{ name: 'home_scroll', page: '/', screen: 6 }] }, 'events.0.screen'],
])('%s is refused', async (_, body, field) => {
  const reply = await app.request('POST', sendAnalytics.path, { body })
  expect(reply.status).toBe(400)
  expect(reply.body.details[0].path).toBe(field)
})
