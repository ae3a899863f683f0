import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Answer, noStore, oauthError, Refused } from '../answers.ts'
import type { Exchange, Simulator } from '../context.ts'
import { formFields } from '../request-input.ts'
import { digest, isSameSecret, newId } from '../secrets.ts'
import { serve } from '../serve.ts'
import { getSettings } from '../settings.ts'
import {
  accessTokenMs,
  type Connection,
  findByRefreshToken,
  newAccessToken,
  newRefreshToken,
  refreshLimits,
  revoke,
  rotationMs,
} from './connections.ts'

const CodeGrant = z.object({ grant_type: z.literal('authorization_code'), code: z.string(), redirect_uri: z.string() })
const RefreshGrant = z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string() })
const Revocation = z.object({ token: z.string() })

/** The token endpoint (code exchange and refresh) and the revoke endpoint. */
export function registerTokens(app: FastifyInstance, simulator: Simulator): void {
  /** The refresh tokens in use, from processing until the response is sent, with their connections. */
  const refreshing = new Map<string, string>()

  app.post(
    '/oauth2/v1/tokens/bearer',
    serve(simulator, {
      operation: (request) => (formFields(request).grant_type === 'refresh_token' ? 'refresh' : 'exchange'),
      perform(exchange) {
        authenticateClient(simulator, exchange.request)
        const fields = formFields(exchange.request)
        const code = CodeGrant.safeParse(fields)
        if (code.success) return exchangeCode(simulator, exchange, code.data)
        const refresh = RefreshGrant.safeParse(fields)
        if (refresh.success) return refreshTokens(simulator, exchange, refresh.data.refresh_token, refreshing)
        const isKnown = ['authorization_code', 'refresh_token', undefined].includes(fields.grant_type)
        return oauthError(isKnown ? 'invalid_request' : 'unsupported_grant_type')
      },
    }),
  )

  app.post(
    '/v2/oauth2/tokens/revoke',
    serve(simulator, {
      operation: 'revoke',
      perform({ request }) {
        authenticateClient(simulator, request)
        const body = Revocation.safeParse(revocationFields(request))
        if (!body.success) return oauthError('invalid_request')
        const { token } = body.data
        const connectionId =
          findByRefreshToken(simulator, token)?.id ?? simulator.store.get('accessTokens', digest(token))?.connectionId
        if (!connectionId) return oauthError('invalid_request')
        simulator.store.commit(revoke(simulator.store, connectionId))
        return { status: 200 }
      },
    }),
  )
}

function authenticateClient({ client }: Simulator, request: FastifyRequest): void {
  const encoded = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const expected = `${client.id}:${client.secret}`
  if (isSameSecret(Buffer.from(encoded, 'base64').toString(), expected)) return
  throw new Refused(oauthError('invalid_client', 401))
}

function exchangeCode(simulator: Simulator, { request }: Exchange, grant: z.infer<typeof CodeGrant>): Answer {
  const { store, clock, client } = simulator
  const key = digest(grant.code)
  const code = store.get('codes', key)
  if (!code || code.clientId !== client.id) return oauthError('invalid_grant')
  if (code.connectionId) {
    // A reused code looks stolen, so the provider also revokes the tokens from the first exchange.
    store.commit(revoke(store, code.connectionId))
    return oauthError('invalid_grant')
  }
  const now = clock.now()
  if (code.redirectUri !== grant.redirect_uri || code.expiresAt <= now) return oauthError('invalid_grant')

  const refreshToken = newRefreshToken()
  const connection: Connection = {
    id: newId('CN'),
    clientId: code.clientId,
    realmId: code.realmId,
    scopes: code.scopes,
    refreshDigest: digest(refreshToken),
    refreshMadeAt: now,
    lastUsedAt: now,
    startedAt: now,
    isRevoked: false,
  }
  const access = newAccessToken(simulator, connection)
  store.commit([
    ['codes', key, { ...code, connectionId: connection.id }],
    ['connections', connection.id, connection],
    ...access.changes,
  ])
  return tokenAnswer(request, connection, access.token, refreshToken)
}

function refreshTokens(
  simulator: Simulator,
  { request, reply }: Exchange,
  presented: string,
  refreshing: Map<string, string>,
): Answer {
  const { store, clock } = simulator
  const now = clock.now()
  const overlapped = refreshing.get(digest(presented))
  if (overlapped && getSettings(store).strictRefresh) {
    store.commit(revoke(store, overlapped))
    return oauthError('invalid_grant')
  }
  const known = findByRefreshToken(simulator, presented)
  if (!known) return oauthError('invalid_grant')
  if (!request.raw.socket.destroyed) {
    refreshing.set(digest(presented), known.id)
    reply.raw.once('close', () => refreshing.delete(digest(presented)))
  }

  const isDue = now - known.refreshMadeAt >= rotationMs
  const refreshToken = isDue ? newRefreshToken() : presented
  const connection: Connection = {
    ...known,
    refreshDigest: digest(refreshToken),
    refreshMadeAt: isDue ? now : known.refreshMadeAt,
    lastUsedAt: now,
  }
  const access = newAccessToken(simulator, connection)
  store.commit([['connections', connection.id, connection], ...access.changes])
  return tokenAnswer(request, connection, access.token, refreshToken)
}

function tokenAnswer(
  request: FastifyRequest,
  connection: Connection,
  accessToken: string,
  refreshToken: string,
): Answer {
  const { idleAt, hardAt } = refreshLimits(connection)
  const now = connection.lastUsedAt
  const wantsHardLimit = request.headers['x-include-refresh-token-hard-expires-in'] === 'true'
  return {
    status: 200,
    headers: noStore,
    body: {
      token_type: 'bearer',
      access_token: accessToken,
      expires_in: accessTokenMs / 1000,
      refresh_token: refreshToken,
      x_refresh_token_expires_in: Math.floor((idleAt - now) / 1000),
      ...(wantsHardLimit ? { x_refresh_token_hard_expires_in: Math.floor((hardAt - now) / 1000) } : {}),
    },
  }
}

function revocationFields(request: FastifyRequest): unknown {
  try {
    return JSON.parse(String(request.body)) as unknown
  } catch {
    return formFields(request)
  }
}
