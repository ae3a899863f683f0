import type { CardPayload } from '@arcadia/contract/payments'

/** A payments provider in our words. Outcomes from outside are values: declined and unknown are expected, not exceptions. */
export interface PaymentsProvider {
  /** Where browsers send cards; it hands out a single-use token. */
  readonly cardTokenUrl: string
  /** For clients that cannot send the card there themselves. The card passes through memory only. */
  createCardToken(card: CardPayload): Promise<CardTokenOutcome>
  /** Takes money. `requestId` makes it safe to repeat: the same one never charges twice. */
  charge(order: ChargeOrder): Promise<ChargeOutcome>
  findCharge(order: { realmId: string; chargeId: string }): Promise<FindOutcome>
  /** Gives money back, as a refund or as a void, which the provider decides. */
  refund(order: RefundOrder): Promise<RefundOutcome>
  /** Undoes a charge whose answer never arrived, known by the `requestId` it was sent with. */
  voidByRequest(order: { realmId: string; requestId: string; chargeRequestId: string }): Promise<VoidOutcome>
}

export interface ChargeOrder {
  /** The merchant account it was written down for: nothing is sent while another one is connected. */
  realmId: string
  requestId: string
  amountCents: number
  cardToken: string
  description: string
  isMobile: boolean
}

export type ChargeOutcome =
  | { kind: 'captured'; chargeId: string; cardBrand: string | null; last4: string | null }
  /** `isTokenRefused`: the card token was not (or no longer) good; on a repeat that says nothing about the first try. */
  | { kind: 'declined'; message: string; problem: string; isTokenRefused: boolean }
  /** Provably not charged. */
  | { kind: 'not-charged'; code: 'payment-failed' | 'payments-unavailable'; problem: string }
  /** It may or may not have been charged. Never treated as declined. */
  | { kind: 'unknown'; problem: string }

export type CardTokenOutcome =
  | { kind: 'created'; token: string }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; code: 'payment-failed' | 'payments-unavailable'; problem: string }

export type ProviderChargeStatus = 'captured' | 'declined' | 'cancelled' | 'refunded' | 'other'

export interface ProviderCharge {
  chargeId: string
  status: ProviderChargeStatus
  amountCents: number
  refundedCents: number
  /** Funded to the merchant, so that it can be refunded but not voided any more. */
  isSettled: boolean
}

export type FindOutcome =
  | { kind: 'found'; charge: ProviderCharge }
  | { kind: 'missing' }
  | { kind: 'unknown'; problem: string }

export interface RefundOrder {
  realmId: string
  requestId: string
  chargeId: string
  amountCents: number
  description: string
}

export type RefundOutcome =
  | { kind: 'refunded'; refundId: string }
  | { kind: 'refused'; problem: string }
  | { kind: 'unknown'; problem: string }

export type VoidOutcome =
  | { kind: 'voided' }
  | { kind: 'refused'; problem: string }
  | { kind: 'unknown'; problem: string }
