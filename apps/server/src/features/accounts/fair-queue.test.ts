import { expect, onTestFinished, test, vi } from 'vitest'
import { createFairQueue, type Lane } from './fair-queue.ts'

const most = { atOnce: 2, waitingPerOrigin: 8, waitingPerLane: 10 }
const from = (origin: string) => ({ lane: 'strangers' as const, origin })
const aTurn = () => new Promise(setImmediate)

test('runs `atOnce` jobs, in order for each origin', async () => {
  const inQueue = createFairQueue(most)
  const order: number[] = []
  let running = 0
  let atOnce = 0
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      inQueue(from('one'), async () => {
        running += 1
        atOnce = Math.max(atOnce, running)
        order.push(index)
        await aTurn()
        running -= 1
      }),
    ),
  )
  expect(atOnce).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('origins take turns, however many jobs one has queued', async () => {
  const inQueue = createFairQueue({ ...most, atOnce: 1 })
  const order: string[] = []
  const come = (origin: string) =>
    inQueue(from(origin), async () => {
      order.push(origin)
      await aTurn()
    })
  await Promise.all(['crowd', 'crowd', 'crowd', 'crowd', 'ada', 'crowd', 'bo'].map(come))
  expect(order).toEqual(['crowd', 'crowd', 'ada', 'bo', 'crowd', 'crowd', 'crowd'])
})

test('a full share refuses, until there is room again', async () => {
  const inQueue = createFairQueue(most)
  const come = (origin: string) =>
    inQueue(from(origin), aTurn).then(
      () => 'served',
      (error) => error.code,
    )
  const answers = await Promise.all([...Array.from({ length: 12 }, () => come('crowd')), come('ada')])
  expect(answers).toEqual([...Array(10).fill('served'), 'too-many-requests', 'too-many-requests', 'served'])
  expect(await come('crowd')).toBe('served')
})

test('a failed job makes room for the next', async () => {
  const inQueue = createFairQueue({ ...most, atOnce: 1 })
  await expect(inQueue(from('one'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inQueue(from('one'), async () => 'yes')).toBe('yes')
})

test('while others wait, a slot rests as long as its job took, and a newcomer cannot jump in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const inQueue = createFairQueue({ ...most, atOnce: 1 })
  const order: string[] = []
  const takes20ms = (name: string) =>
    inQueue(from('one'), async () => {
      order.push(name)
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
  const all = [takes20ms('first'), takes20ms('second')]
  await vi.advanceTimersByTimeAsync(20)
  all.push(takes20ms('newcomer'))
  await vi.advanceTimersByTimeAsync(19)
  expect(order).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(order).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(40)
  expect(order).toEqual(['first', 'second', 'newcomer'])
  await vi.advanceTimersByTimeAsync(20)
  await Promise.all(all)
})

test('a newcomer gets a place in a full lane, of the origin that has the most waiting', async () => {
  const inQueue = createFairQueue({ atOnce: 1, waitingPerOrigin: 8, waitingPerLane: 10 })
  const come = (origin: string) =>
    inQueue({ lane: 'strangers', origin }, aTurn).then(
      () => 'served',
      (error) => error.code,
    )
  const crowd = [...Array(7).fill('crowd'), ...Array(4).fill('gang')].map(come)
  expect(await come('ada')).toBe('served')
  expect(
    (await Promise.all(crowd)).map((answer, nth) => (answer === 'served' ? '' : `${nth} ${answer}`)).join(''),
  ).toBe('6 too-many-requests')
})

test('a crowd in one lane, even of as many origins as there are places, is not felt in the others', async () => {
  const inQueue = createFairQueue({ atOnce: 1, waitingPerOrigin: 8, waitingPerLane: 10 })
  const order: string[] = []
  const come = (lane: Lane, origin: string) =>
    inQueue({ lane, origin }, async () => {
      order.push(origin)
      await aTurn()
    }).catch(() => order.push(`not ${origin}`))
  const crowd = Array.from({ length: 12 }, (_, nth) => come('strangers', `stranger ${nth}`))
  await Promise.all([...crowd, come('known', 'ada'), come('staff', 'owner')])
  expect(order.filter((one) => /^not/.test(one))).toEqual(['not stranger 11'])
  expect(order.indexOf('ada')).toBeLessThan(5)
  expect(order.indexOf('owner')).toBeLessThan(5)
})
