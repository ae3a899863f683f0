import { greensOf } from './season-calendar-ramp.ts'

interface SeasonKeyProps {
  capacity: number
  /** Of the day that is pointed at. */
  sentence: string | undefined
  error: Error | null
  onRetry: () => void
}

/** What the greens mean, and what the day under the pointer says. It stays in sight while the months pass by. */
export function SeasonKey({ capacity, sentence, error, onRetry }: SeasonKeyProps) {
  return (
    <div className="season__key">
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
      {error ? (
        <p role="alert" className="season__say season__say--error">
          {error.message}{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        </p>
      ) : (
        <p className="season__say">{sentence || 'Each morning shows how many spots are left.'}</p>
      )}
    </div>
  )
}
