import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createHold } from '@arcadia/contract/holds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Experiment } from '../experiment.ts'
import { differencesInBooks } from '../support/books.ts'
import { clientOf, type Heard } from '../support/client.ts'
import { hasProgram } from '../support/nginx.ts'
import { aNewcomer } from '../support/people.ts'
import { FORGETFUL } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { openDates, type System, startSystem } from '../support/system.ts'

const CLIENTS = 12
const TRIALS = 50
const SHORT_FORM_TRIALS = 5
const LASTS_MS = 3000
const BACK_WITHIN_MS = 10_000
const DISK = '400m'

/** Exhausts a resource for a while; the returned function restores it. */
const FAULTS: Record<string, (system: System, disk: string) => Promise<() => Promise<void> | void>> = {
  async 'disk full and the database crashes'({ postgres }, disk) {
    const ballast = fill(disk)
    await delay(LASTS_MS)
    await postgres.stop('SIGQUIT').catch(() => {})
    await delay(500)
    return ballast.remove
  },
  async 'disk full for the WAL'({ pool }, disk) {
    const ballast = fill(disk)
    await delay(LASTS_MS / 2)
    // Forces the next WAL file.
    await pool.query('select pg_switch_wal()').catch(() => {})
    await delay(LASTS_MS / 2)
    return ballast.remove
  },
  async 'no file descriptors for the server'({ servers }) {
    const { pid } = servers[0]!.process
    const limit = limitOf(pid!, 'nofile', readdirSync(`/proc/${pid}/fd`).length + 20)
    const { hostname, port } = new URL(servers[0]!.url)
    const sockets: Socket[] = []
    for (let n = 0; n < 200; n++) sockets.push(connect(Number(port), hostname).on('error', () => {}))
    await delay(LASTS_MS)
    return () => {
      for (const socket of sockets) socket.destroy()
      limit.lift()
    }
  },
  async 'no memory for the database'({ postgres }) {
    const limits = postgres.pids().flatMap((pid) => {
      try {
        const bytes = Number(/VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
        return limitOf(pid, 'as', bytes)
      } catch {
        // The process has already ended.
        return []
      }
    })
    await delay(LASTS_MS)
    return () => {
      for (const limit of limits) limit.lift()
    }
  },
  async 'a frozen server'({ servers }) {
    const { process } = servers[0]!
    process.kill('SIGSTOP')
    await delay(LASTS_MS)
    return () => void process.kill('SIGCONT')
  },
}

/** Fills the disk and keeps it full. */
function fill(disk: string) {
  const ballast = join(disk, 'ballast')
  const more = () => spawnSync('sh', ['-c', 'cat /dev/zero >> "$0"', ballast], { stdio: 'ignore' })
  more()
  const timer = setInterval(more, 100)
  return {
    async remove() {
      clearInterval(timer)
      await rm(ballast)
    },
  }
}

/** Lowers a resource limit of a process and its future children. */
function limitOf(pid: number, what: 'nofile' | 'as', most: number) {
  const { uid, gid } = statSync(`/proc/${pid}`)
  const prlimit = (...args: string[]) =>
    execFileSync('prlimit', ['--pid', String(pid), ...args], {
      uid,
      gid,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const before = prlimit(`--${what}`, '-o', 'SOFT', '--noheadings').trim()
  prlimit(`--${what}=${most}:`)
  return {
    lift() {
      try {
        prlimit(`--${what}=${before}:`)
      } catch {
        // The process has ended.
      }
    },
  }
}

export const resources: Experiment = {
  id: 'R24',
  title: 'Running out of disk, memory or descriptors',
  async run({ seed, minutes, say }) {
    const trials = minutes === undefined ? SHORT_FORM_TRIALS : TRIALS
    const until = Date.now() + (minutes ?? 10) * 60_000
    if (process.getuid?.() !== 0 || !hasProgram('prlimit', '--version')) {
      say('Skipped: mounting a small disk needs root on Linux (sudo npm run prove -- --only R24).')
      return []
    }
    const run = await play(Object.keys(FAULTS), { seed, trials, until, say })
    say('again, with a database that acknowledges commits before they are durable')
    const [full] = Object.keys(FAULTS)
    const sabotaged = await play([full!], { seed, trials: 1, until: Date.now() + 60_000, say, database: FORGETFUL })
    const slowest = Math.round(Math.max(...run.back))
    for (const line of [...run.wrong, ...run.damage].slice(0, 20)) console.error(`    ${line}`)
    return [
      {
        what: `acknowledged holds that are missing, and database corruption: ${Object.keys(FAULTS).join('; ')}`,
        tried: `${run.back.length} times, ${run.requests} requests by ${CLIENTS} people`,
        figure: `${run.lost} of ${run.held}; ${run.damage.length}`,
        bar: '0; 0',
        held: run.held > 0 && run.lost === 0 && run.damage.length === 0,
        saboteurCaught: sabotaged.lost > 0,
      },
      {
        what: 'errors other than 503 during the fault, and time from relief until the first hold',
        tried: `${run.refused} requests were asked to retry or not accepted`,
        figure: `${run.wrong.length}; at most ${slowest} ms`,
        bar: `0; ${BACK_WITHIN_MS} ms`,
        held: run.wrong.length === 0 && slowest <= BACK_WITHIN_MS,
      },
    ]
  },
}

interface Limits {
  seed: number
  trials: number
  until: number
  say(line: string): void
  database?: Record<string, string>
}

async function play(faults: string[], { seed, trials, until, say, database = {} }: Limits) {
  const run = { requests: 0, refused: 0, wrong: [] as string[], back: [] as number[], damage: [] as string[] }
  const hear = ({ method, path, status, body }: Heard) => {
    run.requests++
    // Without a file descriptor the server cannot even accept a connection to refuse it.
    if (status === 503 || status === 0) run.refused++
    else if (status >= 500) run.wrong.push(`${method} ${path} ${status} ${JSON.stringify(body)}`)
  }
  const disk = await mkdtemp(join(tmpdir(), 'arcadia-prove-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', disk])
  let system: System | undefined
  let isOver = false
  let keeping: Promise<unknown> = Promise.resolve()
  try {
    system = await startSystem(1, { database: { max_wal_size: '64MB', min_wal_size: '32MB', ...database }, disk })
    const { postgres, pool, servers } = system
    const people = await Promise.all(Array.from({ length: CLIENTS }, () => aNewcomer(servers[0]!)))
    const dates = await openDates(servers[0]!)
    await pool.query('create extension if not exists amcheck')
    // Makes the sessions durable; losing them would get every request refused and prove nothing.
    await pool.query('checkpoint')
    const held: string[] = []
    // Acts as the service manager.
    keeping = (async () => {
      while (!isOver) {
        postgres.startIfDown()
        await delay(250)
      }
    })()
    const { url } = servers[0]!
    const clients = people.map(async (token, n) => {
      const random = seededRandom(seed * 1000 + n)
      const client = clientOf(url, hear)
      while (!isOver) {
        const body = { selectedDate: random.pick(dates), numberOfGuests: random.between(1, 4) }
        const { status, body: hold } = await client.answer(createHold, { token, body })
        if (status === 201) held.push(heldOf(hold).holdId)
        await delay(status === 201 ? 20 : 100)
      }
    })
    await delay(1000)
    for (let trial = 0; trial < trials && Date.now() < until; trial++) {
      const name = faults[trial % faults.length]!
      const relieve = await FAULTS[name]!(system, disk)
      const before = held.length
      await relieve()
      const started = performance.now()
      while (held.length === before && performance.now() - started < 60_000) await delay(10)
      run.back.push(performance.now() - started)
      say(`${name}: served again after ${Math.round(run.back.at(-1)!)} ms`)
      for (const line of await damageIn(system)) run.damage.push(`${name}: ${line}`)
    }
    isOver = true
    await Promise.all([...clients, keeping])
    const { rows } = await pool.query<{ n: number }>('select count(*)::integer as n from holds where id = any($1)', [
      held,
    ])
    run.damage.push(...(await differencesInBooks(system)))
    return { ...run, held: held.length, lost: held.length - rows[0]!.n }
  } finally {
    isOver = true
    await keeping
    await system?.close()
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  }
}

/** Corruption found by PostgreSQL's amcheck in any table or index. */
async function damageIn({ pool }: System): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select c.relname || ': ' || v.msg as what
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public', verify_heapam(c.oid) v
      where c.relkind = 'r'`)
  const indexes = await pool
    .query(`
      select bt_index_check(c.oid, true) from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' join pg_am a on a.oid = c.relam
        where c.relkind = 'i' and a.amname = 'btree'`)
    .then(() => [])
    .catch((error: Error) => [error.message])
  return [...rows.map(({ what }) => what), ...indexes]
}
