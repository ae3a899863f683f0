import { CircleAlert, Star } from 'lucide-react'
import { useId } from 'react'
import { ALL_STARS, starsInWords } from './stars.tsx'

interface StarFieldProps {
  value: number | null
  onChange: (stars: number) => void
  error: string | undefined
}

/** Five radio buttons that look like stars; the chosen number also stands beside them in words. */
export function StarField({ value, onChange, error }: StarFieldProps) {
  const id = useId()
  return (
    <fieldset className="star-field" aria-describedby={error && `${id}-error`}>
      <legend className="lab">Your rating</legend>
      <div className="star-field__row">
        {ALL_STARS.map((stars) => (
          <label key={stars} className="star-field__star">
            <input
              type="radio"
              name={id}
              value={stars}
              checked={stars === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(stars)}
            />
            <span className="sr">{starsInWords(stars)}</span>
            <Star className={value !== null && stars <= value ? 'star star--full' : 'star'} aria-hidden />
          </label>
        ))}
        <span className="star-field__words" aria-hidden>
          {value !== null && `${starsInWords(value)} of 5`}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="err">
          <CircleAlert className="icon" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}
