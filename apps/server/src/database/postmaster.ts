import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { DatabaseLog } from './pool.ts'
import type { PostgresHome } from './postgres-account.ts'
import { stopLeftover } from './postmaster-leftover.ts'

interface Start {
  home: PostgresHome
  settings: Record<string, string>
  connection: pg.ClientConfig
  log?: DatabaseLog | undefined
  onLost?: ((error: Error) => void) | undefined
}

/** After a crash the server replays its log before it accepts connections, which may take a while. */
const readyWithin = 120_000
const stopWithin = 20_000

/** Restart backoff for a crashed server. */
const firstPause = 250
const longestPause = 10_000
const restartWithin = 120_000

/** Runs the server on a free loopback port and restarts it if it crashes. */
export async function startPostmaster({ home, settings, connection, log, onLost }: Start) {
  let server: ChildProcess
  let port: number

  for (let attempt = 1; ; attempt++) {
    port = await freePort()
    server = spawnServer(home, port, settings)
    const trouble = await untilReady(server, { ...connection, port, database: 'postgres' }, home)
    if (!trouble) break
    // Another program took the port, or the last children of a killed server are still exiting.
    if (attempt < 20 && /Address already in use|still in use/.test(trouble)) await delay(250)
    else throw doesNotStart(trouble, home)
  }

  const endWithUs = () => server.kill('SIGINT')
  process.on('exit', endWithUs)
  const stopping = new AbortController()
  const { signal } = stopping
  // A smart shutdown from outside waits for our pool, which never disconnects; so make it fast.
  const hurrying = setInterval(() => isStopping(home) && server.kill('SIGINT'), 1000).unref()
  const watching = keepRunning().catch((error) => {
    if (!signal.aborted) onLost?.(error)
  })

  async function keepRunning(): Promise<void> {
    for (;;) {
      const why = await ending(server)
      if (signal.aborted) return
      log?.warn(`The embedded PostgreSQL exited (${why}). Restarting it.`)
      await restart()
      log?.info('The embedded PostgreSQL is running again.')
    }
  }

  /** Restarts it on the same port, so open pools reconnect, and waits until it accepts connections. */
  async function restart(): Promise<void> {
    const deadline = Date.now() + restartWithin
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      await delay(pause, undefined, { signal })
      // The pid in a killed server's file may belong to another program by now.
      await stopLeftover(home.directory)
      signal.throwIfAborted()
      server = spawnServer(home, port, settings)
      const trouble = await untilReady(server, { ...connection, port, database: 'postgres' }, home)
      if (!trouble) return
      signal.throwIfAborted()
      log?.warn(`The embedded PostgreSQL did not start: ${trouble}`)
      if (Date.now() > deadline) throw doesNotStart(trouble, home)
    }
  }

  const stop = async () => {
    stopping.abort()
    clearInterval(hurrying)
    process.off('exit', endWithUs)
    await end(server)
    await watching
  }
  return { port, stop }
}

function doesNotStart(trouble: string, home: PostgresHome): StartError {
  return new StartError(`The embedded PostgreSQL did not start: ${trouble} (log: ${logFile(home)})`)
}

/** Reads the state line of the server's pid file. */
function isStopping({ directory }: PostgresHome): boolean {
  try {
    return readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'stopping'
  } catch {
    return false
  }
}

/** Waits for the server to exit; returns its signal or exit code. */
async function ending(server: ChildProcess): Promise<string | number | null> {
  if (!hasEnded(server)) await once(server, 'exit')
  return server.signalCode ?? server.exitCode
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

function spawnServer({ account, directory, programs }: PostgresHome, port: number, extra: Record<string, string>) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'on',
    // Reads come from memory or an SSD.
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    jit: 'off',
    ...extra,
  }
  const log = openLog(logFile({ directory }))
  try {
    return spawn(
      join(programs, 'postgres'),
      ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // Detached, because Ctrl-C reaches the whole process group and the app still needs its database to shut down.
      { ...account, cwd: '/', env: cleanEnvironment(), detached: true, stdio: ['ignore', log, log] },
    )
  } finally {
    closeSync(log)
  }
}

/** Keeps the user's own PostgreSQL settings (PGDATA, PGPORT, …) away from ours. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C' }
}

function logFile({ directory }: { directory: string }): string {
  return `${directory}.log`
}

const logLimit = 5_000_000

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/** Returns undefined once the server accepts connections, otherwise what went wrong. */
async function untilReady(server: ChildProcess, connection: pg.ClientConfig, home: PostgresHome) {
  const deadline = Date.now() + readyWithin
  let failure: Error | undefined
  server.on('error', (error) => {
    failure = error
  })
  while (Date.now() < deadline) {
    if (failure) return failure.message
    if (hasEnded(server)) return lastLogLine(logFile(home))
    const error = await tryConnect(connection)
    if (!error) return undefined
    if (error.code === '28P01') {
      await end(server)
      return 'the password in DATA_DIR/postgres-password is wrong.'
    }
    await delay(25)
  }
  await end(server)
  return `it did not answer for ${readyWithin / 1000} seconds.`
}

async function tryConnect(connection: pg.ClientConfig): Promise<{ code?: string } | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as { code?: string }
  } finally {
    await client.end().catch(() => {})
  }
}

function lastLogLine(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8)
  const last = lines.filter((line) => /FATAL|could not/.test(line)).at(-1) ?? lines.at(-1) ?? 'it logged nothing.'
  return last.replace(/^.*?(FATAL|LOG|WARNING|PANIC): +/, '')
}

/** Fast shutdown: closes connections and flushes everything, so the next start needs no recovery. */
async function end(server: ChildProcess): Promise<void> {
  if (hasEnded(server) || server.pid === undefined) return
  const ended = once(server, 'exit')
  const force = setTimeout(() => server.kill('SIGQUIT'), stopWithin)
  server.kill('SIGINT')
  await ended
  clearTimeout(force)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
