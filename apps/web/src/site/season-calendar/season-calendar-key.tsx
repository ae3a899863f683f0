import { greensOf } from './season-calendar-ramp.ts'

interface SeasonKeyProps {
  capacity: number
  /** The sentence of the day under the pointer. */
  sentence: string | undefined
  /** Until when guests can't book anything. */
  opens: string | undefined
  /** The sentence above says it. */
  isSoldOut: boolean
  error: Error | null
  onRetry: () => void
}

/** The legend of the greens, and the text of the day under the pointer, which stays in view while the months scroll by. */
export function SeasonKey({ capacity, sentence, opens, isSoldOut, error, onRetry }: SeasonKeyProps) {
  return (
    <div className="season__key">
      {!opens && !isSoldOut && <Ramp capacity={capacity} />}
      {error ? (
        <p role="alert" className="season__say season__say--error">
          {error.message}{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        </p>
      ) : (
        (sentence || opens) && <p className="season__say">{sentence || opens}</p>
      )}
    </div>
  )
}

function Ramp({ capacity }: { capacity: number }) {
  return (
    <p className="ramp">
      full
      <span className="ramp__steps" aria-hidden>
        <i data-step={0} />
        <i data-state="few" />
        {greensOf(capacity).map((step) => (
          <i key={step} data-step={step} />
        ))}
      </span>
      {capacity} left
      <span className="ramp__words">Amber: few spots left. Darker green: more spots left.</span>
    </p>
  )
}
