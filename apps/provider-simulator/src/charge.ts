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
  /** The requested amount, authorized unless declined. */
  amountCents: number
  /** The captured amount; a later void or refund doesn't lower it. */
  capturedCents: number
  isSettled: boolean
  /** Whether the charge call itself captured it. */
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
  /** Operations whose fault, requested by the cardholder's name, has been applied. */
  spentFaults: string[]
}

/** Refunded or being refunded; declined refunds don't count. */
export function returnedCents(charge: Charge): number {
  return charge.refunds
    .filter((refund) => refund.status !== 'DECLINED')
    .reduce((sum, refund) => sum + refund.amountCents, 0)
}

/** A charge as the provider returns it. Parts of `context` and the CVC mask are included only for a new charge. */
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

/** UTC with seconds, in the provider's format. */
function wireTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
