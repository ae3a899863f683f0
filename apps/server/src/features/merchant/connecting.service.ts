import { fullName } from '@arcadia/contract/full-name'
import type { ConnectionStatus } from '@arcadia/contract/merchant'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { MINUTE_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { hashToken, newToken } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { claimState, findByState, issueState, markConnected, saveTicket } from './connection-attempts.store.ts'
import type { Merchant } from './merchant.service.ts'
import {
  findConnection,
  findUnsettledPayment,
  lockConnection,
  saveConnection,
  updateConnection,
} from './merchant.store.ts'
import type { QuickbooksEnvironment } from './quickbooks-addresses.ts'
import type { GrantedTokens, QuickbooksOauth } from './quickbooks-oauth.ts'
import { sealTokens } from './sealed-tokens.ts'

const TICKET_MS = MINUTE_MS
const STATE_MS = 10 * MINUTE_MS
const SCOPE = 'com.intuit.quickbooks.payment'

/** The owner connects and disconnects the merchant account (docs/rules.md §10.1). */
export function createConnecting(
  deps: Pick<Base, 'db' | 'clock' | 'encryption' | 'environment'> & {
    oauth: QuickbooksOauth
    merchant: Merchant
    app: App
  },
) {
  const { db, clock, environment, oauth, merchant, app } = deps

  return {
    async createTicket(adminId: number): Promise<{ ticket: string; expiresAt: Date }> {
      const ticket = newToken()
      const now = clock.now()
      const expiresAt = after(now, TICKET_MS)
      await saveTicket(db, { adminId, environment, now, ticketHash: hashToken(ticket), expiresAt })
      return { ticket, expiresAt }
    },

    /** Spends the ticket and returns the URL of the provider's consent page. @throws AppError `connect-ticket-invalid` */
    async consentUrl(ticket: string): Promise<string> {
      const state = newToken()
      const now = clock.now()
      const isValid = await issueState(db, {
        environment,
        now,
        ticketHash: hashToken(ticket),
        stateHash: hashToken(state),
        expiresAt: after(now, STATE_MS),
      })
      if (!isValid) throw new AppError('connect-ticket-invalid')
      return consentUrlOf(app, state)
    },

    /**
     * Spends the state, exchanges the code once and stores the granted tokens.
     * @throws AppError `oauth-state-invalid`, `oauth-already-used` (this admin's own attempt did connect this realm),
     *   `oauth-in-progress`, `oauth-refused`, `payment-in-progress`
     */
    async complete(
      adminId: number,
      { code, realmId, state }: { code: string; realmId: string; state: string },
    ): Promise<void> {
      const stateHash = hashToken(state)
      const attempt = await claimState(db, { environment, adminId, realmId, stateHash, now: clock.now() })
      if (!attempt) throw await explainRefusal(deps, adminId, realmId, stateHash)
      await refuseWhileUnsettled(db, environment, realmId)
      const outcome = await oauth.exchangeCode(code, app.redirectUri)
      if (outcome.kind !== 'granted') throw new AppError('oauth-refused', { cause: new Error(outcome.problem) })
      try {
        await inTransaction(db, clock, (tx, now) =>
          keepGrant(tx, now, deps, { adminId, realmId, attemptId: attempt.id, tokens: outcome.tokens }),
        )
      } catch (error) {
        // The grant was not stored, so revoke it.
        await oauth.revoke(outcome.tokens.refreshToken)
        throw error
      }
    },

    /** @throws AppError `merchant-not-connected`, `other-realm`, `payment-in-progress` */
    async disconnect(adminId: number, realmId: string): Promise<ConnectionStatus> {
      await inTransaction(db, clock, async (tx, now) => {
        const connection = await lockConnection(tx, environment)
        if (!connection?.access_token_encrypted || connection.disconnected_at)
          throw new AppError('merchant-not-connected')
        if (connection.realm_id !== realmId) throw new AppError('other-realm')
        await refuseWhileUnsettled(tx, environment)
        await updateConnection(tx, environment, { disconnected_at: now, last_refresh_error: null, updated_at: now })
        const [before, after] = [true, false].map((isConnected) => ({ realmId, isConnected }))
        await recordChange(tx, adminId, 'merchant.disconnected', realmId, before, after)
      })
      await merchant.forgetDisconnected()
      return merchant.status()
    },
  }
}

interface App {
  authorizeUrl: string
  clientId: string
  redirectUri: string
}

function consentUrlOf({ authorizeUrl, clientId, redirectUri }: App, state: string): string {
  const url = new URL(authorizeUrl)
  const query = { client_id: clientId, response_type: 'code', scope: SCOPE, redirect_uri: redirectUri, state }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

async function keepGrant(
  tx: Db,
  now: Date,
  { encryption, environment }: Pick<Base, 'encryption' | 'environment'>,
  {
    adminId,
    realmId,
    attemptId,
    tokens,
  }: { adminId: number; realmId: string; attemptId: number; tokens: GrantedTokens },
): Promise<void> {
  const before = await lockConnection(tx, environment)
  await refuseWhileUnsettled(tx, environment, realmId)
  await saveConnection(tx, environment, {
    realm_id: realmId,
    connected_at: now,
    ...sealTokens(encryption, tokens, now),
  })
  await markConnected(tx, attemptId, now)
  const was = before ? { realmId: before.realm_id, isConnected: before.disconnected_at === null } : null
  await recordChange(tx, adminId, 'merchant.connected', realmId, was, { realmId, isConnected: true })
}

async function explainRefusal(
  { db, clock, environment }: Pick<Base, 'db' | 'clock' | 'environment'>,
  adminId: number,
  realmId: string,
  state: Buffer,
): Promise<AppError> {
  const attempt = await findByState(db, state)
  if (attempt?.admin_id !== adminId || attempt.used_at === null) return new AppError('oauth-state-invalid')
  const connection = await findConnection(db, environment)
  const isOwnRealm = attempt.realm_id === realmId
  if (isOwnRealm && attempt.connected_at && !connection?.disconnected_at && connection?.realm_id === realmId)
    return new AppError('oauth-already-used')
  const isUnderWay = isOwnRealm && !attempt.connected_at && clock.now() < after(attempt.used_at, TICKET_MS)
  return new AppError(isUnderWay ? 'oauth-in-progress' : 'oauth-state-invalid')
}

/** A payment can be settled only in its own realm, so the realm can't change before that. */
async function refuseWhileUnsettled(tx: Db, environment: QuickbooksEnvironment, nextRealm?: string): Promise<void> {
  const payment = await findUnsettledPayment(tx, environment)
  if (!payment || payment.realm_id === nextRealm) return
  const { firstName, lastName, selectedDate } = payment.booking_data
  const name = payment.confirmation_number ? `booking ${payment.confirmation_number}, ` : ''
  throw new AppError('payment-in-progress', {
    message: `A payment of ${formatCents(payment.amount_cents)} (${name}${fullName({ firstName, lastName })}, ${formatFullDate(selectedDate)}) hasn't settled yet. Please wait, or settle it in the Refunds tab.`,
  })
}
