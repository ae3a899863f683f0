import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { certificateCheck } from './certificate-check.ts'

const PUBLIC = { publicUrl: 'https://book.example.com' }
const DAYS = { from: new Date('2027-04-01T12:00:00Z'), until: new Date('2027-06-30T12:00:00Z') }

test.each([
  ['2027-06-01T12:00:00Z', []],
  ['2027-06-14T12:00:00Z', []],
  [
    '2027-06-16T12:00:00Z',
    ['the certificate of book.example.com ends on Wed, Jun 30, 2027, and nobody has renewed it'],
  ],
  [
    '2027-07-01T12:00:00Z',
    ['the certificate of book.example.com ended on Wed, Jun 30, 2027, so browsers turn guests away'],
  ],
])('at %s, of one that ends on June 30', async (now, problems) => {
  const check = certificateCheck({ config: PUBLIC, clock: testClock(now) }, async () => DAYS)
  expect((await check.look()).problems).toEqual(problems)
})

test('it is looked at once an hour, and a new one ends the alarm', async () => {
  const clock = testClock('2027-06-20T12:00:00Z')
  let reads = 0
  let until = DAYS.until
  const check = certificateCheck({ config: PUBLIC, clock }, async () => {
    reads++
    return { from: DAYS.from, until }
  })
  for (const _ of ['one tab', 'another']) expect((await check.look()).problems).toHaveLength(1)
  expect(reads).toBe(1)
  until = new Date('2027-09-18T12:00:00Z')
  clock.advance({ hours: 1 })
  expect((await check.look()).problems).toEqual([])
  expect(reads).toBe(2)
})

test('where nobody can be asked, that is said, and is no alarm', async () => {
  const check = certificateCheck({ config: PUBLIC, clock: testClock('2027-06-20T12:00:00Z') }, () =>
    Promise.reject(new Error('no route')),
  )
  expect(await check.look()).toEqual({
    about: 'certificate: nobody could be asked at book.example.com from here',
    problems: [],
  })
})
