import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Answer, Refused } from './answers.ts'
import type { Simulator } from './context.ts'
import { FaultRule } from './faults.ts'
import { readLedger, settle } from './ledger.ts'
import { isLocal } from './local-callers.ts'
import { Amount } from './money.ts'
import { dropAccessTokens, findConnections, revoke, rotationMs } from './oauth/connections.ts'
import { type Operation, operations } from './operations.ts'
import { refundByHand } from './refunds.ts'
import { outcome, send } from './serve.ts'
import { changeSettings, defaultSettings, getSettings, requestMemories } from './settings.ts'
import type { Change } from './state.ts'

const SettingsChange = z.strictObject({
  requestMemory: z.enum(requestMemories).optional(),
  strictRefresh: z.boolean().optional(),
  seed: z.int().min(0).max(0xffffffff).optional(),
})
// A hundred years either way keeps every instant printable as a Date.
const Seconds = z.number().min(-3.2e9).max(3.2e9)
const ClockChange = z.union([z.strictObject({ offsetSeconds: Seconds }), z.strictObject({ advanceSeconds: Seconds })])
const Which = z.strictObject({ chargeIds: z.array(z.string()).max(10_000).optional() }).default({})
const Whose = z.strictObject({ realmId: z.string().optional() }).default({})
const CallFilter = z.object({ operation: z.enum(operations).optional(), requestId: z.string().optional() })
const FaultId = z.object({ id: z.coerce.number().int() })
const ByHand = z.strictObject({ amount: Amount })
const ChargeId = z.object({ chargeId: z.string() })

/** The calls that control the simulator, only from this machine; the README lists them. */
export function registerControl(app: FastifyInstance, simulator: Simulator): void {
  const { store, faults, calls, clock, publicUrl } = simulator

  app.addHook('onRequest', async (request, reply) => {
    if (isLocal(request, publicUrl)) return
    await send(reply, { status: 403, body: { error: 'loopback-only' } })
  })

  type Perform = (request: FastifyRequest) => Answer
  const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, perform: Perform): void => {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const answer = outcome(() => perform(request))
        return send(reply, answer)
      },
    })
  }
  const ok = (body: unknown): Answer => ({ status: 200, body })
  const settings = () => {
    const { clockOffsetMs: _, ...shown } = getSettings(store)
    return { ...shown, seed: faults.seed }
  }
  const now = () => ({
    now: new Date(clock.now()).toISOString(),
    offsetSeconds: getSettings(store).clockOffsetMs / 1000,
  })

  route('GET', '/faults', () => ok({ seed: faults.seed, faults: faults.list() }))
  route('POST', '/faults', (request) => ({
    status: 201,
    body: { seed: faults.seed, ...faults.add(parse(FaultRule, request.body)) },
  }))
  route('DELETE', '/faults', () => {
    faults.clear()
    return { status: 204 }
  })
  route('DELETE', '/faults/:id', (request) =>
    faults.remove(parse(FaultId, request.params).id) ? { status: 204 } : notFound(),
  )

  route('GET', '/settings', () => ok(settings()))
  route('PATCH', '/settings', (request) => {
    const { seed, ...change } = parse(SettingsChange, request.body)
    changeSettings(store, change)
    if (seed !== undefined) faults.reseed(seed)
    return ok(settings())
  })
  route('GET', '/clock', () => ok(now()))
  route('POST', '/clock', (request) => {
    const change = parse(ClockChange, request.body)
    const { clockOffsetMs } = getSettings(store)
    const offset =
      'offsetSeconds' in change ? change.offsetSeconds * 1000 : clockOffsetMs + change.advanceSeconds * 1000
    const limit = 3.2e12
    changeSettings(store, { clockOffsetMs: Math.max(-limit, Math.min(limit, Math.round(offset))) })
    return ok(now())
  })
  route('POST', '/reset', () => {
    faults.clear()
    calls.clear()
    changeSettings(store, defaultSettings)
    return { status: 204 }
  })

  route('GET', '/calls', (request) => {
    const { operation, requestId } = parse(CallFilter, request.query)
    const listed = calls
      .list()
      .filter((call) => (!operation || call.operation === operation) && (!requestId || call.requestId === requestId))
    const counts = Object.fromEntries(operations.map((name): [Operation, number] => [name, 0]))
    for (const call of listed) counts[call.operation] = (counts[call.operation] ?? 0) + 1
    return ok({ counts, calls: listed })
  })
  route('DELETE', '/calls', () => {
    calls.clear()
    return { status: 204 }
  })

  route('GET', '/ledger', () => ok(readLedger(store)))
  route('POST', '/settle', (request) => {
    const { chargeIds } = parse(Which, request.body)
    return ok({ settled: settle(store, (charge) => !chargeIds || chargeIds.includes(charge.id)) })
  })
  route('POST', '/charges/:chargeId/risk-void', (request) => {
    const charge = store.get('charges', parse(ChargeId, request.params).chargeId)
    if (!charge) return notFound()
    if (charge.isSettled || !['AUTHORIZED', 'CAPTURED'].includes(charge.status)) {
      return { status: 409, body: { error: 'not-voidable', status: charge.status } }
    }
    store.commit([['charges', charge.id, { ...charge, status: 'CANCELLED' }]])
    return ok({ id: charge.id, status: 'CANCELLED' })
  })

  route('POST', '/charges/:chargeId/refund', (request) => {
    const charge = store.get('charges', parse(ChargeId, request.params).chargeId)
    if (!charge) return notFound()
    const refunded = refundByHand(simulator, charge, parse(ByHand, request.body).amount)
    store.commit([['charges', charge.id, refunded]])
    return ok({ id: charge.id, status: refunded.status })
  })

  route('GET', '/connections', () => {
    const live = store.list('accessTokens').filter((token) => token.expiresAt > clock.now())
    const connections = store.list('connections').map(({ id, realmId, scopes, isRevoked, startedAt, ...chain }) => ({
      id,
      realmId,
      scopes,
      isRevoked,
      startedAt: new Date(startedAt).toISOString(),
      refreshMadeAt: new Date(chain.refreshMadeAt).toISOString(),
      liveAccessTokens: live.filter((token) => token.connectionId === id).length,
    }))
    return ok({ connections })
  })
  const forConnections = (url: string, change: (connection: ReturnType<typeof findConnections>[number]) => Change[]) =>
    route('POST', url, (request) => {
      const meant = findConnections(store, parse(Whose, request.body).realmId)
      for (const connection of meant) store.commit(change(connection))
      return ok({ connections: meant.length })
    })
  forConnections('/connections/expire-access-tokens', (connection) => dropAccessTokens(store, connection.id))
  forConnections('/connections/revoke', (connection) => revoke(store, connection.id))
  forConnections('/connections/rotate', (connection) => [
    ['connections', connection.id, { ...connection, refreshMadeAt: clock.now() - rotationMs }],
  ])
}

/** Parses input with its schema. Bodies arrive as text and may be missing if all their fields are optional. */
function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(typeof input === 'string' ? fromJson(input) : (input ?? undefined))
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new Refused({ status: 400, body: { error: 'invalid', details } })
}

function fromJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refused({ status: 400, body: { error: 'invalid', details: [{ path: '', message: 'not JSON' }] } })
  }
}

function notFound(): Answer {
  return { status: 404, body: { error: 'not-found' } }
}
