import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { portal } from '@arcadia/contract/addresses'
import { memoryFolder } from '../../scripts/memory-folder.ts'
import { buildServerIfStale, serverProgram } from '../../scripts/server-build.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface App {
  url: string
  /** Where its server keeps its database. */
  dataDir: string
  /** Everything its server logged. */
  readLog(): string
  /** Releases the simulator's delayed answers at once. */
  endFaults(): Promise<void>
  /** QuickBooks ends every connection; the next refresh learns it. */
  endConnections(): Promise<void>
  /** Sets the server's clock, which goes on from there; only for an app that was started with a clock of its own. */
  setClock(moment: Date, said?: { isRight?: boolean }): Promise<void>
  /** Stops the server and starts the one of another checkout on its data, as an upgrade does; without one, this checkout's again. */
  switchTo(checkout?: string): Promise<void>
  stop(): Promise<void>
}

/** Starts the built site, the server with its PostgreSQL, and the simulator on a separate port. */
export async function startApp({
  hasOwnClock = false,
  settings = {},
}: {
  hasOwnClock?: boolean
  settings?: Record<string, string>
} = {}): Promise<App> {
  if (!(await buildServerIfStale())) throw new Error('The server could not be built.')
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'arcadia-e2e-'))
  // As root, PostgreSQL runs as another user; without access it would keep its files outside this folder.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const logs = join(root, '.cache/e2e', String(process.pid))
  mkdirSync(logs, { recursive: true })
  // Below the ephemeral port range.
  const port = 20_000 + (process.pid % 12_000)
  const address = `http://localhost:${port}`
  const simulator = await run(
    join(root, 'apps/provider-simulator/src/main.ts'),
    /listening on (http:\/\/[\w.:]+)/,
    join(logs, 'simulator.log'),
    {
      PORT: '0',
      STATE_DIR: join(folder, 'simulator'),
      REDIRECT_URIS: address + portal.quickbooksCallback.href(),
    },
  )
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    QUICKBOOKS_SIMULATOR_URL: simulator.found,
    ADMIN_PASSWORD: 'a long enough password',
    BUSINESS_PHONE: '(863) 555-0142',
    BUSINESS_EMAIL: 'hello@arcadia.example',
    RATE_LIMITS: 'off',
    // Long enough for an ordinary payment on a slow machine.
    PAYMENT_ANSWER_SECONDS: '4',
    LOG_LEVEL: 'trace',
    ...settings,
  }
  const serve = (checkout = root) =>
    run(join(checkout, serverProgram), /listening on ([\w.:]+)/, join(logs, 'server.log'), env, hasOwnClock)
  let server = await serve()
  return {
    url: address,
    dataDir,
    readLog: () => readFileSync(join(logs, 'server.log'), 'utf8'),
    endFaults: async () => {
      await fetch(`${simulator.found}/control/faults`, { method: 'DELETE' })
    },
    endConnections: async () => {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${simulator.found}/control/connections/revoke`, { method: 'POST', headers, body: '{}' })
    },
    setClock: async (moment, { isRight = true } = {}) => {
      const isSet = once(server.child, 'message')
      server.child.send(moment.getTime())
      await isSet
      // A journey goes years ahead; what goes by time would wait until somebody says that the clock is right.
      if (isRight) await runAdmin(dataDir, 'clock-is-right')
    },
    switchTo: async (checkout) => {
      await stop(server.child)
      server = await serve(checkout)
    },
    stop: async () => {
      await stop(server.child)
      await stop(simulator.child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(
  file: string,
  ready: RegExp,
  logFile: string,
  env: Record<string, string>,
  hasOwnClock = false,
): Promise<{ child: ChildProcess; found: string }> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  // Written straight to a file, because piping it through this process slows both.
  const log = openSync(logFile, 'w')
  const clock = hasOwnClock ? ['--import', new URL('settable-clock.ts', import.meta.url).href] : []
  const child = spawn(process.execPath, [...clock, file], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', log, log, ...(hasOwnClock ? (['ipc'] as const) : [])],
  })
  closeSync(log)
  for (;;) {
    const found = ready.exec(readFileSync(logFile, 'utf8'))?.[1]
    if (found) return { child, found }
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}; see ${logFile}`)
    await setTimeout(50)
  }
}

async function runAdmin(dataDir: string, ...words: string[]): Promise<void> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [join(root, 'scripts/admin.ts'), ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm run admin ${words.join(' ')} ended with ${code}`)
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
