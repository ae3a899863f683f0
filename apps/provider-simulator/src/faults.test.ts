import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { faultNames } from './fault-catalogue.ts'
import { errorOf, type SimulatorClient } from './testing/simulator-client.ts'
import { eventually, startSimulator } from './testing/start-simulator.ts'

interface LedgerView {
  totals: { charges: number; capturedCents: number; netCents: number }
}

async function ledgerOf(simulator: SimulatorClient): Promise<LedgerView['totals']> {
  return ((await simulator.readControl('/ledger')).json as unknown as LedgerView).totals
}

/** Charges once under a fault, whatever the outcome. */
async function chargeUnder(fault: Record<string, unknown>, name = 'Ada') {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const token = await simulator.cardToken(name)
  await simulator.control('/faults', { operation: 'charge', times: 1, ...fault })
  const reply = await merchant.charge({ token, requestId: 'one' }).catch(() => 'cut off' as const)
  const { capturedCents } = await ledgerOf(simulator)
  return { simulator, merchant, token, reply, capturedCents }
}

describe('faults before processing charge nothing, and a repeat succeeds', () => {
  test.each([
    ['lost-request', 'cut off', undefined],
    ['too-many-requests', 429, '"code":"TooManyRequests"'],
    ['unauthorized', 401, '"code":"AuthenticationFailed"'],
    ['forbidden', 403, '"code":"AuthorizationFailed"'],
    ['server-error', 500, '<h1>Internal Server Error</h1>'],
    ['bad-gateway', 502, '<h1>Bad Gateway</h1>'],
    ['system-error', 400, 'PMT-6000'],
    ['account-error', 400, 'PMT-3000'],
    ['invalid-card', 400, 'card.number'],
  ])('%s', async (fault, status, text) => {
    const { merchant, token, reply, capturedCents } = await chargeUnder({ fault })
    expect(reply === 'cut off' ? reply : reply.status).toBe(status)
    if (reply !== 'cut off') expect(reply.text).toContain(text)
    expect(capturedCents).toBe(0)
    expect((await merchant.charge({ token, requestId: 'one' })).json.status).toBe('CAPTURED')
  })
})

describe('faults after processing leave the charge in place, and a repeat returns it', () => {
  test.each([
    ['lost-answer', 'cut off'],
    ['server-error-after', 500],
    ['bad-gateway-after', 502],
    ['system-error-after', 400],
    ['unreadable-answer', 200],
  ])('%s', async (fault, status) => {
    const { simulator, merchant, token, reply, capturedCents } = await chargeUnder({ fault })
    expect(reply === 'cut off' ? reply : reply.status).toBe(status)
    expect(capturedCents).toBe(15_000)
    expect((await merchant.charge({ token, requestId: 'one' })).json.status).toBe('CAPTURED')
    expect((await ledgerOf(simulator)).charges).toBe(1)
  })
})

describe('verdicts', () => {
  test.each([
    ['decline', 201, { status: 'DECLINED' }, 0],
    ['avs-fail', 201, { status: 'CAPTURED', avsStreet: 'Fail', avsZip: 'Fail' }, 15_000],
    ['cvv-fail', 201, { status: 'CAPTURED', cardSecurityCodeMatch: 'Fail' }, 15_000],
    ['decline-error', 400, { errors: [{ code: 'PMT-5000', type: 'transaction_declined' }] }, 0],
    ['fraud-error', 400, { errors: [{ code: 'PMT-2002', type: 'fraud_error' }] }, 0],
    ['fraud-warning', 400, { errors: [{ code: 'PMT-1001', type: 'fraud_warning' }] }, 15_000],
  ])('%s', async (fault, status, body, captured) => {
    const { reply, capturedCents } = await chargeUnder({ fault })
    expect(reply).toMatchObject({ status, json: body })
    expect(capturedCents).toBe(captured)
  })
})

