import { describe, expect, test } from 'vitest'
import { errorOf } from './testing/simulator-client.ts'
import { startSimulator } from './testing/start-simulator.ts'

async function aChargedMerchant({ capture = true, settled = false } = {}) {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const { json } = await merchant.charge({ amount: '150.00', capture, requestId: 'the-charge' })
  if (settled) await simulator.control('/settle')
  const id = String(json.id)
  const status = async () => (await merchant.find(id)).json.status
  return { simulator, merchant, id, status }
}

describe('a refund or a void', () => {
  test.each([
    ['an authorisation, whole', { capture: false }, '150.00', 'VOID', 'CANCELLED'],
    ['captured, whole', {}, '150.00', 'VOID', 'CANCELLED'],
    ['captured, whole, no amount given', {}, undefined, 'VOID', 'CANCELLED'],
    ['captured, part', {}, '50.00', 'REFUND', 'REFUNDED'],
    ['settled, whole', { settled: true }, '150.00', 'REFUND', 'REFUNDED'],
    ['settled, part', { settled: true }, '50.00', 'REFUND', 'REFUNDED'],
  ])('%s', async (_, before, amount, type, after) => {
    const { merchant, id, status } = await aChargedMerchant(before)
    const reply = await merchant.refund(id, amount)
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({ status: 'ISSUED', type, amount: amount ?? '150.00' })
    expect(await status()).toBe(after)
  })

  test('a partial refund of an authorization is refused', async () => {
    const { merchant, id, status } = await aChargedMerchant({ capture: false })
    expect(errorOf(await merchant.refund(id, '50.00'))).toMatchObject({ code: 'PMT-4000', detail: 'chargeId' })
    expect(await status()).toBe('AUTHORIZED')
  })

  test('a cancelled or declined charge cannot be refunded', async () => {
    const { merchant, id } = await aChargedMerchant()
    await merchant.refund(id, '150.00')
    expect(errorOf(await merchant.refund(id, '1.00'))).toMatchObject({ detail: 'chargeId' })
    const declined = await merchant.charge({ name: 'Decline' })
    expect(errorOf(await merchant.refund(String(declined.json.id), '1.00'))).toMatchObject({ detail: 'chargeId' })
  })
})

describe('the sum of refunds', () => {
  test('never exceeds what was captured', async () => {
    const { merchant, id } = await aChargedMerchant({ settled: true })
    expect((await merchant.refund(id, '100.00')).status).toBe(201)
    expect(errorOf(await merchant.refund(id, '50.01'))).toMatchObject({ code: 'PMT-4000', detail: 'amount' })
    expect((await merchant.refund(id, '50.00')).status).toBe(201)
    expect(errorOf(await merchant.refund(id, '0.01'))).toMatchObject({ detail: 'chargeId' })
    expect((await merchant.find(id)).json.refundDetail).toHaveLength(2)
  })

  test('holds with many concurrent refunds', async () => {
    const { simulator, merchant, id } = await aChargedMerchant({ settled: true })
    const replies = await Promise.all(Array.from({ length: 20 }, () => merchant.refund(id, '40.00')))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3)
    const { json } = await simulator.readControl('/ledger')
    expect(json.totals).toMatchObject({ capturedCents: 15_000, refundedCents: 12_000, netCents: 3_000 })
  })

  test('of several concurrent full refunds, one succeeds', async () => {
    const { merchant, id } = await aChargedMerchant()
    const replies = await Promise.all(Array.from({ length: 10 }, () => merchant.refund(id, '150.00')))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
  })

  test('does not include a declined refund, which stays listed', async () => {
    const { simulator, merchant, id, status } = await aChargedMerchant({ settled: true })
    await simulator.control('/faults', { operation: 'refund', fault: 'decline', times: 1 })
    const declined = await merchant.refund(id, '150.00')
    expect([declined.status, declined.json.status]).toEqual([201, 'DECLINED'])
    expect(await status()).toBe('SETTLED')
    expect((await merchant.refund(id, '150.00')).json.status).toBe('ISSUED')
    expect((await merchant.find(id)).json.refundDetail).toHaveLength(2)
  })
})

test('a refund reads back, and settles', async () => {
  const { simulator, merchant, id } = await aChargedMerchant({ settled: true })
  const refund = await merchant.refund(id, '50.00')
  await simulator.control('/settle', { chargeIds: [id] })
  const { refundDetail } = (await merchant.find(id)).json
  expect(refundDetail).toMatchObject([{ id: refund.json.id, status: 'SETTLED', amount: '50.00' }])
})

describe('voiding by Request-Id', () => {
  test.each([{ capture: true }, { capture: false }])('voids an unsettled charge (%j)', async (before) => {
    const { simulator, merchant, status } = await aChargedMerchant(before)
    const reply = await merchant.void('the-charge')
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({ status: 'ISSUED', type: 'VOID', amount: '150.00' })
    expect(await status()).toBe('CANCELLED')
    const { json } = await simulator.readControl('/ledger')
    expect(json.totals).toMatchObject({ netCents: 0, voidedCents: before.capture ? 15_000 : 0 })
  })

  test('is refused for a settled, refunded or voided charge', async () => {
    const settled = await aChargedMerchant({ settled: true })
    expect(errorOf(await settled.merchant.void('the-charge'))).toMatchObject({ detail: 'chargeId' })
    const refunded = await aChargedMerchant()
    await refunded.merchant.refund(refunded.id, '10.00')
    expect(errorOf(await refunded.merchant.void('the-charge'))).toMatchObject({ detail: 'chargeId' })
    const voided = await aChargedMerchant()
    await voided.merchant.void('the-charge')
    expect(errorOf(await voided.merchant.void('the-charge'))).toMatchObject({ detail: 'chargeId' })
  })

  test('returns 404 for an unknown Request-Id', async () => {
    const { merchant } = await aChargedMerchant()
    const reply = await merchant.void('never-sent')
    expect(reply.status).toBe(404)
    expect(errorOf(reply)).toMatchObject({ code: 'PMT-4000', detail: 'requestId' })
  })

  test('repeats its response for its own Request-Id', async () => {
    const { merchant } = await aChargedMerchant()
    const first = await merchant.void('the-charge', 'the-void')
    const again = await merchant.void('the-charge', 'the-void')
    expect(again.text).toBe(first.text)
  })
})
