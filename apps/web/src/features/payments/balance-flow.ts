import type { Booking } from '@arcadia/contract/bookings'
import type { Cents } from '@arcadia/contract/money'
import { getPayment, type Payment, payBalance } from '@arcadia/contract/payments'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../session/session.tsx'
import { newIdempotencyKey, settleBalance } from './balance-payment.ts'
import { type CardProblem, useCardForm } from './use-card-form.ts'

export type BalanceState =
  | { kind: 'ready'; problem?: CardProblem }
  | { kind: 'sending' }
  /** `isTaken`: the server has the payment, so that it is settled whether or not anybody looks on. */
  | { kind: 'confirming'; isTaken: boolean }
  | { kind: 'elsewhere'; message: string }
  | { kind: 'paid'; payment: Payment; left: Cents }

interface BalanceFlowOptions {
  booking: Booking
  /** All that is owed, or less. */
  amount: Cents
  realmId: string | undefined
}

const PAUSE_MS = 1500
/** The server answers within 25 seconds; after this the answer is taken for lost. */
const ANSWER_WITHIN_MS = 45_000

/** The card that pays a balance, and where the payment is. */
export function useBalanceFlow({ booking, amount, realmId }: BalanceFlowOptions) {
  const { session } = useSession()
  const client = useQueryClient()
  const [state, setState] = useState<BalanceState>({ kind: 'ready' })
  const closing = useRef<AbortController>(null)
  useEffect(() => () => closing.current?.abort(), [])

  async function pay(paymentToken: string) {
    closing.current = new AbortController()
    const { signal } = closing.current
    const withinTime = () => AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    const idempotencyKey = newIdempotencyKey()
    const query = { realmId }
    const body = {
      bookingId: booking.id,
      amount,
      currency: 'USD' as const,
      paymentToken,
      description: `Balance of ${booking.confirmationNumber}`,
    }
    try {
      const outcome = await settleBalance({
        send: () => call(payBalance, { query, body }, { as: session!, idempotencyKey, signal: withinTime() }),
        ask: (id) => call(getPayment, { params: { id }, query }, { as: session!, signal: withinTime() }),
        onUnknown: (payment) => setState({ kind: 'confirming', isTaken: payment !== null }),
        pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
        signal,
      })
      if (outcome.kind === 'refused') setState({ kind: 'ready', problem: { message: outcome.message } })
      else setState(outcome.kind === 'paid' ? { ...outcome, left: booking.pendingAmount - amount } : outcome)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // The outcome is known, or another payment was met.
    void client.invalidateQueries({ queryKey: ['customer'] })
  }

  const card = useCardForm({
    realmId,
    onStart: () => setState({ kind: 'sending' }),
    onSuccess: pay,
    onError: (problem) => setState({ kind: 'ready', problem }),
  })
  return { state, card, dismiss: () => setState({ kind: 'ready' }) }
}
