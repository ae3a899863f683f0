import { errors, PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import type { PaymentState } from './use-card-payment.ts'

interface PaymentNewsProps {
  state: PaymentState<unknown>
  isConnected: boolean
  /** How the outcome is told to who closes the page. */
  afterwards: string
  onDismiss: () => void
}

/** What is to be said of a payment on a page, above its form. */
export function PaymentNews({ state, isConnected, afterwards, onDismiss }: PaymentNewsProps) {
  const top = useRef<HTMLDivElement>(null)
  // The person was at the Pay button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state says something else there
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <div ref={top} className="grid scroll-mt-28 gap-5 empty:hidden">
      {state.kind === 'ready' && state.problem && (
        <Banner onDismiss={onDismiss}>
          {state.problem.message}
          {state.problem.advice && <p>{state.problem.advice}</p>}
        </Banner>
      )}
      {state.kind === 'other-payment' && <Banner tone="warn">{state.message}</Banner>}
      {!isConnected && <Banner tone="warn">{errors['payments-not-connected'].message}</Banner>}
      {state.kind === 'sending' && <PaymentProgress title="Sending your payment. Keep this page open." />}
      {state.kind === 'confirming' && (
        <>
          <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} />
          <p className="text-ui text-ink-2">
            {state.isTaken
              ? `This can take a few minutes. You can close this page. ${afterwards}`
              : 'We lost the connection and are trying again. Keep this page open.'}
          </p>
        </>
      )}
    </div>
  )
}
