import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { ALL_STARS, StarMark, starsInWords } from './stars.tsx'

interface StarFieldProps {
  value: number | null
  onChange: (stars: number) => void
  error: string | undefined
}

/** Five radio buttons that look like stars; the chosen number also stands beside them in words. */
export function StarField({ value, onChange, error }: StarFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="font-[600] text-ui/[1.35]">Your rating</legend>
      <div className="-ml-2 flex items-center">
        {ALL_STARS.map((stars) => (
          <label
            key={stars}
            className="group relative grid size-11 cursor-pointer place-items-center rounded-2 has-focus-visible:shadow-(--focus-ring)"
          >
            <input
              type="radio"
              className="absolute inset-0 cursor-[inherit] opacity-0"
              name={id}
              value={stars}
              checked={stars === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(stars)}
            />
            <span className="sr">{starsInWords(stars)}</span>
            <StarMark
              isFull={value !== null && stars <= value}
              className="size-7 group-hover:text-(color:--amber-700)"
            />
          </label>
        ))}
        <span className="ml-3 text-ink-2" aria-hidden>
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
