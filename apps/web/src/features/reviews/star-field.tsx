import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { ALL_STARS, StarMark, starsInWords } from './stars.tsx'

interface StarFieldProps extends ComponentProps<'input'> {
  /** Nought while none is chosen. */
  value: number
  error: string | undefined
}

/** Five radio buttons that look like stars; the chosen number also stands beside them in words. */
export function StarField({ value, error, ...input }: StarFieldProps) {
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
              {...input}
              type="radio"
              className="absolute inset-0 cursor-[inherit] opacity-0"
              value={stars}
              aria-invalid={error ? true : undefined}
            />
            <span className="sr">{starsInWords(stars)}</span>
            <StarMark isFull={stars <= value} className="size-7 group-hover:text-(color:--amber-700)" />
          </label>
        ))}
        <span className="ml-3 text-ink-2" aria-hidden>
          {value > 0 && `${starsInWords(value)} of 5`}
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
