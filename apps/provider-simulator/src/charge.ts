import type { Card } from './cards.ts'
import { formatCents } from './money.ts'
import type { TransactionContext } from './transaction-context.ts'

type Match = 'Pass' | 'Fail' | 'NotAvailable'

export interface Refund {
  id: string
  requestId: string | null
  createdAt: number
  status: 'ISSUED' | 'SETTLED' | 'DECLINED'
  type: 'REFUND' | 'VOID'
  amountCents: number
  description: string
  context: TransactionContext
}

export interface Charge {
  id: string
  requestId: string | null
  clientId: string
  realmId: string
  createdAt: number
  status: 'AUTHORIZED' | 'CAPTURED' | 'SETTLED' | 'DECLINED' | 'CANCELLED' | 'REFUNDED'
  /** Asked for and, unless declined, authorized. */
  amountCents: number
  /** Really taken at some time; a later void or refund does not lower it. */
  capturedCents: number
  isSettled: boolean
  /** Whether it was captured by the charge call itself. */
  isImmediate: boolean
  capture: { createdAt: number; amountCents: number; context: TransactionContext; description: string } | null
  card: Card
  cardToken: string
  avsStreet: Match
  avsZip: Match
  cardSecurityCodeMatch: Match
  authCode: string
  description: string
  context: TransactionContext
  refunds: Refund[]
  /** Operations whose fault, asked for by the cardholder's name, has struck. */
  spentFaults: string[]
}

/** Given back or on its way back; declined refunds do not count. */
export function returnedCents(charge: Charge): number {
  return charge.refunds
    .filter((refund) => refund.status !== 'DECLINED')
    .reduce((sum, refund) => sum + refund.amountCents, 0)
}

/** A charge as the provider shows it. The bookkeeping of `context` and the cvc mask come only with a new charge. */
export function chargeReply(charge: Charge, { isNew }: { isNew: boolean }): Record<string, unknown> {
  const { card, capture } = charge
  return {
    created: wireTime(charge.createdAt),
    status: charge.status,
    amount: formatCents(charge.amountCents),
    currency: 'USD',
    token: charge.cardToken,
    card: {
      number: `xxxxxxxxxxxx${card.last4}`,
      name: card.name,
      cardType: card.brand,
      expMonth: card.expMonth,
      expYear: card.expYear,
      ...(isNew ? { cvc: 'xxx' } : {}),
      address: card.address,
    },
    capture: charge.isImmediate,
    avsStreet: charge.avsStreet,
    avsZip: charge.avsZip,
    cardSecurityCodeMatch: charge.cardSecurityCodeMatch,
    id: charge.id,
    authCode: charge.authCode,
    description: charge.description,
    context: { ...charge.context, ...(isNew ? bookkeeping(charge) : {}) },
    ...(capture && {
      captureDetail: {
        created: wireTime(capture.createdAt),
        amount: formatCents(capture.amountCents),
        context: capture.context,
        description: capture.description,
      },
    }),
    ...(charge.refunds.length > 0 && { refundDetail: charge.refunds.map(refundReply) }),
  }
}

export function refundReply(refund: Refund): Record<string, unknown> {
  return {
    id: refund.id,
    created: wireTime(refund.createdAt),
    status: refund.status,
    amount: formatCents(refund.amountCents),
    type: refund.type,
    description: refund.description,
    context: { tax: '0.00', ...refund.context },
  }
}

function bookkeeping(charge: Charge): Record<string, string> {
  return {
    clientTransID: `a0${charge.id.slice(-6).toLowerCase()}`,
    merchantAccountNumber: '9999990000000000',
    paymentGroupingCode: '5',
    paymentStatus: charge.status === 'DECLINED' ? 'Declined' : 'Completed',
    txnAuthorizationStamp: String(Math.trunc(charge.createdAt / 1000)),
  }
}

/** UTC to the second, as the provider writes it. */
function wireTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
