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
  const { address, stop } = await startProgram('apps/server/src/main.ts', { DATA_DIR: folder })
  return {
    address,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A server of ours, with nothing of the caller's own settings; it says where it runs. */
export async function startProgram(file: string, settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const server = spawn(process.execPath, [join(root, file)], {
    env: { PATH, HOME, LOG_LEVEL: 'warn', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    address: await whereItRuns(server),
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
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
