import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { simulator } from '../simulator.ts'
import { createClient, redirectUri, type SimulatorClient } from './simulator-client.ts'

/** Starts a simulator on a free port for one test. */
export async function startSimulator(publicUrl = ''): Promise<SimulatorClient> {
  const stateDir = await newStateDir()
  const app = Fastify({ forceCloseConnections: true })
  await app.register(simulator, { stateDir, isSafe: false, publicUrl, redirectUris: [redirectUri] })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return createClient(url)
}

export async function newStateDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Waits for a condition, long enough for a busy machine. */
export function eventually<T>(read: () => T) {
  return expect.poll(read)
}
