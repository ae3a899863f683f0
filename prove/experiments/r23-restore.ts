import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import { createHold } from '@arcadia/contract/holds'
import { fillWith } from '../../benchmarks/support/centuries.ts'
import type { Context, Experiment, Row } from '../experiment.ts'
import { startArchived } from '../support/archived.ts'
import type { Heard } from '../support/client.ts'
import { OWNER, onceConnected } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { debianPrograms } from '../support/replicas.ts'
import { actUntil, openSeason } from '../support/season.ts'
import { openDates, startSystemOn } from '../support/system.ts'

const PROCESSES = 2
const CLIENTS = 24
/** Past bookings for the larger run. */
const BOOKINGS = 1_000_000
const LOST_AT_MOST_MS = 1000
const BACK_WITHIN_S = 60
const LISTED_WITHIN_S = 60
/** How long the saboteur is given to list the charges. */
const SABOTEUR_WAITS_S = 20

export const restore: Experiment = {
  id: 'R23',
  title: 'Restored after the database is destroyed under load',
  async run({ seed, minutes, say }) {
    const programs = debianPrograms()
    if (!programs) {
      say('Skipped: needs PostgreSQL with pg_basebackup and pg_receivewal (apt-get install postgresql).')
      return []
    }
    const run = await play(seed, programs, { withLog: true, isOlderToo: true }, say)
    const large =
      minutes === undefined ? undefined : await play(seed, programs, { withLog: true, bookings: BOOKINGS }, say)
    say('again, without the received WAL')
    const sabotaged = await play(seed, programs, { withLog: false }, say)
    return rows(run, large, sabotaged)
  },
}

interface Run {
  acknowledged: number
  lost: number
  /** Age of the oldest lost hold when the database was destroyed. */
  lostMs: number
  restoredWithin: number
  backWithin: number
  older?: Older
}

/** The result of restoring a backup made before some charges. */
interface Older {
  missing: number
  listed: number
  restoredWithin: number
  listedWithin: number
  listedBySaboteur: number
}

