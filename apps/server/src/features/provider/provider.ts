import type { CardPayload } from '@arcadia/contract/payments'

/** A payments provider. Outcomes are values, because declined and unknown are expected, not exceptions. */
export interface PaymentsProvider {
  /** Browsers send cards here and get a single-use token. */
  readonly cardTokenUrl: string
  /** For clients that can't do that themselves. The card stays in memory. */
  createCardToken(card: CardPayload): Promise<CardTokenOutcome>
  /** Charges a card. Idempotent by `requestId`. */
  charge(order: ChargeOrder): Promise<ChargeOutcome>
  findCharge(order: { realmId: string; chargeId: string }): Promise<FindOutcome>
  /** Refunds a charge; the provider decides whether that is a refund or a void. */
  refund(order: RefundOrder): Promise<RefundOutcome>
  /** Voids a charge whose answer never arrived, by the `requestId` it was sent with. */
  voidByRequest(order: { realmId: string; requestId: string; chargeRequestId: string }): Promise<VoidOutcome>
}

export interface ChargeOrder {
  /** The merchant account of the attempt; nothing is sent while another one is connected. */
  realmId: string
  requestId: string
  amountCents: number
  cardToken: string
  description: string
  isMobile: boolean
}

export type ChargeOutcome =
  | { kind: 'captured'; chargeId: string; cardBrand: string | null; last4: string | null }
  /** `isTokenRefused`: the card token is invalid or used up; on a retry that says nothing about the first try. */
  | { kind: 'declined'; message: string; problem: string; isTokenRefused: boolean }
  /** Provably not charged. */
  | { kind: 'not-charged'; code: 'payment-failed' | 'payments-unavailable'; problem: string }
  /** The card may have been charged. Never treated as declined. */
  | { kind: 'unknown'; problem: string }

export type CardTokenOutcome =
  | { kind: 'created'; token: string }
  /** `path` names the field at fault, if the provider did. */
  | { kind: 'refused'; message: string; path?: string | undefined }
  | { kind: 'failed'; code: 'payment-failed' | 'payments-unavailable'; problem: string }

export type ProviderChargeStatus = 'captured' | 'declined' | 'cancelled' | 'refunded' | 'other'

export interface ProviderCharge {
  chargeId: string
  status: ProviderChargeStatus
  amountCents: number
  refundedCents: number
  /** Funded to the merchant, so it can be refunded but no longer voided. */
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
