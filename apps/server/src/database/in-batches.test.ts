import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { inBatches, type Job } from './in-batches.ts'

interface Named extends Job {
  name: string
}

/** Jobs whose batches commit or fail when the test says so. */
function stage() {
  const batches: {
    names: string[]
    /** Commits with `outcomes`: null runs a job alone, an error is its refusal; the others are done. */
    commit(outcomes?: Record<string, null | Error>): Promise<void>
    fail(code: string): Promise<void>
  }[] = []
  const add = inBatches<Named, string>(
    (jobs) =>
      new Promise((resolve, reject) => {
        const names = jobs.map(({ name }) => name)
        const outcomeOf = (name: string, outcome: null | Error | undefined) => () => {
          if (outcome) throw outcome
          return name
        }
        batches.push({
          names,
          commit(outcomes = {}) {
            resolve(names.map((name) => (outcomes[name] === null ? undefined : outcomeOf(name, outcomes[name]))))
            return turn()
          },
          fail(code) {
            reject(Object.assign(new Error(code), { code }))
            return turn()
          },
        })
      }),
  )
  const ended: string[] = []
  return {
    batches,
    /** What has ended so far, in order, with `!` if it was refused. */
    ended,
    started: () => batches.map(({ names }) => names.join(' ')),
    job(name: string, { keys = [], subject }: { keys?: string[]; subject?: string } = {}) {
      add({ name, keys, subject }).then(
        () => ended.push(name),
        (error: Error) => ended.push(`${name}! ${error.message}`),
      )
    },
  }
}

/** Two batches are under way, so whatever comes now waits for one of them. */
function busyStage() {
  const on = stage()
  on.job('a')
  on.job('b')
  return on
}

describe('jobs', () => {
  test('start at once while fewer than two batches run, and share the next one otherwise', async () => {
    const { batches, started, job, ended } = stage()
    job('a')
    expect(started()).toEqual(['a'])
    job('b')
    job('c')
    job('d')
    expect(started()).toEqual(['a', 'b'])
    await batches[0]!.commit()
    expect(started()).toEqual(['a', 'b', 'c d'])
    expect(ended).toEqual(['a'])
  })

  test('fill a batch to 64', async () => {
    const { batches, job } = busyStage()
    for (let n = 0; n < 65; n++) job(`${n}`)
    await batches[0]!.commit()
    await batches[1]!.commit()
    expect(batches.map(({ names }) => names.length)).toEqual([1, 1, 64, 1])
  })

  test('with a key in common are not in the same batch', async () => {
    const { batches, started, job } = busyStage()
    job('c', { keys: ['ada'] })
    job('d', { keys: ['bo', 'ada'] })
    job('e', { keys: ['bo'] })
    await batches[0]!.commit()
    expect(started().slice(2)).toEqual(['c e'])
    await batches[1]!.commit()
    expect(started().slice(3)).toEqual(['d'])
  })

  test('on a subject run in order of arrival, also past a batch that is full or has their key', async () => {
    const { batches, started, job } = stage()
    job('a', { subject: 'day' })
    job('b', { subject: 'day', keys: ['ada'] })
    job('c', { subject: 'day', keys: ['ada'] })
    job('d', { subject: 'day' })
    job('e', { subject: 'other day' })
    expect(started()).toEqual(['a', 'e'])
    await batches[0]!.commit()
    expect(started().slice(2)).toEqual(['b'])
    await batches[2]!.commit()
    expect(started().slice(3)).toEqual(['c d'])
  })
})

describe('an outcome', () => {
  test('comes after the commit; a refusal is of one job only', async () => {
    const { batches, job, ended } = busyStage()
    job('c')
    job('d')
    await batches[0]!.commit()
    expect(ended).toEqual(['a'])
    await batches[2]!.commit({ c: new Error('full') })
    expect(ended).toEqual(['a', 'c! full', 'd'])
    expect(batches).toHaveLength(3)
  })

  test('that needs a transaction of its own gets one, and the others keep theirs', async () => {
    const { batches, started, job, ended } = busyStage()
    job('c')
    job('d')
    await batches[0]!.commit()
    await batches[2]!.commit({ d: null })
    expect(ended).toEqual(['a', 'c'])
    expect(started().slice(3)).toEqual(['d'])
    await batches[3]!.commit()
    expect(ended).toEqual(['a', 'c', 'd'])
  })
})

describe('a batch that failed', () => {
  const failed = async (code: string) => {
    const on = busyStage()
    on.job('c', { subject: 'day' })
    on.job('d', { subject: 'day' })
    on.job('e', { subject: 'other day' })
    await on.batches[0]!.commit()
    expect(on.started().slice(2)).toEqual(['c d e'])
    await on.batches[2]!.fail(code)
    return on
  }

  test.each(['23514', '40P01', '55P03'])(
    'with %s is tried again one by one, in order on a subject, and only the bad job fails',
    async (code) => {
      const { batches, started, job, ended } = await failed(code)
      job('f', { subject: 'day' })
      expect(started().slice(3)).toEqual(['c', 'e'])
      await batches[3]!.fail('23514')
      expect(ended).toEqual(['a', 'c! 23514'])
      expect(started().slice(5)).toEqual(['d'])
      await batches[4]!.commit()
      await batches[5]!.commit()
      expect(ended).toEqual(['a', 'c! 23514', 'e', 'd'])
      expect(started().slice(6)).toEqual(['f'])
    },
  )

  test('because the database is away fails as a whole, so a crowd does not wait for each other', async () => {
    const { started, ended } = await failed('57P01')
    expect(ended).toEqual(['a', 'c! 57P01', 'd! 57P01', 'e! 57P01'])
    expect(started()).toHaveLength(3)
  })
})
