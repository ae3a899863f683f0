import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endsWithUs } from './children.ts'
import {
  aFolderOfItsOwn,
  createCluster,
  createDatabase,
  type Database,
  freePort,
  makeFolder,
  onceConnected,
  runProgram,
  serverOn,
  urlOf,
} from './postgres.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const LOOK_EVERY_MS = 250
/** Failed checks of the primary in a row before the standby is promoted. */
const LOOKS = 3

/** The newest PostgreSQL installed by Debian packages; npm's has no `pg_basebackup`. */
export function debianPrograms(): string | undefined {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((one, other) => Number(other) - Number(one)) : []
  return versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_basebackup')))
}

/** How a machine fails: its processes die, or it goes silent with its connections open. */
export type End = 'killed' | 'frozen'

/** A primary and its standby behind deploy/haproxy.cfg, with automatic promotion. */
export interface Replicas extends Database {
  /** Stops replication to the standby. */
  cutLink(): void
  /** Fails the primary's machine. Returns the milliseconds until the standby was promoted. */
  losePrimary(how: End): Promise<number>
  /** Restarts the lost machine, which still believes it is the primary. */
  startLostOne(): Promise<void>
  /** Superuser URL of the lost machine. */
  lostUrl(): string
  /** Makes the lost machine the standby. */
  rejoin(): Promise<void>
}

export async function startReplicas(
  programs: string,
  { isSynchronous, knowsRoles = true }: { isSynchronous: boolean; knowsRoles?: boolean },
): Promise<Replicas> {
  const folder = await aFolderOfItsOwn()
  const nodes = [await aNode(programs, folder, 'one'), await aNode(programs, folder, 'two')] as const
  let [primary, standby]: (typeof nodes)[number][] = [...nodes]

  const askOf = (node: Node, ...statements: string[]) =>
    onceConnected(urlOf(node.port, 'postgres', 'postgres'), async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  /** Rebuilds the standby from the primary, replicating over a link that can be cut. */
  async function follow(): Promise<void> {
    await rm(standby!.directory, { recursive: true, force: true })
    await makeFolder(standby!.directory)
    const from = `host=127.0.0.1 port=${primary!.link.port} user=postgres application_name=standby`
    await runProgram(
      join(programs, 'pg_basebackup'),
      '-D',
      standby!.directory,
      '-d',
      from,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    )
    await standby!.server.start()
    const streams = "select from pg_stat_replication where application_name = 'standby' and state = 'streaming'"
    const url = urlOf(primary!.port, 'postgres', 'postgres')
    while (!(await onceConnected(url, (client) => client.query(streams))).rowCount) await delay(100)
    if (isSynchronous)
      await askOf(primary!, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()')
  }

  await createCluster(programs, primary!.directory)
  await primary!.server.start()
  await createDatabase(primary!.port)
  await askOf(primary!, 'create role haproxy login')
  await follow()
  const balancer = await startHaproxy(folder, nodes, knowsRoles)

  return {
    urlOf: (role, database) => urlOf(balancer.port, role, database),
    cutLink: () => primary!.link.cut(),
    async losePrimary(how) {
      const started = performance.now()
      const processes = primary!.server.pids()
      for (const pid of processes) process.kill(pid, 'SIGSTOP')
      if (how === 'killed') await primary!.server.stopAll(processes)
      for (let missed = 0; missed < LOOKS; await delay(LOOK_EVERY_MS)) {
        const answers = await Promise.race([
          askOf(primary!, 'select 1').then(
            () => true,
            () => false,
          ),
          delay(1000, false),
        ])
        missed = answers ? 0 : missed + 1
      }
      // Gives the blind balancer time to send requests to a standby that cannot write yet.
      if (!knowsRoles) await delay(2000)
      // A primary on its own must not wait for a standby; `follow` sets this again.
      await askOf(
        standby!,
        'alter system reset synchronous_standby_names',
        'select pg_reload_conf()',
        'select pg_promote()',
      )
      const took = performance.now() - started
      ;[primary, standby] = [standby, primary]
      if (how === 'frozen') await standby!.server.stopAll(processes)
      primary!.link.mend()
      standby!.link.mend()
      return took
    },
    startLostOne: () => standby!.server.start(),
    lostUrl: () => urlOf(standby!.port, 'postgres', 'arcadia'),
    async rejoin() {
      if (standby!.server.isUp()) await standby!.server.stop('SIGQUIT')
      await follow()
    },
    async close() {
      await balancer.close()
      for (const { server, link } of nodes) {
        link.close()
        if (server.isUp()) await server.stop('SIGQUIT')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Node = Awaited<ReturnType<typeof aNode>>

async function aNode(programs: string, folder: string, name: string) {
  const directory = join(folder, name)
  const port = await freePort()
  const server = serverOn(programs, directory, port, { wal_keep_size: '256MB' })
  return {
    port,
    directory,
    server: {
      ...server,
      async stopAll(processes: readonly number[]): Promise<void> {
        for (const pid of processes.slice(1)) process.kill(pid, 'SIGKILL')
        await server.stop('SIGKILL')
      },
    },
    link: await startLink(port),
  }
}

/** A TCP proxy to a local port that can be cut. */
async function startLink(to: number) {
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('data', (chunk) => isCut || other.write(chunk))
      one.once('close', () => {
        sockets.delete(one)
        if (!isCut) other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
    },
    mend: () => {
      end()
      isCut = false
    },
    close: () => {
      end()
      server.close()
    },
  }
}

/** Runs HAProxy with deploy/haproxy.cfg, or without its role checks so that it sends to any node that is up. */
async function startHaproxy(folder: string, nodes: readonly Node[], knowsRoles: boolean) {
  const port = await freePort()
  let config = await readFile(join(deploy, 'haproxy.cfg'), 'utf8')
  config = config.replace('bind :5432', `bind 127.0.0.1:${port}`)
  for (const [at, { port }] of nodes.entries()) config = config.replace(`postgres${at + 1}:5432`, `127.0.0.1:${port}`)
  if (!knowsRoles) config = config.replace(/^ *(option tcp-check|tcp-check .*)\n/gm, '')
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  // Its output only reports lost servers, which is expected here.
  const child = endsWithUs(spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }), 'SIGKILL')
  const url = urlOf(port, 'postgres', 'postgres')
  while (!(await onceConnected(url, async () => true).catch(() => false))) await delay(100)
  return {
    port,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