describe('slowness', () => {
  test('before processing: nothing is charged until the delay ends or the faults are cleared', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    await simulator.control('/faults', { operation: 'charge', fault: 'slow', delayMs: 600_000 })
    const slow = merchant.charge()
    await eventually(async () => (await simulator.readControl('/calls?operation=charge')).text).toContain('"slow"')
    expect((await ledgerOf(simulator)).charges).toBe(0)
    await simulator.control('/faults', undefined, 'DELETE')
    expect((await slow).status).toBe(201)
  })

  test('after processing: charged immediately, response delayed', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    await simulator.control('/faults', { operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    let isAnswered = false
    const slow = merchant.charge().finally(() => {
      isAnswered = true
    })
    await eventually(() => ledgerOf(simulator)).toMatchObject({ charges: 1 })
    expect(isAnswered).toBe(false)
    await simulator.control('/faults', undefined, 'DELETE')
    expect((await slow).status).toBe(201)
  })

  test.each([
    ['hang', 0],
    ['hang-after', 15_000],
  ])('%s never responds', async (fault, captured) => {
    const simulator = await startSimulator()
    const { accessToken } = await simulator.connect()
    const token = await simulator.cardToken('Ada')
    await simulator.control('/faults', { operation: 'charge', fault })
    const giveUp = new AbortController()
    const hanging = simulator.send('/quickbooks/v4/payments/charges', {
      method: 'POST',
      signal: giveUp.signal,
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json', 'Request-Id': 'one' },
      body: JSON.stringify({ amount: '150.00', currency: 'USD', token }),
    })
    await eventually(async () => (await simulator.readControl('/calls?operation=charge')).text).toContain(fault)
    await eventually(async () => (await ledgerOf(simulator)).capturedCents).toBe(captured)
    giveUp.abort()
    await expect(hanging).rejects.toThrow()
  })
})

describe('faults of refunds and voids', () => {
  test('a refund with a lost response is found by its Request-Id', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    const id = String((await merchant.charge({ name: 'Refund lost answer' })).json.id)
    await expect(merchant.refund(id, '50.00', 'back')).rejects.toThrow()
    expect((await merchant.refund(id, '50.00', 'back')).json).toMatchObject({ status: 'ISSUED', amount: '50.00' })
    expect((await merchant.find(id)).json.refundDetail).toHaveLength(1)
  })

  test('a void with a lost response, and a refused void', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    await merchant.charge({ requestId: 'one' })
    await simulator.control('/faults', { operation: 'void', fault: 'refuse', times: 1 })
    expect(errorOf(await merchant.void('one', 'undo'))).toMatchObject({ detail: 'chargeId' })
    await simulator.control('/faults', { operation: 'void', fault: 'lost-answer', times: 1 })
    await expect(merchant.void('one', 'undo')).rejects.toThrow()
    expect((await merchant.void('one', 'undo')).json).toMatchObject({ type: 'VOID', status: 'ISSUED' })
    expect((await ledgerOf(simulator)).netCents).toBe(0)
  })

  test('the test rig header declines a refund and a capture', async () => {
    const simulator = await startSimulator()
    const { accessToken } = await simulator.connect()
    const merchant = simulator.merchant(accessToken)
    const headers = (emulation: string) => ({ Authorization: `Bearer ${accessToken}`, emulation })
    const charges = '/quickbooks/v4/payments/charges'
    const paid = String((await merchant.charge()).json.id)
    const refund = await simulator.sendJson(`${charges}/${paid}/refunds`, {}, headers('emulate=10401'))
    expect(refund.json.status).toBe('DECLINED')
    const held = String((await merchant.charge({ capture: false })).json.id)
    const capture = await simulator.sendJson(`${charges}/${held}/capture`, { amount: '1.00' }, headers('emulate=10406'))
    expect(errorOf(capture)).toMatchObject({ code: 'PMT-5000' })
  })
})

