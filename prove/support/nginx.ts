import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { served } from '@arcadia/contract/addresses'
import { endsWithUs } from './children.ts'
import { freePort } from './postgres.ts'

const deploy = join(import.meta.dirname, '../../deploy')

/** nginx with the configuration from deploy/, in front of processes on this machine. */
export interface Nginx {
  url: string
  /** Routes new requests to these; running requests finish where they are. */
  sendTo(urls: readonly string[]): Promise<void>
  close(): Promise<void>
}

export const hasProgram = (name: string, ...args: string[]) => spawnSync(name, args, { stdio: 'ignore' }).status === 0

export async function startNginx(urls: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const config = (await readFile(join(deploy, 'nginx.conf'), 'utf8')).replace('listen 8080', `listen 127.0.0.1:${port}`)
  await writeFile(join(folder, 'nginx.conf'), config)
  const server = (await readFile(join(deploy, 'servers.conf'), 'utf8')).match(/^server site1:3000 (.*);$/m)![1]!
  const write = (to: readonly string[]) =>
    writeFile(join(folder, 'servers.conf'), to.map((url) => `server ${new URL(url).host} ${server};\n`).join(''))
  await write(urls)
  await cp('/etc/nginx/mime.types', join(folder, 'mime.types')).catch(() => {})
  const pid = join(folder, 'nginx.pid')
  const args = [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    join(folder, 'error.log'),
    '-g',
    `daemon off; pid ${pid};`,
  ]
  const child = endsWithUs(spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'SIGQUIT')
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url + served.live.href()).catch(() => undefined))?.ok) await delay(50)
  return {
    url,
    async sendTo(to) {
      await write(to)
      child.kill('SIGHUP')
      // New workers use the new list; old ones finish their requests.
      await delay(500)
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
