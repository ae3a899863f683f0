import { errors } from '@arcadia/contract/catalog'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { AppError } from './app-error.ts'
import { handleErrors } from './error-handler.ts'
import { tryAgain } from './limit-words.ts'

/** 10:00:20 in the morning at the venue. */
const NOW = new Date('2027-04-05T14:00:20Z')

test.each([
  [undefined, 'in a few minutes'],
  [2, 'in a few seconds'],
  [30, 'in a few seconds'],
  [31, 'in a minute'],
  [60, 'in a minute'],
  [61, 'at 10:02 AM Eastern'],
  [100, 'at 10:02 AM Eastern'],
  [101, 'at 10:03 AM Eastern'],
  [3600, 'at 11:01 AM Eastern'],
  [13 * 3600, 'at 11:01 PM Eastern'],
  [20 * 3600, 'at 6:01 AM Eastern on Tuesday, April 6'],
])('a limit that ends in %s seconds says so by the clock', (seconds, when) => {
  expect(tryAgain(seconds, NOW)).toBe(`Please try again ${when}.`)
})

test('every refusal for coming too often says when it ends, and none has a time of its own', async () => {
  const http = Fastify()
  handleErrors(http, testClock(NOW))
  http.get<{ Params: { code: 'too-many-requests' } }>('/:code', ({ params }) => {
    throw new AppError(params.code, { retryAfterSeconds: 14 * 60 + 5 })
  })
  for (const [code, { status, message }] of Object.entries(errors)) {
    if (status !== 429) continue
    expect(message, code).not.toMatch(/moment|minute|hour|wait/)
    const answer = await http.inject(`/${code}`)
    expect(answer.json().message, code).toBe(`${message} Please try again at 10:15 AM Eastern.`)
    expect(answer.headers['retry-after']).toBe('845')
  }
  await http.close()
})
