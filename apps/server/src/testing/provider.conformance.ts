import { randomUUID } from 'node:crypto'
import type { CardPayload } from '@arcadia/contract/payments'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaymentsProvider } from '../features/provider/provider.ts'

/**
 * What we believe of the provider, as one suite. It runs on the simulator always and on the provider's sandbox where
 * there are credentials; a difference between the two is a bug of the simulator.
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
      const asked = await order(amountCents)
      const outcome = await provider.charge(asked)
      if (outcome.kind !== 'captured') throw new Error(`not captured: ${JSON.stringify(outcome)}`)
      return { ...outcome, requestId: asked.requestId }
    }

    test('captures a charge and can read it back', async () => {
      const { chargeId, last4 } = await captured(12_345)
      expect(last4).toBe('1111')
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({
        kind: 'found',
        charge: { status: 'captured', amountCents: 12_345, refundedCents: 0 },
      })
    })

    test('answers the same request with the same charge', async () => {
      const asked = await order(1500)
      const first = await provider.charge(asked)
      expect(await provider.charge(asked)).toEqual(first)
      // Even with another amount: the first one counts, and we see that it is not what was asked.
      expect((await provider.charge({ ...asked, amountCents: 9900 })).kind).toBe('unknown')
    })

    test('declines as an answer of its own, not as an error', async () => {
      expect(await provider.charge(await order(1500, 'emulate=10401'))).toMatchObject({
        kind: 'declined',
        isTokenRefused: false,
      })
    })

    test('may be in trouble, which is neither a decline nor proof that nothing happened', async () => {
      expect((await provider.charge(await order(1500, 'emulate=10201'))).kind).toBe('unknown')
    })

    test('takes a card token once', async () => {
      const asked = await order(1500)
      await provider.charge(asked)
      const again = await provider.charge({ ...asked, requestId: randomUUID() })
      expect(again).toMatchObject({ kind: 'declined', isTokenRefused: true })
    })

    test('gives back in parts until all is given back', async () => {
      const { chargeId } = await captured(10_000)
      const part = { realmId, chargeId, amountCents: 4000, description: 'Part' }
      expect((await provider.refund({ ...part, requestId: randomUUID() })).kind).toBe('refunded')
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { refundedCents: 4000 } })
      expect((await provider.refund({ ...part, amountCents: 7000, requestId: randomUUID() })).kind).toBe('refused')
      expect((await provider.refund({ ...part, amountCents: 6000, requestId: randomUUID() })).kind).toBe('refunded')
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { refundedCents: 10_000 } })
    })

    test('gives back once, however often the same refund is asked for', async () => {
      const { chargeId } = await captured(10_000)
      const refund = { realmId, requestId: randomUUID(), chargeId, amountCents: 2500, description: 'Once' }
      expect(await provider.refund(refund)).toEqual(await provider.refund(refund))
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { refundedCents: 2500 } })
    })

    test('undoes a charge known by its request only', async () => {
      const { chargeId, requestId } = await captured(5000)
      expect(await provider.voidByRequest({ realmId, requestId: randomUUID(), chargeRequestId: requestId })).toEqual({
        kind: 'voided',
      })
      expect(await provider.findCharge({ realmId, chargeId })).toMatchObject({ charge: { status: 'cancelled' } })
    })

    test('refuses to undo what it has never seen', async () => {
      const outcome = await provider.voidByRequest({ realmId, requestId: randomUUID(), chargeRequestId: randomUUID() })
      expect(outcome.kind).toBe('refused')
    })

    test('does not know a charge that is not there', async () => {
      expect((await provider.findCharge({ realmId, chargeId: 'NOSUCHCHARGE' })).kind).toBe('missing')
    })

    test('refuses a card that is none, when it is tokenised or charged', async () => {
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
