import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { useSession } from '../../session/session.tsx'
import type { Wizard, WizardEvent } from './booking-wizard.ts'
import { askCurrentHold } from './hold.queries.ts'
import { followPayment, type LeftOpen, readLeftOpen } from './payment-outcome.ts'

const POLL_MS = 1500

/** Learns what became of a payment whose answer was lost or is not there yet, and of a hold that was left open. */
export function usePaymentFollowing(wizard: Wizard, dispatch: Dispatch<WizardEvent>) {
  const { session } = useSession()
  const { payingSince, date } = wizard
  const isConfirming = wizard.payment === 'confirming'

  useEffect(() => {
    if (!isConfirming || !session || !payingSince || !date) return
    const stopping = new AbortController()
    const { signal } = stopping
    followPayment({
      ask: () => askCurrentHold(session, signal),
      paying: { since: payingSince, selectedDate: date },
      onProcessing: (outcome) => dispatch({ type: 'outcome-learned', outcome }),
      pause: () => new Promise((resolve) => setTimeout(resolve, POLL_MS)),
      signal,
    }).then(
      (outcome) => dispatch({ type: 'outcome-learned', outcome }),
      () => {},
    )
    return () => stopping.abort()
  }, [isConfirming, session, payingSince, date, dispatch])

  const lookForOpenHold = useEffectEvent(async (signal: AbortSignal) => {
    if (!session || isConfirming) return
    const found = await askCurrentHold(session, signal).then(readLeftOpen, (): LeftOpen => ({ kind: 'nothing' }))
    if (!signal.aborted) dispatch({ type: 'left-open-found', found })
  })
  useEffect(() => {
    const stopping = new AbortController()
    void lookForOpenHold(stopping.signal)
    return () => stopping.abort()
  }, [])
}
