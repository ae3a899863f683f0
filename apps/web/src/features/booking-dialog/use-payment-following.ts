import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { useSession } from '../../session/session.tsx'
import { pause } from '../payments/follow-payment.ts'
import type { WizardEvent } from './booking-wizard.ts'
import { askCurrentHold } from './hold.queries.ts'
import { followDeposit, type LeftOpen, readLeftOpen } from './payment-outcome.ts'
import type { Wizard } from './wizard-state.ts'

/** Polls the outcome of a payment with a lost or pending answer, and finds a hold left open. */
export function usePaymentFollowing(wizard: Wizard, dispatch: Dispatch<WizardEvent>) {
  const { session } = useSession()
  const { key, holdId } = wizard.paying ?? {}
  const isConfirming = wizard.payment === 'confirming'

  useEffect(() => {
    if (!isConfirming || !session || !key) return
    const stopping = new AbortController()
    const { signal } = stopping
    followDeposit({
      ask: () => askCurrentHold(session, holdId, signal),
      paying: { key, holdId },
      onProcessing: (outcome) => dispatch({ type: 'outcome-learned', outcome }),
      pause,
      signal,
    }).then(
      (outcome) => dispatch({ type: 'outcome-learned', outcome }),
      () => {},
    )
    return () => stopping.abort()
  }, [isConfirming, session, key, holdId, dispatch])

  const lookForOpenHold = useEffectEvent(async (signal: AbortSignal) => {
    if (!session || isConfirming) return
    const found = await askCurrentHold(session, undefined, signal).then(
      readLeftOpen,
      (): LeftOpen => ({ kind: 'nothing' }),
    )
    if (!signal.aborted) dispatch({ type: 'left-open-found', found })
  })
  useEffect(() => {
    const stopping = new AbortController()
    void lookForOpenHold(stopping.signal)
    return () => stopping.abort()
  }, [])
}
