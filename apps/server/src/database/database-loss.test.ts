import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { listEnquiries } from '@arcadia/contract/enquiries'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../testing/processes.ts'

/** A real server process under load loses its embedded PostgreSQL. */

/** Moves the process's clock two minutes ahead on SIGUSR2. */
const clockSkip = "process.on('SIGUSR2', () => { const { now } = Date; Date.now = () => now() + 121_000 })"

let dataDir: string
let server: ServerProcess
let load: ReturnType<typeof startLoad>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'database-loss-'))
  // Under root, PostgreSQL runs as another user, who must be able to traverse this folder.
  await chmod(dataDir, 0o711)
  const encryptionKey = randomBytes(32).toString('hex')
  const nodeOptions = `--import=data:text/javascript,${encodeURIComponent(clockSkip)}`
  server = await startServer({ simulatorUrl: 'http://127.0.0.1:9/simulator', encryptionKey, dataDir, nodeOptions })
  load = startLoad()
})
afterAll(async () => {
  await load.stop()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Answer {
  status: number
  retryAfter: string | null
}

/** Eight clients that read and write nonstop. */
function startLoad() {
  const answers: Answer[] = []
  const stopping = new AbortController()
  const asking = Array.from({ length: 8 }, async (_, person) => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      answers.push(await (turn % 2 ? readConfig() : writeEnquiry(`${person}.${turn}`)))
    }
  })
  return {
    answers,
    async stop() {
      stopping.abort()
      await Promise.all(asking)
    },
  }
}

const readConfig = () => ask(getBookingConfig.path)

function writeEnquiry(name: string): Promise<Answer> {
  const enquiry = {
    firstName: 'Ann',
    lastName: 'Lee',
    email: `${name}@example.com`,
    phone: '8635550142',
    country: 'US',
  }
  const headers = { 'content-type': 'application/json' }
  return ask(listEnquiries.path, { method: 'POST', headers, body: JSON.stringify(enquiry) })
}

/** A dropped connection is status 0: the process is gone. */
async function ask(path: string, init?: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(`${server.url}${path}`, init)
    await response.text()
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  } catch {
    return { status: 0, retryAfter: null }
  }
}

/** The distinct answers from the fault until a hundred in a row succeeded. */
async function answersAround(fault: () => Promise<unknown>): Promise<Set<string>> {
  const from = load.answers.length
  await fault()
  const faultOver = load.answers.length
  const recovered = () => {
    const last = load.answers.slice(faultOver).slice(-100)
    return last.length === 100 && last.every(({ status }) => status < 300)
  }
  await expect.poll(recovered, { timeout: 60_000, interval: 50 }).toBe(true)
  return new Set(
    load.answers.slice(from).map(({ status, retryAfter }) => `${status}${retryAfter ? ', try again' : ''}`),
  )
}

const postgres = async () => {
  const [pid, , , port] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return { pid: Number(pid), port: Number(port) }
}

async function asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { port } = await postgres()
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8')
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'arcadia', database: 'postgres', password })
  await client.connect()
  return work(client).finally(() => client.end())
}

const terminateBackends = () =>
  asSuperuser((client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'arcadia'`),
  )

/** No query of a paused process is running any more. */
const isDatabaseIdle = () =>
  asSuperuser(async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = 'arcadia' and state = 'active'`,
    )
    return rowCount === 0
  })

const atWorst503 = ['200', '201', '503, try again']
const unexpected = (answers: Set<string>) => [...answers].filter((answer) => !atWorst503.includes(answer))

test('the server survives the loss of every connection', async () => {
  expect(unexpected(await answersAround(terminateBackends))).toEqual([])
})

test('the server restarts a killed PostgreSQL and carries on', async () => {
  const before = await postgres()
  const answers = await answersAround(async () => {
    process.kill(before.pid, 'SIGKILL')
  })
  expect(unexpected(answers)).toEqual([])
  expect(answers).toContain('503, try again')
  expect(await postgres()).not.toEqual(before)
})

test('the server survives the loss of every connection while it was paused', async () => {
  const answers = await answersAround(async () => {
    process.kill(server.pid, 'SIGSTOP')
    try {
      await expect.poll(isDatabaseIdle).toBe(true)
      await terminateBackends()
    } finally {
      process.kill(server.pid, 'SIGCONT')
    }
  })
  expect(unexpected(answers)).toEqual([])
})

test('the server exits with a reason if PostgreSQL does not restart within two minutes', async () => {
  await load.stop()
  const { pid } = await postgres()
  await rm(join(dataDir, 'postgres/global/pg_control'))
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => server.output()).toContain('The embedded PostgreSQL did not start: ')
  process.kill(server.pid, 'SIGUSR2')
  expect(await server.ended).toBe(1)
  const [, reason] = server.output().split('Stopping. Finishing work in flight')
  expect(reason, server.output()).toBeDefined()
  expect(server.output()).toMatch(/^The embedded PostgreSQL did not start: .*pg_control.* \(log: .*\)$/m)
})
