import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { invalid, Refused, serviceErrors } from './answers.ts'
import { type Charge, chargeReply } from './charge.ts'
import { serveForCharge } from './charges.ts'
import type { Exchange, Simulator } from './context.ts'
import { Amount } from './money.ts'
import type { Result } from './request-ids.ts'
import { parseJson } from './request-input.ts'
import { Description, TransactionContext } from './transaction-context.ts'

const Capture = z.object({ amount: Amount, description: Description, context: TransactionContext })

/** Captures an authorization once, in full or in part. */
export function registerCaptures(app: FastifyInstance, simulator: Simulator): void {
  app.post('/quickbooks/v4/payments/charges/:chargeId/capture', serveForCharge(simulator, 'capture', captureCharge))
}

function captureCharge({ clock }: Simulator, charge: Charge, { request, fault }: Exchange): Result {
  const input = parseJson(Capture, request)
  if (charge.status !== 'AUTHORIZED') throw new Refused(invalid('chargeId'))
  if (input.amount === 0) throw new Refused(invalid('amount'))
  if (fault?.fault === 'decline-error' || input.amount > charge.amountCents * 1.5) {
    throw new Refused(
      serviceErrors([
        {
          code: 'PMT-5000',
          message: 'The capture was declined.',
          moreInfo: 'At most 150 percent of the authorised amount can be captured.',
        },
      ]),
    )
  }
  const captured: Charge = {
    ...charge,
    status: 'CAPTURED',
    capturedCents: input.amount,
    capture: {
      createdAt: clock.now(),
      amountCents: input.amount,
      context: input.context,
      description: input.description,
    },
  }
  return {
    answer: { status: 200, body: chargeReply(captured, { isNew: false }) },
    changes: [['charges', charge.id, captured]],
  }
}
