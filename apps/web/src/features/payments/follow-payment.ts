import { errors, type PaymentStatus } from '@arcadia/contract/payments'
import { ApiError } from '../../api/call.ts'

/** The server answers within 25 seconds; after this long the answer counts as lost. */
export const ANSWER_WITHIN_MS = 45_000

const PAUSE_MS = 1500
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

const UNKNOWN: readonly string[] = ['no-answer', 'unreadable-answer', 'internal-error', 'not-ready']

/** Said before the server looks for the payment, so it does not tell what became of one that was sent before. */
const NOT_ABOUT_IT: readonly string[] = ['unauthorized', 'too-many-requests']

/** Whether a failed call settles that nothing was charged: only the server's own answer does. */
function isRefusal(error: unknown, wasSentBefore: boolean): error is ApiError {
  if (!(error instanceof ApiError) || UNKNOWN.includes(error.code)) return false
  return !(wasSentBefore && NOT_ABOUT_IT.includes(error.code))
}

interface Payment {
  /** `MISSING`: the server has not got it, or not yet. */
  status: PaymentStatus | 'MISSING'
  /** Why nothing was charged, if the server said so. */
  refusal?: string | undefined
}

export type PaymentOutcome<P extends Payment> =
  | { kind: 'paid'; payment: P }
  /** Nothing was charged; it can be retried as a new payment. */
  | { kind: 'refused'; message: string; isDeclined: boolean; payment?: P }
  /** Another payment for the same thing is under way, from another tab or before a reload. */
  | { kind: 'other-payment'; message: string }

interface FollowOptions<P extends Payment> {
  /** Sends the payment under the same key every time, so the server charges only once; or finds the one that was sent. */
  send: () => Promise<P>
  /** Checks a payment the server already has. */
  ask: (payment: P) => Promise<P>
  /** The outcome is unknown; null if the server may not even have the payment. */
  onUnknown: (payment: P | null) => void
  pause: () => Promise<void>
  signal: AbortSignal
}

/**
 * Pays, and retries until the outcome is known: a lost answer settles nothing. A payment that is missing is looked for once
 * more, because it may have been on its way.
 */
export async function followPayment<P extends Payment>(options: FollowOptions<P>): Promise<PaymentOutcome<P>> {
  const { send, ask, onUnknown, signal } = options
  let payment: P | null = null
  let isRepeated = false
  let timesMissing = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      payment = payment ? await ask(payment) : await send()
    } catch (error) {
      if (!payment && isRefusal(error, isRepeated)) {
        const { code, message } = error
        if (code === 'payment-in-progress') return { kind: 'other-payment', message }
        return { kind: 'refused', message, isDeclined: code === 'card-declined' }
      }
      isRepeated = true
    }
    signal.throwIfAborted()
    if (payment?.status === 'CAPTURED') return { kind: 'paid', payment }
    if (payment?.status === 'DECLINED') return refused(payment, 'card-declined')
    if (payment?.status === 'FAILED') return refused(payment, 'payment-failed')
    if (payment?.status === 'MISSING') {
      if (++timesMissing > 1) return refused(payment, 'payment-failed')
      payment = null
    }
    onUnknown(payment)
    await options.pause()
  }
}

function refused<P extends Payment>(payment: P, code: keyof typeof errors): PaymentOutcome<P> {
  const message = payment.refusal ?? errors[code].message
  return { kind: 'refused', message, isDeclined: code === 'card-declined', payment }
}
