import '../../ui/timer.css'

/** Replaces the countdown during a payment, when the clock no longer ends the hold. */
export function PaymentProgress({ title, text }: { title: string; text?: string | undefined }) {
  return (
    <div className="timer" role="status">
      <span className="spinner" aria-hidden />
      <p className="font-strong">{title}</p>
      {text && <p className="timer__text">{text}</p>}
    </div>
  )
}
