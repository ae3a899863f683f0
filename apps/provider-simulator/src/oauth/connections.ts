import type { FastifyRequest } from 'fastify'
import { authenticationFailed, gatewayError, Refused } from '../answers.ts'
import type { Simulator } from '../context.ts'
import { digest, randomText } from '../secrets.ts'
import type { Change, Store } from '../state.ts'

/** An authorization code, not yet exchanged or exchanged for `connectionId`. */
export interface Code {
  clientId: string
  redirectUri: string
  realmId: string
  scopes: string[]
  expiresAt: number
  connectionId: string | null
}

/** One consent by one company, with its chain of refresh tokens. */
export interface Connection {
  id: string
  clientId: string
  realmId: string
  scopes: string[]
  refreshDigest: string
  /** When this refresh token was issued; it rotates at the first refresh a day later. */
  refreshMadeAt: number
  lastUsedAt: number
  startedAt: number
  isRevoked: boolean
}

export interface AccessToken {
  connectionId: string
  expiresAt: number
}

export const paymentScope = 'com.intuit.quickbooks.payment'

const day = 24 * 60 * 60 * 1000
export const accessTokenMs = 60 * 60 * 1000
export const rotationMs = day
const idleMs = 100 * day
const hardMs = 157_680_000 * 1000

export function newRefreshToken(): string {
  return `AB1${randomText(36)}`
}

/** A new access token, about as long as the provider's, and the changes that make it valid. */
export function newAccessToken(simulator: Simulator, connection: Connection): { token: string; changes: Change[] } {
  const token = `eyJlbmMiOiJ${randomText(720)}`
  const now = simulator.clock.now()
  const spent = simulator.store
    .entries('accessTokens')
    .filter(([, known]) => known.expiresAt <= now)
    .map(([key]): Change => ['accessTokens', key, null])
  return {
    token,
    changes: [
      ...spent,
      ['accessTokens', digest(token), { connectionId: connection.id, expiresAt: now + accessTokenMs }],
    ],
  }
}

/** The refresh token's idle and hard expiry. */
export function refreshLimits(connection: Connection): { idleAt: number; hardAt: number } {
  const hardAt = connection.startedAt + hardMs
  return { idleAt: Math.min(connection.lastUsedAt + idleMs, hardAt), hardAt }
}

/** The connection whose current refresh token this is; none for a superseded one. */
export function findByRefreshToken(simulator: Simulator, token: string): Connection | undefined {
  const wanted = digest(token)
  const connection = simulator.store.list('connections').find((known) => known.refreshDigest === wanted)
  if (!connection || connection.isRevoked) return undefined
  return refreshLimits(connection).idleAt > simulator.clock.now() ? connection : undefined
}

/** Ends a connection and invalidates all its tokens. */
export function revoke(store: Store, connectionId: string): Change[] {
  const connection = store.get('connections', connectionId)
  if (!connection) return []
  return [['connections', connection.id, { ...connection, isRevoked: true }], ...dropAccessTokens(store, connection.id)]
}

export function dropAccessTokens(store: Store, connectionId: string): Change[] {
  return store
    .entries('accessTokens')
    .filter(([, token]) => token.connectionId === connectionId)
    .map(([key]): Change => ['accessTokens', key, null])
}

/** The connection of the request's bearer token. @throws Refused as the gateway does */
export function authenticate(simulator: Simulator, request: FastifyRequest): Connection {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ? simulator.store.get('accessTokens', digest(bearer)) : undefined
  const connection = token && simulator.store.get('connections', token.connectionId)
  if (!connection || connection.isRevoked || token.expiresAt <= simulator.clock.now()) {
    throw new Refused(authenticationFailed())
  }
  if (!connection.scopes.includes(paymentScope)) throw new Refused(gatewayError(403, 'AuthorizationFailed'))
  return connection
}

/** The active connections, of one company or of all. */
export function findConnections(store: Store, realmId: string | undefined): Connection[] {
  return store
    .list('connections')
    .filter((connection) => !connection.isRevoked && (realmId === undefined || connection.realmId === realmId))
}