describe('faults by the name on the card', () => {
  test.each([
    ['emulate=0', { status: 'CAPTURED' }],
    ['emulate=10401', { status: 'DECLINED' }],
    ['emulate=10301', { errors: [{ code: 'PMT-4000', detail: 'card.number' }] }],
    ['emulate=10000.avscvdfail', { errors: [{ code: 'PMT-2002' }] }],
    ['Decline', { status: 'DECLINED' }],
    ['  decline ', { status: 'DECLINED' }],
    ['AVS fail', { status: 'CAPTURED', avsZip: 'Fail' }],
    ['Refund decline', { status: 'CAPTURED' }],
    ['Account error', { errors: [{ code: 'PMT-3000' }] }],
    ['Declan Slow', { status: 'CAPTURED' }],
  ])('%s', async (name, body) => {
    const simulator = await startSimulator()
    expect((await (await simulator.aMerchant()).charge({ name })).json).toMatchObject(body)
  })

  test('a name affects only the first call: a repeat of the same request succeeds', async () => {
    const { merchant, token, reply } = await chargeUnder({ fault: 'cvv-fail', operation: 'refund' }, 'Server error')
    expect(reply).toMatchObject({ status: 500 })
    expect((await merchant.charge({ token, requestId: 'one' })).status).toBe(201)
  })

  test('emulate=10201 fails every call and never charges', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    const token = await simulator.cardToken('emulate=10201')
    for (let turn = 0; turn < 3; turn += 1) {
      expect(errorOf(await merchant.charge({ token, requestId: 'one' }))).toMatchObject({ code: 'PMT-6000' })
    }
    expect((await ledgerOf(simulator)).charges).toBe(0)
  })

  test('"Slow 2" waits that many seconds', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    const slow = merchant.charge({ name: 'Slow 2' })
    await eventually(async () => (await simulator.readControl('/calls?operation=charge')).text).toContain('"slow"')
    expect((await ledgerOf(simulator)).charges).toBe(0)
    expect((await slow).status).toBe(201)
  })
})

describe('faults by control call', () => {
  test('an outage cuts off every provider call but not the control calls', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    await simulator.control('/faults', { operation: 'any', fault: 'lost-request' })
    await expect(merchant.find('x')).rejects.toThrow()
    await expect(simulator.connect()).rejects.toThrow()
    await expect(simulator.tokenize()).rejects.toThrow()
    await simulator.control('/faults', undefined, 'DELETE')
    expect((await merchant.charge()).status).toBe(201)
  })

  test('a 5xx of the token endpoint leaves the refresh token unchanged', async () => {
    const simulator = await startSimulator()
    const { refreshToken } = await simulator.connect()
    await simulator.control('/connections/rotate')
    await simulator.control('/faults', { operation: 'refresh', fault: 'server-error', times: 2 })
    expect((await simulator.refresh(refreshToken)).status).toBe(500)
    expect((await simulator.refresh(refreshToken)).status).toBe(500)
    expect((await simulator.refresh(refreshToken)).status).toBe(200)
  })

  test('invalid_grant can be requested', async () => {
    const simulator = await startSimulator()
    const { refreshToken } = await simulator.connect()
    await simulator.control('/faults', { operation: 'refresh', fault: 'invalid-grant', times: 1 })
    expect((await simulator.refresh(refreshToken)).text).toBe('{"error":"invalid_grant"}')
    expect((await simulator.refresh(refreshToken)).status).toBe(200)
  })

  test('429 has a Retry-After header', async () => {
    const { reply } = await chargeUnder({ fault: 'too-many-requests', retryAfterSeconds: 7 })
    expect(reply === 'cut off' ? undefined : reply.headers.get('retry-after')).toBe('7')
  })

  test('a percentage affects the same calls with the same seed', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    await simulator.control('/faults', { operation: 'find-charge', fault: 'server-error', percent: 40 })
    const run = async () => {
      await simulator.control('/settings', { seed: 1234 }, 'PATCH')
      const statuses: number[] = []
      for (let turn = 0; turn < 40; turn += 1) statuses.push((await merchant.find('x')).status)
      return statuses
    }
    const first = await run()
    expect(await run()).toEqual(first)
    expect(new Set(first)).toEqual(new Set([400, 500]))
  })

  test('a fault that does not apply to the operation is refused', async () => {
    const simulator = await startSimulator()
    for (const rule of [
      { operation: 'refresh', fault: 'decline' },
      { operation: 'charge', fault: 'no-such-fault' },
      { operation: 'charge', fault: 'slow', sometimes: true },
    ]) {
      const reply = await simulator.control('/faults', rule)
      expect([reply.status, reply.json.error]).toEqual([400, 'invalid'])
    }
  })
})

test('the README names every fault', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(faultNames.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
