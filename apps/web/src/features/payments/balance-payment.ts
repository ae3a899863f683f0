import type { Booking } from '@arcadia/contract/bookings'
import type { Cents } from '@arcadia/contract/money'
import { errors, type Payment } from '@arcadia/contract/payments'
import { ApiError } from '../../api/call.ts'
import { leavesOutcomeUnknown } from './unknown-outcome.ts'

export type BalanceOutcome =
  | { kind: 'paid'; payment: Payment }
  /** Nothing was charged: it can be tried again, as another payment. */
  | { kind: 'refused'; message: string }
  /** Another payment of this booking is under way, from another tab or before a reload. */
  | { kind: 'elsewhere'; message: string }

interface SettleOptions {
  /** Sends the same payment under the same key each time: however often it is sent, the server charges once. */
  send: () => Promise<Payment>
  /** Asks after a payment the server has. */
  ask: (id: number) => Promise<Payment>
  /** The outcome is not known yet; null: not even whether the server has heard of the payment. */
  onUnknown: (payment: Payment | null) => void
  pause: () => Promise<void>
  signal: AbortSignal
}

/** Pays, and does not rest before the outcome is known: a lost answer is no outcome. */
export async function settleBalance({ send, ask, onUnknown, pause, signal }: SettleOptions): Promise<BalanceOutcome> {
  let payment: Payment | null = null
  for (;;) {
    signal.throwIfAborted()
    try {
      payment = payment ? await ask(payment.id) : await send()
    } catch (error) {
      const refusal = payment ? null : readRefusal(error)
      if (refusal) return refusal
    }
    signal.throwIfAborted()
    if (payment?.status === 'CAPTURED') return { kind: 'paid', payment }
    if (payment?.status === 'DECLINED') return refused('card-declined')
    if (payment?.status === 'FAILED') return refused('payment-failed')
    onUnknown(payment)
    await pause()
  }
}

const refused = (code: keyof typeof errors): BalanceOutcome => ({
  kind: 'refused',
  message: errors[code].message,
})

function readRefusal(error: unknown): BalanceOutcome | null {
  if (!(error instanceof ApiError) || leavesOutcomeUnknown(error)) return null
  return { kind: error.code === 'payment-in-progress' ? 'elsewhere' : 'refused', message: error.message }
}

/** What is left of the deposit, when it is less than all that is owed: of a booking made by phone, or one that has grown. */
export function depositDue({
  depositAmount,
  paidAmount,
  pendingAmount,
}: Pick<Booking, 'depositAmount' | 'paidAmount' | 'pendingAmount'>): Cents | undefined {
  const due = depositAmount - paidAmount
  return due > 0 && due < pendingAmount ? due : undefined
}

/** Unlike `randomUUID` this also works on plain http. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
