import type { Session } from '@arcadia/contract/accounts'
import type { BotProof, PaymentStatus } from '@arcadia/contract/payments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useSession } from '../../session/session.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { proveHuman } from './bot-protection.ts'
import type { KeptCard } from './card.rules.ts'
import { ANSWER_WITHIN_MS, followPayment, pause } from './follow-payment.ts'
import { type CardProblem, useCardForm } from './use-card-form.ts'

export type PaymentState<P> =
  /** `payment`: the one that was refused, if the server had it. */
  | { kind: 'ready'; problem?: CardProblem; payment?: P | undefined }
  /** `key`: of this press of Pay. */
  | { kind: 'sending'; key: string }
  /** Without `payment` the server may not have it; with it, the server will settle it even if the page is closed. */
  | { kind: 'confirming'; payment: P | null }
  | { kind: 'other-payment'; message: string }
  | { kind: 'paid'; payment: P }

/** How a payment's calls are made: with the session it began in, if any, and with a timeout. */
export interface PaymentCall {
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
  /** Typed earlier, when the form was left, or known. */
  kept?: Partial<KeptCard> | null
  onKeep?: ((kept: KeptCard) => void) | undefined
  /** Told of each change of the payment's state. */
  onState?: (state: PaymentState<P>) => void
  /** `paymentToken`: empty where nothing is due by card. */
  send: (
    card: { paymentToken: string; recaptcha: BotProof },
    realm: Realm,
    options: PaymentCall & { idempotencyKey: string },
  ) => Promise<P>
  /** Checks a payment the server already has. */
  ask: (payment: P, realm: Realm, options: PaymentCall) => Promise<P>
  /** Finds a payment that is under way and was sent before a reload or from another tab. */
  find?: ((options: PaymentCall) => Promise<P>) | undefined
}

/** A card payment and its state. */
export function useCardPayment<P extends { status: PaymentStatus | 'MISSING' }>(of: CardPaymentOptions<P>) {
  const { isForAnyone, kept = null, onKeep } = of
  const { session } = useSession()
  const client = useQueryClient()
  const { data: connection } = useQuery(connectionStatusQuery)
  const realmId = connection?.realmId ?? undefined
  const [state, setState] = useState<PaymentState<P>>({ kind: 'ready' })
  const key = useRef('')
  const following = useRef<{ as: Session | null; closing: AbortController }>(null)
  useEffect(() => () => following.current?.closing.abort(), [])

  function change(next: PaymentState<P>) {
    setState(next)
    of.onState?.(next)
  }

  function start() {
    key.current = newIdempotencyKey()
    change({ kind: 'sending', key: key.current })
  }

  async function follow(send: (options: PaymentCall) => Promise<P>) {
    following.current?.closing.abort()
    const closing = new AbortController()
    following.current = { as: session, closing }
    const { signal } = closing
    const options = () => ({
      as: isForAnyone ? undefined : (session ?? undefined),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    try {
      const outcome = await followPayment({
        send: () => send(options()),
        ask: (payment) => of.ask(payment, { realmId }, options()),
        onUnknown: (payment) => change({ kind: 'confirming', payment }),
        pause,
        signal,
      })
      closing.abort()
      if (outcome.kind !== 'refused') change(outcome)
      else {
        change({ kind: 'ready', problem: { message: outcome.message }, payment: outcome.payment })
        if (outcome.isDeclined) card.askForAnother()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // The outcome is known, or there was another payment.
    void client.invalidateQueries({ queryKey: ['customer'] })
  }

  async function pay(paymentToken: string) {
    const idempotencyKey = key.current
    await follow(async (options) => {
      const recaptcha = await proveHuman()
      return of.send({ paymentToken, recaptcha }, { realmId }, { ...options, idempotencyKey })
    })
  }

  const isElsewhere = of.find !== undefined
  const join = useEffectEvent(() => {
    const isFollowed = following.current?.as === session && !following.current.closing.signal.aborted
    if (of.find && session && !isFollowed) void follow(of.find)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: who signs in again goes on following
  useEffect(() => {
    if (isElsewhere) join()
  }, [isElsewhere, session])

  const card = useCardForm({
    realmId,
    isForAnyone,
    kept,
    onKeep,
    onStart: start,
    onSuccess: pay,
    onError: (problem) => change({ kind: 'ready', problem }),
  })
  const isConnected = connection?.isConnected !== false
  return {
    state,
    card,
    isConnected,
    isSending: state.kind === 'sending',
    isUnsent: state.kind === 'ready' && state.problem?.isUnsent,
    /** A card can be typed, or is on its way. */
    takesCard: isConnected && (state.kind === 'ready' || state.kind === 'sending'),
    dismiss: () => change({ kind: 'ready' }),
    payWithoutCard() {
      start()
      void pay('')
    },
  }
}
