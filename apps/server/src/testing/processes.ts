import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type WireClient, wireClient } from '@arcadia/contract/testing/wire-client'
import { buildServerIfStale, serverProgram } from '../../../../scripts/server-build.ts'
import { REDIRECT_URI } from './test-simulator.ts'

const program = fileURLToPath(new URL(`../../../../${serverProgram}`, import.meta.url))
/** The bundle starts twice as fast as the source files, and startup is most of a process's cost here. */
let built: Promise<boolean> | undefined

interface Running {
  url: string
  pid: number
  /** Everything it printed. */
  output(): string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  kill(): Promise<void>
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>
}

/** A separate server process that can be killed and restarted. */
export interface ServerProcess extends Running, WireClient<Sender> {}

interface Sender {
  token?: string
  headers?: Record<string, string>
}

export interface ServerSettings {
  /** If unset, the server starts the embedded PostgreSQL. */
  databaseUrl?: string
  databaseOwnerUrl?: string
  more?: Record<string, string>
  simulatorUrl: string
  /** If unset, the one in its DATA_DIR. */
  encryptionKey?: string
  dataDir: string
  smtpUrl?: string | undefined
  logLevel?: 'trace' | undefined
  nodeOptions?: string
  /** What a script reads from standard input. */
  typed?: string
}

export async function startServer(settings: ServerSettings): Promise<ServerProcess> {
  const running = await run(environmentOf(settings))
  return { ...running, ...clientOf(running.url) }
}

/** Runs a script with a server's settings; returns its combined output and exit code. */
export async function runScript(settings: ServerSettings, name: string, ...words: string[]) {
  const script = fileURLToPath(new URL(`../../../../scripts/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...ownEnvironment(), ...environmentOf(settings) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {}).end(settings.typed)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number, output }
}

function environmentOf(settings: ServerSettings): Record<string, string> {
  return {
    ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
    ...(settings.databaseOwnerUrl && { DATABASE_OWNER_URL: settings.databaseOwnerUrl }),
    ...settings.more,
    ...(settings.encryptionKey && { ENCRYPTION_KEY: settings.encryptionKey }),
    DATA_DIR: settings.dataDir,
    ...(settings.nodeOptions && { NODE_OPTIONS: settings.nodeOptions }),
    ...(settings.smtpUrl && { SMTP_URL: settings.smtpUrl }),
    QUICKBOOKS_SIMULATOR_URL: settings.simulatorUrl,
    QUICKBOOKS_REDIRECT_URI: REDIRECT_URI,
    ADMIN_PASSWORD: 'a long enough password',
    // All requests come from one address here.
    RATE_LIMITS: 'off',
    LOG_LEVEL: settings.logLevel ?? 'info',
    PORT: '0',
  }
}

/** A client over the network. A dropped connection is status 0: the outcome is unknown. */
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

/** A clean environment without the developer's settings, except for Node's compile cache. */
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
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}:\n${lines.slice(-20).join('\n')}`)))
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
