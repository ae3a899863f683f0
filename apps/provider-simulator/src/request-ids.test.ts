import { describe, expect, test } from 'vitest'
import { errorOf } from './testing/simulator-client.ts'
import { startSimulator } from './testing/start-simulator.ts'

async function capturedCents(simulator: Awaited<ReturnType<typeof startSimulator>>): Promise<unknown> {
  const { totals } = (await simulator.readControl('/ledger')).json
  return (totals as Record<string, unknown>).capturedCents
}

test('a repeat gets the first response, whatever its amount, and charges nothing', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const first = await merchant.charge({ amount: '150.00', requestId: 'one' })
  const again = await merchant.charge({ amount: '999.00', requestId: 'one' })
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(await capturedCents(simulator)).toBe(15_000)
})

test('a hundred concurrent repeats make one charge', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const token = await simulator.cardToken('Ada')
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => merchant.charge({ token, requestId: 'the-same' })),
  )
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  expect(await capturedCents(simulator)).toBe(15_000)
})

test('a repeat after a void still gets the first response', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const first = await merchant.charge({ requestId: 'one' })
  await merchant.void('one')
  expect((await merchant.charge({ requestId: 'one' })).text).toBe(first.text)
})

test('an id used for one operation is refused for another', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const { id } = (await merchant.charge({ requestId: 'one' })).json
  const refund = await merchant.refund(String(id), '10.00', 'one')
  expect([refund.status, errorOf(refund)]).toMatchObject([400, { detail: 'requestId' }])
  expect(errorOf(await merchant.void('one', 'one'))).toMatchObject({ detail: 'requestId' })
})

test.each(['with.dot', 'bang!', 'with space', 'x'.repeat(51)])('the id %j is refused', async (requestId) => {
  const simulator = await startSimulator()
  const reply = await (await simulator.aMerchant()).charge({ requestId })
  expect([reply.status, errorOf(reply)]).toMatchObject([400, { message: 'request is invalid.' }])
})

test('a refusal is not remembered, so a repeat may succeed', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  expect((await merchant.charge({ amount: '-1', requestId: 'one' })).status).toBe(400)
  expect((await merchant.charge({ requestId: 'one' })).status).toBe(201)
})

test('a decline is remembered', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const first = await merchant.charge({ name: 'Decline error', requestId: 'one' })
  const again = await merchant.charge({ name: 'Ada', requestId: 'one' })
  expect([again.status, again.text]).toEqual([first.status, first.text])
})

describe('memory modes', () => {
  async function aRepeat(mode: string, laterSeconds = 0) {
    const simulator = await startSimulator()
    await simulator.control('/settings', { requestMemory: mode }, 'PATCH')
    const { refreshToken } = await simulator.connect()
    const freshMerchant = async () =>
      simulator.merchant(String((await simulator.refresh(refreshToken)).json.access_token))
    const token = await simulator.cardToken('Ada')
    const merchant = await freshMerchant()
    const first = await merchant.charge({ token, requestId: 'one' })
    await simulator.control('/clock', { advanceSeconds: laterSeconds })
    const again = await (laterSeconds === 0 ? merchant : await freshMerchant()).charge({ token, requestId: 'one' })
    return { first, again, voided: laterSeconds === 0 ? await merchant.void('one') : undefined }
  }

  test('24h: a repeat within a day gets the first response, later the id is new', async () => {
    const soon = await aRepeat('24h')
    expect(soon.again.text).toBe(soon.first.text)
    const late = await aRepeat('24h', 86_400)
    expect(errorOf(late.again)).toMatchObject({ detail: 'Token' })
  })

  test('none: neither a repeat nor a void finds the charge', async () => {
    const { again, voided } = await aRepeat('none')
    expect(errorOf(again)).toMatchObject({ detail: 'Token' })
    expect(voided?.status).toBe(404)
  })

  test('voids-only: a repeat is processed as new, a void finds the charge', async () => {
    const { again, voided } = await aRepeat('voids-only')
    expect(errorOf(again)).toMatchObject({ detail: 'Token' })
    expect(voided?.json).toMatchObject({ type: 'VOID', status: 'ISSUED' })
  })
})
