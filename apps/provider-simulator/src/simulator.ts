import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { type Answer, invalid, serviceErrors } from './answers.ts'
import { createCallLog } from './call-log.ts'
import { registerCaptures } from './captures.ts'
import { registerCards } from './cards.ts'
import { registerCharges } from './charges.ts'
import type { Simulator } from './context.ts'
import { registerControl } from './control.ts'
import { createFaults } from './faults.ts'
import { registerAuthorize } from './oauth/authorize.ts'
import { registerTokens } from './oauth/tokens.ts'
import { registerRefunds } from './refunds.ts'
import { send } from './serve.ts'
import { getSettings } from './settings.ts'
import { openStore } from './state.ts'

export interface SimulatorOptions {
  /** The folder of its state, which survives a kill. One simulator per folder. */
  stateDir: string
  /** Whether to flush every commit; off in tests, where that takes a tenth of the time. */
  isSafe?: boolean | undefined
  /** Its public URL without a trailing slash; if empty, the origin. */
  publicUrl: string
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** Allowed redirect addresses of the consent page, compared exactly. */
  redirectUris?: string[] | undefined
}

/** A simulated payments provider, as a Fastify plugin. Register it under a prefix or alone. */
export async function simulator(app: FastifyInstance, options: SimulatorOptions): Promise<void> {
  const store = openStore(options.stateDir, options.isSafe)
  const closing = new AbortController()
  // Every slow or hanging call adds a listener; many of them are not a leak.
  setMaxListeners(0, closing.signal)

  const parts: Simulator = {
    store,
    faults: createFaults(),
    calls: createCallLog(),
    clock: { now: () => Date.now() + getSettings(store).clockOffsetMs },
    client: {
      id: options.clientId ?? 'simulator-client',
      secret: options.clientSecret ?? 'simulator-secret',
      redirectUris: options.redirectUris ?? [],
    },
    publicUrl: options.publicUrl,
    closing: closing.signal,
  }

  // Bodies stay text until an operation parses them with its own rules, so content types are handled there.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('intuit_tid', `1-${randomBytes(4).toString('hex')}-${randomBytes(12).toString('hex')}`)
  })
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onClose', async () => store.close())

  app.setNotFoundHandler(async (_request, reply) => send(reply, invalid('uri', 404)))
  app.setErrorHandler(async (error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) request.log.error(error)
    return send(reply, failure(status))
  })

  registerAuthorize(app, parts)
  registerTokens(app, parts)
  registerCards(app, parts)
  registerCharges(app, parts)
  registerCaptures(app, parts)
  registerRefunds(app, parts)
  await app.register(async (control) => registerControl(control, parts), { prefix: '/control' })
}

function failure(status: number): Answer {
  if (status < 500) return invalid('request', status)
  return serviceErrors([{ code: 'PMT-6000', message: 'A temporary issue prevented this request.' }], 500)
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}
