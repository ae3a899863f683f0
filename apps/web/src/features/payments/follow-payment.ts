import { errors, type PaymentStatus } from '@arcadia/contract/payments'
import { ApiError } from '../../api/call.ts'

/** The server answers within 25 seconds; after this long the answer counts as lost. */
export const ANSWER_WITHIN_MS = 45_000

const PAUSE_MS = 1500
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

const UNKNOWN: readonly string[] = ['no-answer', 'unreadable-answer', 'internal-error', 'not-ready']

/** Whether a failed payment call leaves open if money was taken: only the server's own answer rules it out. */
export function leavesOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || UNKNOWN.includes(error.code)
}

interface Payment {
  id: number
  status: PaymentStatus
}

export type PaymentOutcome<P extends Payment> =
  | { kind: 'paid'; payment: P }
  /** Nothing was charged; it can be retried as a new payment. */
  | { kind: 'refused'; message: string }
  /** Another payment for the same thing is under way, from another tab or before a reload. */
  | { kind: 'other-payment'; message: string }

interface FollowOptions<P extends Payment> {
  /** Sends the payment under the same key every time, so the server charges only once. */
  send: () => Promise<P>
  /** Checks a payment the server already has. */
  ask: (id: number) => Promise<P>
  /** The outcome is unknown; null if the server may not even have the payment. */
  onUnknown: (payment: P | null) => void
  pause: () => Promise<void>
  signal: AbortSignal
}

/** Pays, and retries until the outcome is known: a lost answer settles nothing. */
export async function followPayment<P extends Payment>(options: FollowOptions<P>): Promise<PaymentOutcome<P>> {
  const { send, ask, onUnknown, signal } = options
  let payment: P | null = null
  for (;;) {
    signal.throwIfAborted()
    try {
      payment = payment ? await ask(payment.id) : await send()
    } catch (error) {
      if (!payment && error instanceof ApiError && !leavesOutcomeUnknown(error))
        return { kind: error.code === 'payment-in-progress' ? 'other-payment' : 'refused', message: error.message }
    }
    signal.throwIfAborted()
    if (payment?.status === 'CAPTURED') return { kind: 'paid', payment }
    if (payment?.status === 'DECLINED') return { kind: 'refused', message: errors['card-declined'].message }
    if (payment?.status === 'FAILED') return { kind: 'refused', message: errors['payment-failed'].message }
    onUnknown(payment)
    await options.pause()
  }
}
