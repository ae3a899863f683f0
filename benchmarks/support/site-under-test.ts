import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildWebIfStale } from '../../scripts/web-build.ts'

const root = join(import.meta.dirname, '../..')

/** The site and its server as a visitor meets them, on a database of their own, at an address of this machine. */
export async function startSite(): Promise<{ address: string; stop: () => Promise<void> }> {
  if (!(await buildWebIfStale())) throw new Error('The site could not be built.')
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-bench-'))
  // Nothing of the caller's own settings.
  const { PATH = '', HOME = '' } = process.env
  const server = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    env: { PATH, HOME, DATA_DIR: folder, LOG_LEVEL: 'warn', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await whereItRuns(server)
  return {
    address,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function whereItRuns(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(server.stdout!).on('line', (line) => {
      const address = /running at (http:\/\/\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}
