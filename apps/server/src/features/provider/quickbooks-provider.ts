import { centsToDecimal } from '@arcadia/contract/money'
import type { Logger } from 'pino'
import type { AccessOutcome } from '../merchant/access.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import type { QuickbooksAddresses } from '../merchant/quickbooks-addresses.ts'
import type { ChargeOrder, PaymentsProvider } from './provider.ts'
import {
  type Answer,
  judgeCardToken,
  judgeCharge,
  judgeFind,
  judgeRefund,
  judgeVoid,
  provesNothingSent,
} from './quickbooks-answers.ts'

interface Call {
  method: 'GET' | 'POST'
  path: string
  /** The provider's idempotency key; reads have none. */
  requestId?: string
  body?: unknown
}

type CallOutcome =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'not-sent'; problem: string }
  | { kind: 'lost'; problem: string }

interface Deps {
  addresses: QuickbooksAddresses
  merchant: Pick<Merchant, 'access' | 'accessAfterRefusal'>
  log: Logger
  /** Timeout of a call. A short one leaves more charges uncertain. */
  callMs: number
}

/** Adapts the QuickBooks Payments API to `PaymentsProvider`. */
export function createQuickbooksProvider(deps: Deps): PaymentsProvider {
  const { addresses, merchant } = deps

  /** Sends with the merchant's token. After a 401, renews the token and retries once under the same `Request-Id`. */
  async function sendAsMerchant(call: Call, realmId: string): Promise<CallOutcome> {
    const access = await merchant.access()
    if (access.kind !== 'granted') return notSent(access)
    if (access.realmId !== realmId) return anotherRealm
    const outcome = await send(deps, call, access.token)
    if (outcome.kind !== 'answered' || outcome.answer.status !== 401) return outcome
    const renewed = await merchant.accessAfterRefusal(access.token)
    if (renewed.kind !== 'granted') return notSent(renewed)
    return renewed.realmId === realmId ? send(deps, call, renewed.token) : anotherRealm
  }

  return {
    cardTokenUrl: addresses.cardTokens,
    async createCardToken(card) {
      const outcome = await send(deps, { method: 'POST', path: '/tokens', body: card }, undefined)
      if (outcome.kind === 'answered') return judgeCardToken(outcome.answer)
      return { kind: 'failed', code: 'payments-unavailable', problem: outcome.problem }
    },
    async charge(order) {
      const outcome = await sendAsMerchant(
        { method: 'POST', path: '/charges', requestId: order.requestId, body: chargeBody(order) },
        order.realmId,
      )
      if (outcome.kind === 'answered') return judgeCharge(outcome.answer, order.amountCents)
      if (outcome.kind === 'not-sent')
        return { kind: 'not-charged', code: 'payments-unavailable', problem: outcome.problem }
      return { kind: 'unknown', problem: outcome.problem }
    },
    async findCharge({ realmId, chargeId }) {
      const outcome = await sendAsMerchant({ method: 'GET', path: `/charges/${encodeURIComponent(chargeId)}` }, realmId)
      return outcome.kind === 'answered' ? judgeFind(outcome.answer) : { kind: 'unknown', problem: outcome.problem }
    },
    async refund({ realmId, requestId, chargeId, amountCents, description }) {
      const body = { amount: centsToDecimal(amountCents), description, context: context(false) }
      const path = `/charges/${encodeURIComponent(chargeId)}/refunds`
      const outcome = await sendAsMerchant({ method: 'POST', path, requestId, body }, realmId)
      return outcome.kind === 'answered' ? judgeRefund(outcome.answer) : { kind: 'unknown', problem: outcome.problem }
    },
    async voidByRequest({ realmId, requestId, chargeRequestId }) {
      const path = `/txn-requests/${encodeURIComponent(chargeRequestId)}/void`
      const outcome = await sendAsMerchant({ method: 'POST', path, requestId, body: {} }, realmId)
      return outcome.kind === 'answered' ? judgeVoid(outcome.answer) : { kind: 'unknown', problem: outcome.problem }
    },
  }
}

async function send({ addresses, log, callMs }: Deps, call: Call, token: string | undefined): Promise<CallOutcome> {
  try {
    const response = await fetch(`${addresses.payments}${call.path}`, {
      method: call.method,
      // A redirect could send the order or a card to an address we did not configure.
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.requestId && { 'request-id': call.requestId }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      signal: AbortSignal.timeout(callMs),
    })
    const answer = { status: response.status, text: await response.text() }
    log.info(
      {
        provider: `${call.method} ${call.path}`,
        status: answer.status,
        requestId: call.requestId,
        tid: response.headers.get('intuit_tid'),
      },
      'payments provider responded',
    )
    return { kind: 'answered', answer }
  } catch (error) {
    const problem = reasonOf(error)
    log.warn(
      { provider: `${call.method} ${call.path}`, requestId: call.requestId, problem },
      'payments provider did not respond',
    )
    return { kind: provesNothingSent(error) ? 'not-sent' : 'lost', problem }
  }
}

function chargeBody(order: ChargeOrder) {
  return {
    amount: centsToDecimal(order.amountCents),
    currency: 'USD',
    capture: true,
    token: order.cardToken,
    description: order.description,
    context: context(order.isMobile),
  }
}

/** Strings, as in the provider's samples. */
function context(isMobile: boolean) {
  return { mobile: String(isMobile), isEcommerce: 'true' }
}

const anotherRealm: CallOutcome = { kind: 'not-sent', problem: 'a different merchant account is connected' }

function notSent(access: Exclude<AccessOutcome, { kind: 'granted' }>): CallOutcome {
  return {
    kind: 'not-sent',
    problem: access.kind === 'unavailable' ? access.problem : 'no merchant account is connected',
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.name} ${error.message}${cause}`
}
