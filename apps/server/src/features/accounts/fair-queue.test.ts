import { expect, onTestFinished, test, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const most = { atOnce: 2, waitingPerOrigin: 8, waiting: 10 }
const aTurn = () => new Promise(setImmediate)

test('runs `atOnce` jobs, in order for each origin', async () => {
  const inQueue = createFairQueue(most)
  const order: number[] = []
  let running = 0
  let atOnce = 0
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      inQueue('one', async () => {
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
    inQueue(origin, async () => {
      order.push(origin)
      await aTurn()
    })
  await Promise.all(['crowd', 'crowd', 'crowd', 'crowd', 'ada', 'crowd', 'bo'].map(come))
  expect(order).toEqual(['crowd', 'crowd', 'ada', 'bo', 'crowd', 'crowd', 'crowd'])
})

test('a full queue refuses, first per origin and then overall, until there is room again', async () => {
  const inQueue = createFairQueue(most)
  const come = (origin: string) =>
    inQueue(origin, aTurn).then(
      () => 'served',
      (error) => error.code,
    )
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => come('crowd')),
    come('ada'),
    come('bo'),
    come('cy'),
  ])
  expect(answers).toEqual([
    ...Array(10).fill('served'),
    'too-many-requests',
    'too-many-requests',
    'served',
    'served',
    'not-ready',
  ])
  expect(await come('cy')).toBe('served')
})

test('a failed job makes room for the next', async () => {
  const inQueue = createFairQueue({ ...most, atOnce: 1 })
  await expect(inQueue('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inQueue('one', async () => 'yes')).toBe('yes')
})

test('while others wait, a slot rests as long as its job took, and a newcomer cannot jump in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const inQueue = createFairQueue({ ...most, atOnce: 1 })
  const order: string[] = []
  const takes20ms = (name: string) =>
    inQueue('one', async () => {
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
