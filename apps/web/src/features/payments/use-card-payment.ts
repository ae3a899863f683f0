import type { Session } from '@arcadia/contract/accounts'
import type { BotProof, PaymentStatus } from '@arcadia/contract/payments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useSession } from '../../session/session.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { proveHuman } from './bot-protection.ts'
import { ANSWER_WITHIN_MS, followPayment, pause } from './follow-payment.ts'
import { type CardProblem, useCardForm } from './use-card-form.ts'

export type PaymentState<P> =
  | { kind: 'ready'; problem?: CardProblem }
  | { kind: 'sending' }
  /** `isTaken`: the server has the payment and will settle it even if the page is closed. */
  | { kind: 'confirming'; isTaken: boolean }
  | { kind: 'other-payment'; message: string }
  | { kind: 'paid'; payment: P }

/** How a payment's calls are made: with the session it began in, if any, and with a timeout. */
interface Options {
  as: Session | undefined
  signal: AbortSignal
}

/** The merchant account that takes the card. */
interface Realm {
  realmId: string | undefined
}

interface CardPaymentOptions<P> {
  /** A link pays, whoever is signed in. */
  isForAnyone?: boolean
  send: (
    card: { paymentToken: string; recaptcha: BotProof },
    realm: Realm,
    options: Options & { idempotencyKey: string },
  ) => Promise<P>
  /** Checks a payment the server already has. */
  ask: (id: number, realm: Realm, options: Options) => Promise<P>
}

/** A card payment and its state. */
export function useCardPayment<P extends { id: number; status: PaymentStatus }>({
  isForAnyone,
  send,
  ask,
}: CardPaymentOptions<P>) {
  const { session } = useSession()
  const client = useQueryClient()
  const { data: connection } = useQuery(connectionStatusQuery)
  const realmId = connection?.realmId ?? undefined
  const [state, setState] = useState<PaymentState<P>>({ kind: 'ready' })
  const closing = useRef<AbortController>(null)
  useEffect(() => () => closing.current?.abort(), [])

  async function pay(paymentToken: string) {
    closing.current = new AbortController()
    const { signal } = closing.current
    const options = () => ({
      as: isForAnyone ? undefined : (session ?? undefined),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    const idempotencyKey = newIdempotencyKey()
    try {
      const outcome = await followPayment({
        send: async () =>
          send({ paymentToken, recaptcha: await proveHuman() }, { realmId }, { ...options(), idempotencyKey }),
        ask: (id) => ask(id, { realmId }, options()),
        onUnknown: (payment) => setState({ kind: 'confirming', isTaken: payment !== null }),
        pause,
        signal,
      })
      setState(outcome.kind === 'refused' ? { kind: 'ready', problem: { message: outcome.message } } : outcome)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // The outcome is known, or there was another payment.
    void client.invalidateQueries({ queryKey: ['customer'] })
  }

  const card = useCardForm({
    realmId,
    isForAnyone,
    onStart: () => setState({ kind: 'sending' }),
    onSuccess: pay,
    onError: (problem) => setState({ kind: 'ready', problem }),
  })
  const isConnected = connection?.isConnected !== false
  return {
    state,
    card,
    isConnected,
    isSending: state.kind === 'sending',
    /** A card can be typed, or is on its way. */
    takesCard: isConnected && (state.kind === 'ready' || state.kind === 'sending'),
    dismiss: () => setState({ kind: 'ready' }),
  }
}
