import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildWebIfStale } from '../../scripts/web-build.ts'

const root = join(import.meta.dirname, '../..')

/** Of the first admin of a site that was played. */
export const PLAYED_PASSWORD = 'a long enough password'

/**
 * The site and its server as a visitor meets them, on a database of their own, at an address of this machine; with the demo's
 * two seasons when it `isPlayed`.
 */
export async function startSite({ isPlayed = false } = {}): Promise<{ address: string; stop: () => Promise<void> }> {
  if (!(await buildWebIfStale())) throw new Error('The site could not be built.')
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-bench-'))
  if (isPlayed) {
    const seed = startProcess('scripts/seed.ts', { DATA_DIR: folder, ADMIN_PASSWORD: PLAYED_PASSWORD })
    const [code] = await once(seed.stdout!.resume() && seed, 'exit')
    if (code !== 0) throw new Error('The demo could not be played.')
  }
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
  const server = startProcess(file, settings)
  return {
    address: await whereItRuns(server),
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

function whereItRuns(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(server.stdout!).on('line', (line) => {
      const address = /running at (http:\/\/\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}
