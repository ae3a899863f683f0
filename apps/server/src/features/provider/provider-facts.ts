import { deepEqual, equal, ok, partialDeepStrictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CardPayload } from '@arcadia/contract/payments'
import type { QuickbooksOauth } from '../merchant/quickbooks-oauth.ts'
import type { PaymentsProvider } from './provider.ts'

/** What a fact is looked for at. */
export interface Provider {
  provider: PaymentsProvider
  realmId: string
  oauth: QuickbooksOauth
  /** With a client secret that is not ours. */
  strangersOauth: QuickbooksOauth
  /** Renews, and returns what the provider granted last. */
  renew(): ReturnType<QuickbooksOauth['refresh']>
  /** Charges with an access token that was never issued; returns whether another was asked for. */
  chargeAsStranger(order: Parameters<PaymentsProvider['charge']>[0]): Promise<boolean>
}

interface Fact {
  fact: string
  /** Throws what came instead. */
  see(at: Provider): Promise<void>
}

const AMOUNT = 1500

/** Everything that the program relies on at QuickBooks, one fact at a time (docs/rules.md §12.16). */
export const FACTS: readonly Fact[] = [
  {
    fact: "Renews the connection, and says how long it and its access token last; the newest refresh token is the next one's",
    async see({ renew }) {
      for (const answer of [await renew(), await renew()]) {
        equal(answer.kind, 'granted', 'problem' in answer ? answer.problem : '')
        if (answer.kind !== 'granted') return
        ok(answer.tokens.accessSeconds >= 600, `an access token lasts ${answer.tokens.accessSeconds} s`)
        ok(answer.tokens.refreshSeconds >= 86_400, `the connection lasts ${answer.tokens.refreshSeconds} s`)
      }
    },
  },
  {
    fact: 'Answers a refresh token that it never issued with invalid_grant: connect again',
    see: async ({ oauth }) => saw(await oauth.refresh('AB11never-issued'), { kind: 'refused' }),
  },
  {
    fact: "Answers a wrong client secret with invalid_client, which doesn't end the connection",
    async see({ strangersOauth }) {
      const answer = await strangersOauth.refresh('AB11never-issued')
      saw(answer, { kind: 'unavailable' })
      ok('problem' in answer && answer.problem.startsWith('invalid_client'), JSON.stringify(answer))
    },
  },
  {
    fact: 'Lets the page of another site ask for a card token, with a card in JSON',
    async see({ provider: { cardTokenUrl } }) {
      const { status, headers } = await fetch(cardTokenUrl, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://book.example.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
      ok(status < 300, `HTTP ${status}`)
      const allows = (name: string) => headers.get(`access-control-allow-${name}`) ?? 'nothing'
      ok(['*', 'https://book.example.com'].includes(allows('origin')), `allows ${allows('origin')}`)
      ok(/\*|content-type/i.test(allows('headers')), `allows the headers ${allows('headers')}`)
    },
  },
  {
    fact: 'Captures a charge, names the last four digits, and reads it back with the same amount',
    async see(at) {
      const { chargeId, last4 } = await captured(at, 12_345)
      equal(last4, '1111')
      saw(await find(at, chargeId), {
        kind: 'found',
        charge: { status: 'captured', amountCents: 12_345, refundedCents: 0 },
      })
    },
  },
  {
    fact: 'Answers a repeated Request-Id with the first charge, also where the amount differs, and charges once',
    async see(at) {
      const order = await orderOf(at)
      const first = await at.provider.charge(order)
      deepEqual(await at.provider.charge(order), first)
      // Our own client sees that the amount is not the one it asked for.
      saw(await at.provider.charge({ ...order, amountCents: 9900 }), { kind: 'unknown' })
    },
  },
  {
    fact: 'Answers a decline as a decline, not as an error',
    see: async (at) =>
      saw(await at.provider.charge(await orderOf(at, 'emulate=10401')), { kind: 'declined', isTokenRefused: false }),
  },
  {
    fact: 'Answers its own failure neither as a decline nor as proof that nothing happened',
    see: async (at) => saw(await at.provider.charge(await orderOf(at, 'emulate=10201')), { kind: 'unknown' }),
  },
  {
    fact: 'Takes a card token only once',
    async see(at) {
      const order = await orderOf(at)
      saw(await at.provider.charge(order), { kind: 'captured' })
      const again = await at.provider.charge({ ...order, requestId: randomUUID() })
      saw(again, { kind: 'declined', isTokenRefused: true })
    },
  },
  {
    fact: "Refuses a test card that doesn't exist, when it is typed or when it is charged",
    async see(at) {
      const token = await at.provider.createCardToken(card('Ada Angler', '4000000000000001'))
      if (token.kind !== 'created') return equal(token.kind, 'refused')
      const order = { ...(await orderOf(at)), cardToken: token.token }
      return saw(await at.provider.charge(order), { kind: 'declined' })
    },
  },
  {
    fact: "Refuses an access token that it doesn't know with 401, and charges nothing",
    see: async (at) => ok(await at.chargeAsStranger(await orderOf(at)), 'no newer access token was asked for'),
  },
  {
    fact: 'Refunds a part, then the rest, and never more than was charged',
    async see(at) {
      const { chargeId } = await captured(at, 10_000)
      const part = { realmId: at.realmId, chargeId, description: 'Part' }
      const refund = (amountCents: number) => at.provider.refund({ ...part, amountCents, requestId: randomUUID() })
      saw(await refund(4000), { kind: 'refunded' })
      saw(await find(at, chargeId), { charge: { refundedCents: 4000 } })
      saw(await refund(7000), { kind: 'refused' })
      saw(await refund(6000), { kind: 'refunded' })
      saw(await find(at, chargeId), { charge: { refundedCents: 10_000 } })
    },
  },
  {
    fact: 'Answers a repeated refund with the first one, and refunds once',
    async see(at) {
      const { chargeId } = await captured(at, 10_000)
      const { realmId, provider } = at
      const refund = { realmId, requestId: randomUUID(), chargeId, amountCents: 2500, description: 'Once' }
      const first = await provider.refund(refund)
      saw(first, { kind: 'refunded' })
      deepEqual(await provider.refund(refund), first)
      saw(await find(at, chargeId), { charge: { refundedCents: 2500 } })
    },
  },
  {
    fact: 'Cancels a charge by the Request-Id that it was made with',
    async see(at) {
      const { chargeId, requestId } = await captured(at, 5000)
      saw(await cancel(at, requestId), { kind: 'voided' })
      saw(await find(at, chargeId), { charge: { status: 'cancelled' } })
    },
  },
  {
    fact: 'Refuses to cancel what it was never asked to charge',
    see: async (at) => saw(await cancel(at, randomUUID()), { kind: 'refused' }),
  },
  {
    fact: "Says of a charge that it doesn't know that there is none",
    see: async (at) => saw(await find(at, 'NOSUCHCHARGE'), { kind: 'missing' }),
  },
]

function saw(answer: object, expected: object): void {
  partialDeepStrictEqual(answer, expected, `expected ${JSON.stringify(expected)}, got ${JSON.stringify(answer)}`)
}

async function orderOf({ provider, realmId }: Provider, holder = 'Ada Angler', amountCents = AMOUNT) {
  const token = await provider.createCardToken(card(holder))
  if (token.kind !== 'created') throw new Error(`no card token: ${JSON.stringify(token)}`)
  return {
    realmId,
    requestId: randomUUID(),
    amountCents,
    cardToken: token.token,
    description: 'Conformance',
    isMobile: false,
  }
}

async function captured(at: Provider, amountCents: number) {
  const order = await orderOf(at, undefined, amountCents)
  const outcome = await at.provider.charge(order)
  if (outcome.kind !== 'captured') throw new Error(`not captured: ${JSON.stringify(outcome)}`)
  return { ...outcome, requestId: order.requestId }
}

const find = ({ provider, realmId }: Provider, chargeId: string) => provider.findCharge({ realmId, chargeId })

const cancel = ({ provider, realmId }: Provider, chargeRequestId: string) =>
  provider.voidByRequest({ realmId, requestId: randomUUID(), chargeRequestId })

function card(name: string, number = '4111111111111111'): CardPayload {
  return {
    card: {
      name,
      number,
      expMonth: '12',
      expYear: '2035',
      cvc: '123',
      address: { streetAddress: '1 Pier Rd', city: 'Arcadia', region: 'FL', country: 'US', postalCode: '34266' },
    },
  }
}
