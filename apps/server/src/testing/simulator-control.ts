/** The simulator's control API, as tests use it: see the README of apps/provider-simulator. */
export interface SimulatorControl {
  /** Injects a fault. */
  fault(rule: { operation: string; fault: string; times?: number; percent?: number; delayMs?: number }): Promise<void>
  /** Clears all faults; delayed responses are sent now. */
  endFaults(): Promise<void>
  /** How many calls of an operation reached it. */
  calls(operation: string): Promise<number>
  ledger(): Promise<SimulatorLedger>
  control(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** Tokenizes a card, as a browser would. */
  cardToken(name?: string): Promise<string>
}

interface SimulatorLedger {
  totals: { charges: number; capturedCents: number; netCents: number }
  charges: {
    id: string
    requestId: string
    status: string
    amountCents: number
    capturedCents: number
    refundedCents: number
    voidedCents: number
    cardName: string
  }[]
}

export function controlOf(url: string): SimulatorControl {
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
    control,
    fault: async (rule) => void (await control('POST', '/faults', rule)),
    endFaults: async () => void (await control('DELETE', '/faults')),
    async calls(operation) {
      const { counts } = (await control('GET', '/calls')) as { counts: Record<string, number> }
      return counts[operation] ?? 0
    },
    ledger: async () => (await control('GET', '/ledger')) as SimulatorLedger,
    async cardToken(name = 'Ada Angler') {
      const response = await fetch(`${url}/quickbooks/v4/payments/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ card: testCard(name) }),
      })
      const { value } = (await response.json()) as { value: string }
      return value
    },
  }
}

/** One of the provider's test cards. */
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
