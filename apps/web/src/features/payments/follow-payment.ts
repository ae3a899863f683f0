import { errors, type PaymentStatus } from '@arcadia/contract/payments'
import { ApiError } from '../../api/call.ts'

/** The server answers within 25 seconds; after this the answer is taken for lost. */
export const ANSWER_WITHIN_MS = 45_000

const PAUSE_MS = 1500
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

const UNKNOWN: readonly string[] = ['no-answer', 'unreadable-answer', 'internal-error', 'not-ready']

/** Whether a failed payment call leaves open if the money was taken: only the server's own words say that it was not. */
export function leavesOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || UNKNOWN.includes(error.code)
}

interface Payment {
  id: number
  status: PaymentStatus
}

export type PaymentOutcome<P extends Payment> =
  | { kind: 'paid'; payment: P }
  /** Nothing was charged: it can be tried again, as another payment. */
  | { kind: 'refused'; message: string }
  /** Another payment of the same thing is under way, from another tab or before a reload. */
  | { kind: 'other-payment'; message: string }

interface FollowOptions<P extends Payment> {
  /** Sends the same payment under the same key each time: however often it is sent, the server charges once. */
  send: () => Promise<P>
  /** Asks after a payment the server has. */
  ask: (id: number) => Promise<P>
  /** The outcome is not known yet; null: not even whether the server has heard of the payment. */
  onUnknown: (payment: P | null) => void
  pause: () => Promise<void>
  signal: AbortSignal
}

/** Pays, and does not rest before the outcome is known: a lost answer is no outcome. */
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
