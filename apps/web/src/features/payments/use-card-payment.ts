import type { Session } from '@arcadia/contract/accounts'
import type { PaymentStatus } from '@arcadia/contract/payments'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useSession } from '../../session/session.tsx'
import { ANSWER_WITHIN_MS, followPayment, pause } from './follow-payment.ts'
import { type CardProblem, useCardForm } from './use-card-form.ts'

export type PaymentState<P> =
  | { kind: 'ready'; problem?: CardProblem }
  | { kind: 'sending' }
  /** `isTaken`: the server has the payment, so that it is settled whether or not anybody looks on. */
  | { kind: 'confirming'; isTaken: boolean }
  | { kind: 'other-payment'; message: string }
  | { kind: 'paid'; payment: P }

/** How a payment's calls are made: with the session it began in, if any, and no longer than an answer takes. */
interface Options {
  as: Session | undefined
  signal: AbortSignal
}

interface CardPayment<P> {
  realmId: string | undefined
  isForAnyone?: boolean
  send: (cardToken: string, options: Options & { idempotencyKey: string }) => Promise<P>
  /** Asks after a payment the server has. */
  ask: (id: number, options: Options) => Promise<P>
}

/** The card that pays for something, and where the payment is. */
export function useCardPayment<P extends { id: number; status: PaymentStatus }>({
  realmId,
  isForAnyone,
  send,
  ask,
}: CardPayment<P>) {
  const { session } = useSession()
  const client = useQueryClient()
  const [state, setState] = useState<PaymentState<P>>({ kind: 'ready' })
  const closing = useRef<AbortController>(null)
  useEffect(() => () => closing.current?.abort(), [])

  async function pay(cardToken: string) {
    closing.current = new AbortController()
    const { signal } = closing.current
    const options = () => ({
      as: session ?? undefined,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    const idempotencyKey = newIdempotencyKey()
    try {
      const outcome = await followPayment({
        send: () => send(cardToken, { ...options(), idempotencyKey }),
        ask: (id) => ask(id, options()),
        onUnknown: (payment) => setState({ kind: 'confirming', isTaken: payment !== null }),
        pause,
        signal,
      })
      setState(outcome.kind === 'refused' ? { kind: 'ready', problem: { message: outcome.message } } : outcome)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // The outcome is known, or another payment was met.
    void client.invalidateQueries({ queryKey: ['customer'] })
  }

  const card = useCardForm({
    realmId,
    isForAnyone,
    onStart: () => setState({ kind: 'sending' }),
    onSuccess: pay,
    onError: (problem) => setState({ kind: 'ready', problem }),
  })
  return { state, card, dismiss: () => setState({ kind: 'ready' }) }
}
