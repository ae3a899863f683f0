import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulator } from '@arcadia/provider-simulator/simulator'
import Fastify from 'fastify'
import { controlOf, type SimulatorControl } from './simulator-control.ts'

/** The payments simulator on its own port, called over HTTP by the same client as the real provider. */
export interface TestSimulator extends SimulatorControl {
  url: string
  close(): Promise<void>
}

export const REDIRECT_URI = 'http://localhost:3000/quickbooks/callback'

export async function startTestSimulator(): Promise<TestSimulator> {
  const stateDir = mkdtempSync(join(tmpdir(), 'arcadia-simulator-'))
  const http = Fastify({ forceCloseConnections: true })
  await http.register(simulator, { stateDir, isSafe: false, publicUrl: '', redirectUris: [REDIRECT_URI] })
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    ...controlOf(url),
    async close() {
      await http.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}
