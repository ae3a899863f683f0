/** The payments provider, in a process that outlives our servers; faults can be injected and its ledger read. */
export interface Provider {
  url: string
  control(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** A card token, as a browser gets it; the name on the card can trigger a fault. */
  cardToken(name?: string): Promise<string>
  ledger(): Promise<ProviderCharge[]>
}

export interface ProviderCharge {
  id: string
  requestId: string
  capturedCents: number
  refundedCents: number
  voidedCents: number
}

/** One that is charged. */
export const CARD = {
  name: 'Ada Angler',
  number: '4111111111111111',
  expMonth: '12',
  expYear: '2035',
  cvc: '123',
  address: { streetAddress: '1 Pier Rd', city: 'Arcadia', region: 'FL', country: 'US', postalCode: '34266' },
}

export function providerAt(url: string): Provider {
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the provider answered ${method} ${path} with ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  return {
    url,
    control: (method, path, body) => ask(method, `/control${path}`, body),
    async cardToken(name = CARD.name) {
      const card = { ...CARD, name }
      return ((await ask('POST', '/quickbooks/v4/payments/tokens', { card })) as { value: string }).value
    },
    ledger: async () => ((await ask('GET', '/control/ledger')) as { charges: ProviderCharge[] }).charges,
  }
}
