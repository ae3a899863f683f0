import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Answer, invalid, Refused, serviceErrors } from './answers.ts'
import { faultOfCard, faultOfCharge } from './asked-faults.ts'
import { type CardToken, findCardToken } from './cards.ts'
import { type Charge, chargeReply } from './charge.ts'
import type { Exchange, Simulator } from './context.ts'
import { accountError, type FaultName } from './fault-catalogue.ts'
import { Amount } from './money.ts'
import { findCompany } from './oauth/companies.ts'
import { authenticate, type Connection } from './oauth/connections.ts'
import { once, type Result, requestIdOf } from './request-ids.ts'
import { chargeIdOf, parseJson } from './request-input.ts'
import { digest, newId } from './secrets.ts'
import { serve } from './serve.ts'
import { Description, Flag, TransactionContext } from './transaction-context.ts'

const NewCharge = z.object({
  amount: Amount,
  currency: z.literal('USD'),
  token: z.string().min(1).max(500),
  capture: Flag.default(true),
  description: Description,
  context: TransactionContext,
})

const base = '/quickbooks/v4/payments/charges'

/** Creates and returns charges. */
export function registerCharges(app: FastifyInstance, simulator: Simulator): void {
  app.post(
    base,
    serve(simulator, {
      operation: 'charge',
      ownFault: (request) => faultOfCard(simulator, request),
      perform(exchange) {
        const connection = authenticate(simulator, exchange.request)
        return once(simulator, connection, exchange, 'charge', () => createCharge(simulator, connection, exchange))
      },
    }),
  )

  app.get(
    `${base}/:chargeId`,
    serve(simulator, {
      operation: 'find-charge',
      perform: ({ request }) => {
        const connection = authenticate(simulator, request)
        return { status: 200, body: chargeReply(findCharge(simulator, connection, request), { isNew: false }) }
      },
    }),
  )
}

/** Serves an operation on the URL's charge, once per Request-Id. */
export function serveForCharge(
  simulator: Simulator,
  operation: 'capture' | 'refund',
  act: (simulator: Simulator, charge: Charge, exchange: Exchange) => Result,
) {
  return serve(simulator, {
    operation,
    ownFault: (request) => faultOfCharge(simulator, request, operation),
    perform(exchange) {
      const connection = authenticate(simulator, exchange.request)
      const charge = findCharge(simulator, connection, exchange.request)
      return once(simulator, connection, exchange, `${operation} ${charge.id}`, () => act(simulator, charge, exchange))
    },
  })
}

/** The URL's charge if it belongs to this company. Another company's charge gets the same response as a missing one. */
export function findCharge({ store }: Simulator, connection: Connection, request: FastifyRequest): Charge {
  const charge = store.get('charges', chargeIdOf(request))
  if (charge?.realmId !== connection.realmId || charge.clientId !== connection.clientId) {
    throw new Refused(invalid('chargeId'))
  }
  return charge
}

function createCharge(simulator: Simulator, connection: Connection, { request, fault }: Exchange): Result {
  const input = parseJson(NewCharge, request)
  if (!findCompany(connection.realmId)?.hasPayments) throw new Refused(accountError())
  const token = findCardToken(simulator, input.token)
  if (!token) {
    throw new Refused(serviceErrors([{ code: 'PMT-4000', message: 'Token is invalid.', detail: 'Token' }]))
  }
  if (input.capture && input.amount === 0) throw new Refused(invalid('amount'))

  const charge = newCharge(simulator, connection, request, input, token, fault?.fault)
  return {
    answer: chargeAnswer(charge, fault?.fault),
    changes: [
      ['cardTokens', digest(input.token), null],
      ['charges', charge.id, charge],
    ],
    chargeId: charge.id,
  }
}

function newCharge(
  { clock }: Simulator,
  connection: Connection,
  request: FastifyRequest,
  input: z.infer<typeof NewCharge>,
  { card }: CardToken,
  verdict: FaultName | undefined,
): Charge {
  const status = statusAfter(verdict, input.capture)
  const isAddressWrong = verdict === 'avs-fail' || verdict === 'fraud-error'
  const isCodeWrong = verdict === 'cvv-fail' || verdict === 'fraud-warning'
  return {
    id: newId('E'),
    requestId: requestIdOf(request.headers['request-id']),
    clientId: connection.clientId,
    realmId: connection.realmId,
    createdAt: clock.now(),
    status,
    amountCents: input.amount,
    capturedCents: status === 'CAPTURED' ? input.amount : 0,
    isSettled: false,
    isImmediate: input.capture,
    capture: null,
    card,
    cardToken: input.token,
    avsStreet: isAddressWrong ? 'Fail' : 'Pass',
    avsZip: isAddressWrong ? 'Fail' : 'Pass',
    cardSecurityCodeMatch: isCodeWrong ? 'Fail' : 'NotAvailable',
    authCode: String(randomInt(100_000, 1_000_000)),
    description: input.description,
    context: input.context,
    refunds: [],
    spentFaults: [],
  }
}

function statusAfter(verdict: FaultName | undefined, isImmediate: boolean): Charge['status'] {
  if (verdict === 'decline' || verdict === 'decline-error') return 'DECLINED'
  if (verdict === 'fraud-error') return 'CANCELLED'
  return isImmediate ? 'CAPTURED' : 'AUTHORIZED'
}

function chargeAnswer(charge: Charge, verdict: FaultName | undefined): Answer {
  switch (verdict) {
    case 'decline-error':
      return serviceErrors([{ code: 'PMT-5000', message: 'The card was declined by its bank.' }])
    case 'fraud-error':
      return serviceErrors([{ code: 'PMT-2002', message: 'Incorrect address information.' }])
    case 'fraud-warning':
      return serviceErrors([{ code: 'PMT-1001', message: 'Transaction processed, but the CVC was invalid.' }])
    default:
      return { status: 201, body: chargeReply(charge, { isNew: true }) }
  }
}
