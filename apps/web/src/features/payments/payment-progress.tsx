import './hold-countdown.css'

/** Stands in the countdown's place while a payment is under way: the hold no longer runs out by the clock then. */
export function PaymentProgress({ title, text }: { title: string; text?: string | undefined }) {
  return (
    <div className="timer" role="status">
      <span className="spinner" aria-hidden />
      <p className="font-strong">{title}</p>
      {text && <p className="timer__text">{text}</p>}
    </div>
  )
}