async function play(
  seed: number,
  programs: string,
  { withLog, bookings = 0, isOlderToo }: { withLog: boolean; bookings?: number; isOlderToo?: boolean },
  say: Context['say'],
): Promise<Run> {
  const acknowledged: { id: string; at: number }[] = []
  const hear = ({ path, status, body }: Heard) => {
    if (status === 201 && path === createHold.path)
      acknowledged.push({ id: (body as { holdId: string }).holdId, at: performance.now() })
  }
  const database = await startArchived(programs)
  const system = await startSystemOn(database, PROCESSES, { hear })
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-backup-'))
  try {
    const owner = await system.owner()
    if (bookings) {
      const address = system.servers[0]!.url
      await fillWith({ address, databaseUrl: async () => database.urlOf('postgres') }, bookings)
      say(`filled with ${bookings} bookings`)
    }
    const dates = (await openDates(system.servers[0]!)).slice(-30)
    const watch = { allow() {}, settle() {} }
    const players = { owner, provider: system.provider, dates, customers: 60, watch, name: `restore-${seed}` }
    const season = await openSeason({ ...players, server: (random) => random.pick(system.servers) }, seededRandom(seed))
    /** Runs booking load until `during` ends. */
    async function underLoad<T>(during: () => Promise<T>): Promise<T> {
      let isOver = false
      const acting = actUntil(season, seed, CLIENTS, () => isOver)
      try {
        return await during()
      } finally {
        isOver = true
        await acting
      }
    }

    const run = await underLoad(async () => {
      await database.takeBase()
      await delay(5000)
      const before = [...acknowledged]
      const destroyed = performance.now()
      await database.destroy()
      const restoring = performance.now()
      await database.restore(withLog)
      const restored = performance.now()
      const known = acknowledged.length
      while (acknowledged.length === known && performance.now() - restored < 120_000) await delay(10)
      const back = performance.now()
      const { rows } = await onceConnected(database.urlOf('postgres'), (client) =>
        client.query<{ id: string }>('select id from holds where id = any($1)', [before.map(({ id }) => id)]),
      )
      const kept = new Set(rows.map(({ id }) => id))
      const lost = before.filter(({ id }) => !kept.has(id))
      return {
        acknowledged: before.length,
        lost: lost.length,
        lostMs: lost.length ? destroyed - Math.min(...lost.map(({ at }) => at)) : 0,
        restoredWithin: (restored - restoring) / 1000,
        backWithin: (back - restoring) / 1000,
      }
    })
    say(
      `${run.lost} of ${run.acknowledged} acknowledged holds lost, from the last ${Math.round(run.lostMs)} ms; served again after ${run.backWithin.toFixed(1)} s`,
    )
    if (!isOlderToo) return run

    const file = join(folder, 'older.sql.gz')
    const charged = async () => (await system.provider.ledger()).length
    await underLoad(async () => {
      await system.command('backup', file)
      const then = await charged()
      while ((await charged()) < then + 10) await delay(100)
    })
    for (const server of system.servers) await server.end('SIGKILL')
    await onceConnected(database.urlOf('postgres', 'postgres'), async (client) => {
      await client.query('drop database arcadia with (force)')
      await client.query(`create database arcadia owner ${OWNER}`)
    })
    const restoring = performance.now()
    await system.command('restore', '--overwrite', file)
    const restoredWithin = (performance.now() - restoring) / 1000
    say(`an older backup restored in ${Math.round(restoredWithin)} s`)
    const { rows } = await system.pool.query<{ id: string }>('select request_id as id from payment_attempts')
    const known = new Set(rows.map(({ id }) => id))
    const missing = (await system.provider.ledger()).filter(
      (charge) => !known.has(charge.requestId) && charge.capturedCents > charge.refundedCents + charge.voidedCents,
    )
    const listing = async (settings: Record<string, string>, patience: number) => {
      const starting = performance.now()
      const server = await system.startServer(settings)
      const token = await system.owner()
      const waited = () => (performance.now() - starting) / 1000
      for (;;) {
        const { lost } = await server.call(checkLedger, { token })
        const listed = missing.filter(({ requestId }) => lost.some((charge) => charge.requestId === requestId)).length
        if (listed === missing.length || waited() > patience) {
          await server.end('SIGKILL')
          return { listed, listedWithin: waited() }
        }
        await delay(250)
      }
    }
    const sabotaged = await listing({ CHARGE_LOG: join(folder, 'none.log') }, SABOTEUR_WAITS_S)
    const found = await listing({}, 2 * LISTED_WITHIN_S)
    say(`${found.listed} of ${missing.length} charges listed after ${found.listedWithin.toFixed(1)} s`)
    return { ...run, older: { ...found, missing: missing.length, restoredWithin, listedBySaboteur: sabotaged.listed } }
  } finally {
    await system.close()
    await rm(folder, { recursive: true })
  }
}

function rows(small: Run, large: Run | undefined, sabotaged: Run): Row[] {
  const older = small.older!
  const run = large ?? small
  const size = large ? `, ${BOOKINGS.toLocaleString('en')} bookings` : ''
  return [
    {
      what: 'restored from a base backup and the received WAL: the age of the oldest lost acknowledged hold',
      tried: `the database machine destroyed under load from ${CLIENTS} people, ${run.acknowledged} holds acknowledged${size}`,
      figure: `${Math.round(run.lostMs)} ms (${run.lost} holds)`,
      bar: `${LOST_AT_MOST_MS} ms`,
      held: run.acknowledged > 0 && run.lostMs <= LOST_AT_MOST_MS,
      saboteurCaught: sabotaged.lostMs > LOST_AT_MOST_MS,
    },
    {
      what: 'time until the next write on the empty machine, without stopping the servers',
      tried: 'once',
      figure: `${run.backWithin.toFixed(1)} s, of which ${run.restoredWithin.toFixed(1)} s until PostgreSQL answers`,
      bar: `${BACK_WITHIN_S} s`,
      held: run.backWithin <= BACK_WITHIN_S,
    },
    {
      what: 'charges made after an older backup are listed once it is restored',
      tried: `backed up under load (npm run backup), destroyed ${older.missing} charges later, restored (npm run restore, ${older.restoredWithin.toFixed(1)} s)`,
      figure: `${older.listed} of ${older.missing}, ${older.listedWithin.toFixed(1)} s after the start`,
      bar: `all, within ${LISTED_WITHIN_S} s`,
      held: older.missing > 0 && older.listed === older.missing && older.listedWithin <= LISTED_WITHIN_S,
      saboteurCaught: older.listedBySaboteur < older.missing,
    },
  ]
}
