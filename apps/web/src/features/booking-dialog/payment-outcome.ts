import type { Booking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { type CurrentHold, type getCurrentHold, type HoldEnd, errors as holdErrors } from '@arcadia/contract/holds'
import { errors } from '@arcadia/contract/payments'
import { ApiError } from '../../api/call.ts'
import type { Problem } from '../bookings/problem-banner.tsx'
import { leavesOutcomeUnknown } from '../payments/follow-payment.ts'

export type Current = Output<typeof getCurrentHold>

/** A payment sent from here whose outcome is unknown. */
export interface Paying {
  /** Identifies this press of Pay; a refusal of another press says nothing about it. */
  key: string
  /** A payment for this hold, even from another tab, pays for this booking. Missing if nothing was held before Pay. */
  holdId?: string | undefined
}

export type Outcome =
  | { kind: 'booked'; booking: Booking }
  /** `key`: of the payment this one joined. */
  | { kind: 'processing'; hold: CurrentHold | null; booking: Booking | null; key: string }
  /** Nothing was charged; with a live hold it can be retried. */
  | { kind: 'refused'; problem: Problem; hold: CurrentHold | null }
  /** The server hasn't received the payment, which may still be on its way. */
  | { kind: 'not-received'; hold: CurrentHold | null }

/** A hold left open, for a page with no payment under way. */
export type LeftOpen =
  | { kind: 'open'; hold: CurrentHold }
  | { kind: 'processing'; hold: CurrentHold; key: string }
  | { kind: 'nothing' }

const declined = (message: string): Problem => ({ message, isDecline: true })

/** The outcome of a payment sent from here, from the state of its hold; without one, from the latest payment. */
export function readOutcome({ hold, attempt, booking }: Current, { key, holdId }: Paying): Outcome {
  if (holdId === undefined && attempt?.key !== key) return { kind: 'not-received', hold: null }
  if (attempt?.status === 'PROCESSING') return { kind: 'processing', hold, booking, key: attempt.key }
  // Nothing due means no payment attempt.
  if (booking && (!attempt || attempt.status === 'CONFIRMED')) return { kind: 'booked', booking }
  if (attempt?.key !== key) return { kind: 'not-received', hold }
  const { message } = attempt
  return { kind: 'refused', problem: attempt.status === 'DECLINED' ? declined(message) : { message }, hold }
}

/** What a dialog finds on opening with no payment under way. Earlier bookings are ignored. */
export function readLeftOpen({ hold, attempt }: Current): LeftOpen {
  if (!hold) return { kind: 'nothing' }
  if (attempt?.status === 'PROCESSING') return { kind: 'processing', hold, key: attempt.key }
  return { kind: 'open', hold }
}

export const PAYMENT_FAILED = errors['payment-failed'].message

interface FollowOptions {
  /** Asks about the hold being paid. */
  ask: () => Promise<Current>
  paying: Paying
  onProcessing: (outcome: Extract<Outcome, { kind: 'processing' }>) => void
  pause: () => Promise<void>
  signal: AbortSignal
}

/**
 * Polls until the outcome is known. No answer settles nothing; a payment the server hasn't received is checked once
 * more, because it may have been on its way.
 */
export async function followDeposit({ ask, paying, onProcessing, pause, signal }: FollowOptions): Promise<Outcome> {
  let timesNotReceived = 0
  for (;;) {
    signal.throwIfAborted()
    const outcome = await ask().then(
      (current) => readOutcome(current, paying),
      () => undefined,
    )
    signal.throwIfAborted()
    if (outcome?.kind === 'processing') onProcessing(outcome)
    else if (outcome?.kind !== 'not-received') {
      if (outcome) return outcome
    } else if (++timesNotReceived > 1)
      return { kind: 'refused', problem: { message: PAYMENT_FAILED }, hold: outcome.hold }
    await pause()
  }
}

export type PaymentFailure =
  | { kind: 'refused'; problem: Problem }
  /** The hold is over, or there was none and the spots are gone. */
  | { kind: 'hold-over'; end: HoldEnd }
  /** It may have been charged. */
  | { kind: 'unknown' }

const UNKNOWN: PaymentFailure = { kind: 'unknown' }

const refused = (message: string): PaymentFailure => ({ kind: 'refused', problem: { message } })

/** Whether a failed payment call means that nothing was charged. Only the server's own answer proves that. */
export function readPaymentFailure(error: unknown): PaymentFailure {
  if (!(error instanceof ApiError) || leavesOutcomeUnknown(error)) return UNKNOWN
  switch (error.code) {
    case 'payment-in-progress':
      return UNKNOWN
    case 'hold-expired':
    case 'hold-released':
    case 'spots-taken':
      return { kind: 'hold-over', end: { reason: error.code, message: error.message } }
    case 'hold-not-found':
      return { kind: 'hold-over', end: { reason: 'hold-expired', message: holdErrors['hold-expired'].message } }
    // Nothing was held, and others were faster.
    case 'not-enough-spots':
    case 'date-not-bookable':
      return { kind: 'hold-over', end: { reason: 'spots-taken', message: `${error.message} You weren't charged.` } }
    case 'unauthorized':
      return refused('You must be logged in to complete the booking')
    case 'payments-not-connected':
      return refused('Payment is not configured. Please contact support to complete your booking.')
    case 'card-declined':
      return { kind: 'refused', problem: declined(error.message) }
    default:
      return refused(error.message)
  }
}
