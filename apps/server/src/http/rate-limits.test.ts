import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { limitFor } from './limits.rules.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'

let app: TestApp
let limits: RateLimits
const ofTen = limitFor('ten-an-hour', 10, 3_600_000)
beforeAll(async () => {
  app = await startTestApp()
  limits = createRateLimits({ db: app.database.db, clock: app.clock })
})
afterAll(() => app.close())

const takeAsManyAsPossible = async (who: string) => {
  let taken = 0
  while (await limits.take(ofTen(who))) taken += 1
  return taken
}

test('no hour has more uses than the limit, also around the full hour', async () => {
  app.clock.set('2027-04-05T15:50:00Z')
  expect(await takeAsManyAsPossible('ada')).toBe(10)
  app.clock.set('2027-04-05T16:10:00Z')
  expect(await takeAsManyAsPossible('ada')).toBe(0)
  app.clock.set('2027-04-05T16:50:00Z')
  expect(await takeAsManyAsPossible('ada')).toBe(10)
})

test('a use is free again an hour after it was taken, and refused ones do not count', async () => {
  for (let taken = 0; taken < 10; taken++) {
    await limits.spend(ofTen('bo'))
    app.clock.advance({ minutes: 1 })
  }
  const refused = { code: 'too-many-requests', retryAfterSeconds: 50 * 60 }
  await expect(limits.spend(ofTen('bo'))).rejects.toMatchObject(refused)
  await expect(limits.demandSome(ofTen('bo'))).rejects.toMatchObject(refused)
  app.clock.advance({ minutes: 51 })
  expect(await takeAsManyAsPossible('bo')).toBe(2)
})

test('of simultaneous uses exactly as many succeed as are left, and one given back is left again', async () => {
  const taken = await Promise.all(Array.from({ length: 25 }, () => limits.take(ofTen('cy'))))
  expect(taken.filter(Boolean)).toHaveLength(10)
  await limits.giveBack(ofTen('cy'))
  expect(await takeAsManyAsPossible('cy')).toBe(1)
})
