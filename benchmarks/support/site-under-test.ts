import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

/** Password of the first admin on a demo site. */
export const PLAYED_PASSWORD = 'a long enough password'

/** Starts the site and its server locally on a new database, with the demo's two seasons if `isPlayed`. */
export async function startSite({
  isPlayed = false,
  program: file = 'scripts/start.ts',
  settings = {},
}: {
  isPlayed?: boolean
  program?: string
  settings?: Record<string, string>
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-bench-'))
  // As root, PostgreSQL runs as another user, who needs access.
  await chmod(folder, 0o711)
  if (isPlayed) {
    const seed = startProcess('scripts/seed.ts', { DATA_DIR: folder, ADMIN_PASSWORD: PLAYED_PASSWORD })
    const [code] = await once(seed.stdout!.resume() && seed, 'exit')
    if (code !== 0) throw new Error('The demo could not be seeded.')
  }
  const { stop, ...program } = await startProgram(file, { DATA_DIR: folder, ...settings })
  const databaseUrl = async () => {
    const password = await readFile(join(folder, 'postgres-password'), 'utf8')
    const port = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]
    return `postgres://arcadia:${password}@127.0.0.1:${port}/arcadia`
  }
  return {
    ...program,
    /** Connects as the database's creator. */
    databaseUrl,
    /** For a second server on the same database. */
    async settingsOfAnother(): Promise<Record<string, string>> {
      const urlAs = async (role: string) =>
        `${await databaseUrl()}?options=${encodeURIComponent(`-c TimeZone=UTC -c role=${role}`)}`
      return {
        DATA_DIR: join(folder, 'another'),
        DATABASE_URL: await urlAs('arcadia_app'),
        DATABASE_OWNER_URL: await urlAs('arcadia_owner'),
        ENCRYPTION_KEY: (await readFile(join(folder, 'encryption-key'), 'utf8')).trim(),
      }
    },
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts one of our programs without the caller's settings and waits for its address. */
export async function startProgram(file: string, settings: Record<string, string> = {}) {
  const server = startProcess(file, settings)
  return {
    address: await addressOf(server),
    pid: server.pid!,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

function startProcess(file: string, settings: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [join(root, file)], {
    env: { PATH, HOME, LOG_LEVEL: 'warn', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(server.stdout!).on('line', (line) => {
      const address = /running at (http:\/\/\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}
