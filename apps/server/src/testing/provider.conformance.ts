import { randomUUID } from 'node:crypto'
import type { CardPayload } from '@arcadia/contract/payments'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaymentsProvider } from '../features/provider/provider.ts'

/**
 * Our assumptions about the provider as one test suite. It always runs against the simulator, and against the provider's
 * sandbox if there are credentials; a difference between the two is a bug in the simulator.
 */
export function describeProvider(
  name: string,
  open: () => Promise<{ provider: PaymentsProvider; realmId: string }>,
): void {
  describe(`a payments provider (${name})`, () => {
    let provider: PaymentsProvider
    let realmId: string
    beforeAll(async () => {
      ;({ provider, realmId } = await open())
    })

    async function cardToken(holder = 'Ada Angler'): Promise<string> {
      const outcome = await provider.createCardToken(card(holder))
      if (outcome.kind !== 'created') throw new Error(`no card token: ${outcome.kind}`)
      return outcome.token
    }
    const order = async (amountCents: number, holder?: string) => ({
      realmId,
      requestId: randomUUID(),
      amountCents,
      cardToken: await cardToken(holder),
      description: 'Conformance',
      isMobile: false,
    })
    async function captured(amountCents: number) {
      const request = await order(amountCents)
      const outcome = await provider.charge(request)
      if (outcome.kind !== 'captured') throw new Error(`not captured: ${JSON.stringify(outcome)}`)
      return { ...outcome, requestId: request.requestId }
    }

    test('captures a charge and can read it back', async () => {
      const { chargeId, last4 } = await captured(12_345)
      expect(last4).toBe('1111')
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({
        kind: 'found',
        charge: { status: 'captured', amountCents: 12_345, refundedCents: 0 },
      })
    })

    test('returns the same charge for a repeated request', async () => {
      const request = await order(1500)
      const first = await provider.charge(request)
      expect(await provider.charge(request)).toEqual(first)
      // A different amount still returns the first charge, and our client notices the mismatch.
      expect((await provider.charge({ ...request, amountCents: 9900 })).kind).toBe('unknown')
    })

    test('reports a decline as a decline, not as an error', async () => {
      expect(await provider.charge(await order(1500, 'emulate=10401'))).toMatchObject({
        kind: 'declined',
        isTokenRefused: false,
      })
    })

    test('reports its own failure as unknown: neither a decline nor proof that nothing happened', async () => {
      expect((await provider.charge(await order(1500, 'emulate=10201'))).kind).toBe('unknown')
    })

    test('accepts a card token only once', async () => {
      const request = await order(1500)
      await provider.charge(request)
      const again = await provider.charge({ ...request, requestId: randomUUID() })
      expect(again).toMatchObject({ kind: 'declined', isTokenRefused: true })
    })

    test('makes partial refunds up to the full amount', async () => {
      const { chargeId } = await captured(10_000)
      const part = { realmId, chargeId, amountCents: 4000, description: 'Part' }
      expect((await provider.refund({ ...part, requestId: randomUUID() })).kind).toBe('refunded')
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { refundedCents: 4000 } })
      expect((await provider.refund({ ...part, amountCents: 7000, requestId: randomUUID() })).kind).toBe('refused')
      expect((await provider.refund({ ...part, amountCents: 6000, requestId: randomUUID() })).kind).toBe('refunded')
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { refundedCents: 10_000 } })
    })

    test('refunds once for a repeated request', async () => {
      const { chargeId } = await captured(10_000)
      const refund = { realmId, requestId: randomUUID(), chargeId, amountCents: 2500, description: 'Once' }
      expect(await provider.refund(refund)).toEqual(await provider.refund(refund))
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { refundedCents: 2500 } })
    })

    test('voids a charge by its request id', async () => {
      const { chargeId, requestId } = await captured(5000)
      expect(await provider.voidByRequest({ realmId, requestId: randomUUID(), chargeRequestId: requestId })).toEqual({
        kind: 'voided',
      })
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { status: 'cancelled' } })
    })

    test('refuses to void an unknown request', async () => {
      const outcome = await provider.voidByRequest({ realmId, requestId: randomUUID(), chargeRequestId: randomUUID() })
      expect(outcome.kind).toBe('refused')
    })

    test('reports an unknown charge as missing', async () => {
      expect((await provider.findCharge({ realmId, chargeId: 'NOSUCHCHARGE' })).kind).toBe('missing')
    })

    test('rejects an invalid card number, when tokenizing or when charging', async () => {
      const outcome = await provider.createCardToken({ card: { ...card('Ada').card, number: '4000000000000001' } })
      if (outcome.kind !== 'created') return expect(outcome.kind).toBe('refused')
      const charge = {
        realmId,
        requestId: randomUUID(),
        amountCents: 100,
        cardToken: outcome.token,
        description: 'Refused',
        isMobile: false,
      }
      return expect((await provider.charge(charge)).kind).toBe('declined')
    })
  })
}

function card(name: string): CardPayload {
  return {
    card: {
      name,
      number: '4111111111111111',
      expMonth: '12',
      expYear: '2035',
      cvc: '123',
      address: { streetAddress: '1 Pier Rd', city: 'Arcadia', region: 'FL', country: 'US', postalCode: '34266' },
    },
  }
}
