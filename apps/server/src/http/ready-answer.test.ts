import { addressOf } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const config = getBookingConfig.path
const range = addressOf(getAvailabilityRange, { query: { startDate: '2027-05-17', endDate: '2027-05-20' } })

test.each([config, range])('a made-up parameter of %s cannot make the server read again', async (address) => {
  const known = await app.request('GET', address)
  expect(known.status).toBe(200)
  await app.database.db.transaction().execute(async (tx) => {
    // Whoever reads the configuration now waits, and would not be answered.
    await sql`lock table booking_config in access exclusive mode`.execute(tx)
    const join = address.includes('?') ? '&' : '?'
    expect((await app.request('GET', `${address}${join}x=${Math.random()}`)).body).toEqual(known.body)
  })
})

test('a page has an etag in each encoding, and the same text', async () => {
  const site = await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  const pages = await Promise.all(
    ['br', 'gzip', 'identity'].map((kind) => fetch(`${site}/`, { headers: { 'accept-encoding': kind } })),
  )
  expect(pages.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
  const [first, ...others] = await Promise.all(pages.map((page) => page.text()))
  expect(first).toContain('</html>')
  expect(others).toEqual([first, first])
  expect(new Set(pages.map(({ headers }) => headers.get('etag'))).size).toBe(3)
})
