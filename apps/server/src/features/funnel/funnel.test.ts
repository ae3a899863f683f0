import { countSteps, FUNNEL_DAYS, type FunnelStep, getFunnel } from '@arcadia/contract/site/funnel'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const count = (...steps: FunnelStep[]) => app.answer(countSteps, { body: { steps } })
const visits = async () => (await app.call(getFunnel, { token: admin })).steps.map((step) => step.visits)

test('each visit counts once per step, also concurrently', async () => {
  expect(await visits()).toEqual([0, 0, 0, 0, 0])
  await count('SITE')
  await count('SITE', 'DATE', 'DATE')
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? count('SITE', 'GUESTS') : count('GUESTS', 'SITE'))),
  )
  expect(await visits()).toEqual([22, 1, 20, 0, 0])
  const kept = await app.database.db.selectFrom('funnel_counts').selectAll().where('step', '=', 'SITE').execute()
  expect(kept).toEqual([{ day: venueDate(app.clock.now()), step: 'SITE', visits: 22 }])
})

test('visits before the period do not count', async () => {
  const { since } = await app.call(getFunnel, { token: admin })
  expect(since).toBe(addDays(venueDate(app.clock.now()), 1 - FUNNEL_DAYS))
  const before = await visits()
  const older = { day: addDays(since, -1), step: 'BOOKED' as const, visits: 7 }
  await app.database.db
    .insertInto('funnel_counts')
    .values([older, { ...older, day: since, visits: 2 }])
    .execute()
  expect(await visits()).toEqual(before.with(4, 2))
})

test.each([
  ['an unknown step', { steps: ['BASKET'] }, 'steps.0'],
  ['no step', { steps: [] }, 'steps'],
  ['more steps than there are', { steps: Array(6).fill('SITE') }, 'steps'],
  ['anything identifying', { steps: ['SITE'], visitor: 'x' }, 'visitor'],
])('%s is refused', async (_, body, field) => {
  const reply = await app.request('POST', countSteps.path, { body })
  expect(reply.status).toBe(400)
  expect(reply.body.details[0].path).toBe(field)
})
