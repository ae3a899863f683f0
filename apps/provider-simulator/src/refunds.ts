import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { invalid, Refused, serviceErrors } from './answers.ts'
import { spendChargeFault } from './asked-faults.ts'
import { type Charge, type Refund, refundReply, returnedCents } from './charge.ts'
import { findCharge, serveForCharge } from './charges.ts'
import type { Exchange, Simulator } from './context.ts'
import { Amount, formatCents } from './money.ts'
import { authenticate } from './oauth/connections.ts'
import { once, type Result, recall, requestIdOf } from './request-ids.ts'
import { parseJson } from './request-input.ts'
import { newId } from './secrets.ts'
import { serve } from './serve.ts'
import { Description, emptyContext, TransactionContext } from './transaction-context.ts'

const NewRefund = z.object({
  // If missing or empty, the whole charge.
  amount: z.union([z.literal('').transform(() => undefined), Amount]).optional(),
  description: Description,
  context: TransactionContext,
})
const RefundParams = z.object({ refundId: z.string() })
const VoidParams = z.object({ requestId: z.string() })

/** Refunds, and the void by Request-Id for a charge whose response was lost. */
export function registerRefunds(app: FastifyInstance, simulator: Simulator): void {
  const base = '/quickbooks/v4/payments'

  app.post(`${base}/charges/:chargeId/refunds`, serveForCharge(simulator, 'refund', refundCharge))

  app.get(
    `${base}/charges/:chargeId/refunds/:refundId`,
    serve(simulator, {
      operation: 'find-refund',
      perform({ request }) {
        const charge = findCharge(simulator, authenticate(simulator, request), request)
        const { refundId } = RefundParams.parse(request.params)
        const refund = charge.refunds.find((known) => known.id === refundId)
        if (!refund) throw new Refused(invalid('refundId'))
        return { status: 200, body: refundReply(refund) }
      },
    }),
  )

  app.post(
    `${base}/txn-requests/:requestId/void`,
    serve(simulator, {
      operation: 'void',
      ownFault: (request) => {
        const chargeId = recall(simulator, simulator.client.id, voidedRequestId(request))?.chargeId
        return chargeId ? spendChargeFault(simulator, simulator.store.get('charges', chargeId), 'void') : undefined
      },
      perform(exchange) {
        const connection = authenticate(simulator, exchange.request)
        const requestId = voidedRequestId(exchange.request)
        return once(simulator, connection, exchange, `void ${requestId}`, () => {
          const chargeId = recall(simulator, connection.clientId, requestId)?.chargeId
          const charge = chargeId ? simulator.store.get('charges', chargeId) : undefined
          if (charge?.realmId !== connection.realmId) throw new Refused(invalid('requestId', 404))
          return voidCharge(simulator, charge, exchange)
        })
      },
    }),
  )
}

function voidedRequestId(request: FastifyRequest): string {
  return VoidParams.parse(request.params).requestId
}

function refundCharge(simulator: Simulator, charge: Charge, { request, fault }: Exchange): Result {
  const { amount: asked, description, context } = parseJson(NewRefund, request)
  const refundable = charge.status === 'AUTHORIZED' ? charge.amountCents : charge.capturedCents
  const amount = asked ?? refundable
  const isWhole = amount === refundable && returnedCents(charge) === 0
  refuseUnrefundable(charge, amount, refundable, isWhole)

  if (fault?.fault === 'decline-error') {
    throw new Refused(serviceErrors([{ code: 'PMT-5000', message: 'The refund was declined.' }]))
  }
  const isDeclined = fault?.fault === 'decline'
  const type = isWhole && !charge.isSettled ? 'VOID' : 'REFUND'
  const refund: Refund = {
    ...newReturn(simulator, requestIdOf(request.headers['request-id']), type, amount),
    status: isDeclined ? 'DECLINED' : 'ISSUED',
    description,
    context,
  }
  return {
    answer: { status: 201, body: refundReply(refund) },
    changes: [['charges', charge.id, withReturn(charge, refund)]],
  }
}

/** A refund the merchant makes in the provider's portal: without a Request-Id, and the application isn't notified. */
export function refundByHand(simulator: Simulator, charge: Charge, amountCents: number): Charge {
  const isWhole = amountCents === charge.capturedCents && returnedCents(charge) === 0
  refuseUnrefundable(charge, amountCents, charge.capturedCents, isWhole)
  return withReturn(charge, newReturn(simulator, null, isWhole && !charge.isSettled ? 'VOID' : 'REFUND', amountCents))
}

function withReturn(charge: Charge, refund: Refund): Charge {
  const refunds = [...charge.refunds, refund]
  if (refund.status === 'DECLINED') return { ...charge, refunds }
  return { ...charge, status: refund.type === 'VOID' ? 'CANCELLED' : 'REFUNDED', refunds }
}

function refuseUnrefundable(charge: Charge, amount: number, refundable: number, isWhole: boolean): void {
  const isReturned = returnedCents(charge) >= refundable
  const isClosed = charge.status === 'CANCELLED' || charge.status === 'DECLINED'
  // An authorization can't be refunded in part, only cancelled.
  const isPartOfHold = charge.status === 'AUTHORIZED' && !isWhole
  if (isClosed || isReturned || isPartOfHold) throw new Refused(invalid('chargeId'))
  if (amount === 0 || returnedCents(charge) + amount > refundable) throw new Refused(invalid('amount'))
}

function voidCharge(simulator: Simulator, charge: Charge, { request }: Exchange): Result {
  const isOpen = charge.status === 'AUTHORIZED' || charge.status === 'CAPTURED'
  if (!isOpen || charge.isSettled) throw new Refused(invalid('chargeId'))
  const amount = charge.status === 'AUTHORIZED' ? charge.amountCents : charge.capturedCents
  const undone = newReturn(simulator, requestIdOf(request.headers['request-id']), 'VOID', amount)
  const { id, created, status, type } = refundReply(undone)
  return {
    answer: {
      status: 201,
      body: { id, created, status, type, amount: formatCents(amount), context: { mobile: false, recurring: false } },
    },
    changes: [['charges', charge.id, withReturn(charge, undone)]],
  }
}

function newReturn({ clock }: Simulator, requestId: string | null, type: Refund['type'], amountCents: number): Refund {
  return {
    id: newId(type === 'VOID' ? 'V' : 'R'),
    requestId,
    createdAt: clock.now(),
    status: 'ISSUED',
    type,
    amountCents,
    description: '',
    context: emptyContext,
  }
}
