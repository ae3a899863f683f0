import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type WireClient, wireClient } from '@arcadia/contract/testing/wire-client'
import { buildServerIfStale, serverProgram } from '../../../../scripts/server-build.ts'
import { REDIRECT_URI } from './test-simulator.ts'

const program = fileURLToPath(new URL(`../../../../${serverProgram}`, import.meta.url))
/** It starts in half the time of its files, which is most of what a process costs here. */
let built: Promise<boolean> | undefined

interface Running {
  url: string
  pid: number
  /** What it printed, for a test that looks for what must not be there. */
  output(): string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  kill(): Promise<void>
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
}

/** A server of its own, killed and started like in real life. */
export interface ServerProcess extends Running, WireClient<Sender> {}

interface Sender {
  token?: string
  headers?: Record<string, string>
}

export interface ServerSettings {
  /** Without it the server starts the embedded PostgreSQL. */
  databaseUrl?: string
  databaseOwnerUrl?: string
  more?: Record<string, string>
  simulatorUrl: string
  encryptionKey: string
  dataDir: string
  smtpUrl?: string | undefined
  logLevel?: 'trace' | undefined
  nodeOptions?: string
}

export async function startServer(settings: ServerSettings): Promise<ServerProcess> {
  const running = await run(environmentOf(settings))
  return { ...running, ...clientOf(running.url) }
}

/** `npm run …` with a server's own settings: what it said, on both outputs, and its exit code. */
export async function runScript(settings: ServerSettings, name: string, ...words: string[]) {
  const script = fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...ownEnvironment(), ...environmentOf(settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number, said }
}

function environmentOf(settings: ServerSettings): Record<string, string> {
  return {
    ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
    ...(settings.databaseOwnerUrl && { DATABASE_OWNER_URL: settings.databaseOwnerUrl }),
    ...settings.more,
    ENCRYPTION_KEY: settings.encryptionKey,
    DATA_DIR: settings.dataDir,
    ...(settings.nodeOptions && { NODE_OPTIONS: settings.nodeOptions }),
    ...(settings.smtpUrl && { SMTP_URL: settings.smtpUrl }),
    QUICKBOOKS_SIMULATOR_URL: settings.simulatorUrl,
    QUICKBOOKS_REDIRECT_URI: REDIRECT_URI,
    ADMIN_PASSWORD: 'a long enough password',
    // Everybody comes from one address here.
    RATE_LIMITS: 'off',
    LOG_LEVEL: settings.logLevel ?? 'info',
    PORT: '0',
  }
}

/** Over the network. A cut connection answers status 0: nothing is known. */
function clientOf(url: string) {
  return wireClient<Sender>(async (method, path, { token, body, headers }) => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...headers,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, headers: {}, body: await (isJson ? response.json() : response.text()) }
    } catch {
      return { status: 0, body: undefined, headers: {} }
    }
  })
}

/** Nothing of the developer's own settings; what Node has compiled before is used again. */
export function ownEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

async function run(env: Record<string, string>): Promise<Running> {
  built ??= buildServerIfStale()
  if (!(await built)) throw new Error('The server could not be built.')
  const child = spawn(process.execPath, [program], {
    env: { ...ownEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line)
        const found = /listening on (127\.0\.0\.1:\d+)/.exec(line)?.[1]
        if (found) resolve(found)
      })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${lines.slice(-20).join('\n')}`)))
  })
  return {
    url: `http://${address}`,
    pid: child.pid!,
    output: () => lines.join('\n'),
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
