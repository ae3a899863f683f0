import { useEffect, useState } from 'react'
import '../../ui/timer.css'

interface PaymentProgressProps {
  title: string
  text?: string | undefined
}

/** Replaces the countdown during a payment, when the clock no longer ends the hold. */
export function PaymentProgress({ title, text }: PaymentProgressProps) {
  return (
    <div className="timer" role="status">
      <span className="spinner" aria-hidden />
      <p className="font-strong">{title}</p>
      {text && <p className="timer__text">{text}</p>}
    </div>
  )
}

const SLOW_MS = 10_000

/** From the press of Pay to the answer. Whoever waits long hears that this happens, before they press again. */
export function SendingPayment({ text }: { text?: string | undefined }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <PaymentProgress
      title={isSlow ? "Some banks take a minute. Don't pay again." : 'Sending your payment. Keep this page open.'}
      text={text}
    />
  )
}
