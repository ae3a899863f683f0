import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasProgram } from './nginx.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const PROJECT = 'arcadia-prove'
const PORTS = [80, 443, 3000]
const UP_WITHIN_S = 300

/** What deploy/small makes of a machine, with the simulator, at https://localhost. */
export interface SmallMachine {
  /** The authority of its certificate. */
  ca: string
  /** In megabytes. */
  imageSize: number
  compose(...args: string[]): Promise<string>
  engine(...args: string[]): Promise<string>
  /** The running containers. */
  containers(): Promise<{ id: string; service: string; pid: number }[]>
  /** Makes another image of the release, as the next one is, and loads it. */
  release(): Promise<void>
  close(): Promise<void>
}

/** docker or podman, if it runs here and has a compose of version 2; else why not. */
export async function findEngine(): Promise<{ engine: string } | { missing: string }> {
  const engine = ['docker', 'podman'].find((name) => hasProgram(name, 'info') && hasProgram(name, 'compose', 'version'))
  if (!engine)
    return { missing: 'docker with compose version 2, or podman 5 with it (apt-get install docker.io docker-compose)' }
  const taken = []
  for (const port of PORTS) if (!(await isFree(port))) taken.push(port)
  return taken.length > 0 ? { missing: `the ports ${taken.join(', ')} free` } : { engine }
}

/** Packs the release and its image, and starts it as docs/production.md says. */
export async function startSmallMachine(name: string, say: (line: string) => void): Promise<SmallMachine> {
  say('packing the release')
  await run('npm', ['run', 'pack', `${process.platform}-${process.arch}`], { cwd: root, maxBuffer: 2 ** 26 })
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-small-'))
  await cp(join(root, 'deploy/small'), folder, { recursive: true })
  setUp(folder)
  const env = { ...process.env, ARCADIA_IMAGE: 'arcadia:latest' }
  const engine = async (...args: string[]) => (await run(name, args, { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout
  const compose = (...args: string[]) => engine('compose', '-p', PROJECT, ...args)
  const machine = {
    engine,
    compose,
    async containers() {
      const ids = (await compose('ps', '-q')).trim().split('\n')
      const format = '{{.Id}} {{index .Config.Labels "com.docker.compose.service"}} {{.State.Pid}}'
      const lines = (await engine('inspect', '-f', format, ...ids)).trim().split('\n')
      return lines.map((line) => {
        const [id = '', service = '', pid] = line.split(' ')
        return { id, service, pid: Number(pid) }
      })
    },
    async release() {
      await writeFile(join(folder, 'Containerfile'), `FROM ${env.ARCADIA_IMAGE}\nLABEL release=next\n`)
      await engine('build', '-q', '-t', 'arcadia:next', '-f', 'Containerfile', '.')
      env.ARCADIA_IMAGE = 'arcadia:next'
    },
    async close() {
      await compose('down', '--volumes', '--timeout', '5')
      await rm(folder, { recursive: true })
    },
  }
  try {
    await compose('up', '-d', '--wait', '--wait-timeout', String(UP_WITHIN_S))
    const ca = await compose('exec', '-T', 'caddy', 'cat', '/data/caddy/pki/authorities/local/root.crt')
    const imageSize = Math.round(Number(await engine('image', 'inspect', '-f', '{{.Size}}', env.ARCADIA_IMAGE)) / 1e6)
    return { ...machine, ca, imageSize }
  } catch (error) {
    say(await compose('logs', '--tail', '20').catch(() => ''))
    await machine.close()
    throw error
  }
}

/** Answers the four questions: the domain, an email, no mail server, no keys. */
function setUp(folder: string): void {
  const { status, stderr } = spawnSync(join(folder, 'set-up'), {
    input: 'localhost\nowner@example.com\n\n\n',
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)))
  })
