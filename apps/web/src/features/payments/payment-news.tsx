import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { classNames } from '../../ui/class-names.ts'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { NotConnected } from './not-connected.tsx'
import { PaymentProgress, SendingPayment } from './payment-progress.tsx'
import type { PaymentState } from './use-card-payment.ts'

interface PaymentNewsProps {
  payment: { state: PaymentState<unknown>; isConnected: boolean; dismiss: () => void }
  /** How someone who closes the page learns the outcome. */
  afterwards: string
  /** In a dialog over Manage Bookings, which shows the payment too: what is paid, before and after the server has it. */
  inDialog?: { sent: string; taken: string }
  children?: ReactNode
}

/** What is to be said of a payment, above its form. */
export function PaymentNews({ payment, afterwards, inDialog, children }: PaymentNewsProps) {
  const { state, isConnected, dismiss } = payment
  const place = inDialog ? 'window' : 'page'
  const top = useRef<HTMLDivElement>(null)
  // The person was at the Pay button, which may be gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state says something else there
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <div ref={top} className={classNames('grid gap-5 empty:hidden', inDialog ? 'scroll-mt-5' : 'scroll-mt-28')}>
      {state.kind === 'ready' && state.problem && (
        <Banner onDismiss={dismiss}>
          {withPhoneLinks(state.problem.message)}
          {state.problem.advice && <p>{withPhoneLinks(state.problem.advice)}</p>}
        </Banner>
      )}
      {state.kind === 'ready' && !isConnected && <NotConnected />}
      {state.kind === 'other-payment' && (
        <Banner tone="warn">
          {state.message}
          {inDialog && ' Check Manage Bookings to see whether it went through.'}
        </Banner>
      )}
      {state.kind === 'sending' && <SendingPayment text={inDialog?.sent} />}
      {state.kind === 'confirming' && (
        <>
          <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} text={inDialog?.taken} />
          <p className="text-ui text-ink-2">
            {state.payment
              ? `This can take a few minutes. You can close this ${place}. ${afterwards}`
              : `We lost the connection and are trying again. Keep this ${place} open.`}
          </p>
        </>
      )}
      {children}
    </div>
  )
}
