import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulator } from '@arcadia/provider-simulator/simulator'
import Fastify from 'fastify'

/** The payments simulator on a port of its own, spoken to over HTTP by the same client as the real provider. */
export interface TestSimulator {
  url: string
  /** Asks for trouble: see the simulator's README. */
  fault(rule: { operation: string; fault: string; times?: number; percent?: number; delayMs?: number }): Promise<void>
  clearFaults(): Promise<void>
  /** How many calls of an operation reached it. */
  calls(operation: string): Promise<number>
  ledger(): Promise<{
    totals: { charges: number; capturedCents: number; netCents: number }
    charges: { requestId: string; status: string; amountCents: number }[]
  }>
  control(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** A card token, as a browser gets it. */
  cardToken(name?: string): Promise<string>
  close(): Promise<void>
}

export async function startTestSimulator(redirectUri: string): Promise<TestSimulator> {
  const stateDir = mkdtempSync(join(tmpdir(), 'arcadia-simulator-'))
  const http = Fastify()
  // Its own address is known only once it listens, and only its consent page needs it.
  await http.register(simulator, { stateDir, publicUrl: 'http://localhost', redirectUris: [redirectUri] })
  const url = await http.listen({ host: '127.0.0.1', port: 0 })

  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}/control${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`simulator: ${method} ${path} answered ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }

  return {
    url,
    control,
    fault: async (rule) => void (await control('POST', '/faults', rule)),
    clearFaults: async () => void (await control('DELETE', '/faults')),
    async calls(operation) {
      const { counts } = (await control('GET', '/calls')) as { counts: Record<string, number> }
      return counts[operation] ?? 0
    },
    ledger: async () => (await control('GET', '/ledger')) as Awaited<ReturnType<TestSimulator['ledger']>>,
    async cardToken(name = 'Ada Angler') {
      const response = await fetch(`${url}/quickbooks/v4/payments/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ card: testCard(name) }),
      })
      const { value } = (await response.json()) as { value: string }
      return value
    },
    async close() {
      await http.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** A card of the provider's test list. */
export function testCard(name = 'Ada Angler') {
  return {
    name,
    number: '4111111111111111',
    expMonth: '12',
    expYear: '2035',
    cvc: '123',
    address: { streetAddress: '1 Pier Rd', city: 'Arcadia', region: 'FL', country: 'US', postalCode: '34266' },
  }
}
