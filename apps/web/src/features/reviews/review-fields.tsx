import { ALL_STARS, formatStars } from '@arcadia/contract/reviews'
import { type ComponentProps, useId } from 'react'
import { FieldError, TextArea } from '../../ui/field.tsx'
import { ReviewPictures } from './review-pictures.tsx'
import { StarMark } from './stars.tsx'
import type { ReviewFormState } from './use-review-form.ts'

/** Stars, and words and photos if they like. */
export function ReviewFields({ form }: { form: ReviewFormState }) {
  return (
    <>
      <StarField {...form.field('stars')} value={Number(form.watch('stars'))} />
      <TextArea
        {...form.field('text')}
        label="Your review"
        help="If you like. We show it with your first name and the month of your trip."
        maxLength={4000}
      />
      <ReviewPictures pictures={form.pictures} />
    </>
  )
}

interface StarFieldProps extends ComponentProps<'input'> {
  /** Zero until one is chosen. */
  value: number
  error: string | undefined
}

/** Five radio buttons styled as stars; the number also shows as text. */
function StarField({ value, error, ...input }: StarFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="font-[600] text-ui/[1.35]">Your rating</legend>
      <div className="-ml-2 flex flex-wrap items-center">
        {ALL_STARS.map((stars) => (
          <label
            key={stars}
            className="group relative grid size-[min(2.75rem,14vw)] cursor-pointer place-items-center rounded-2 has-focus-visible:shadow-(--focus-ring)"
          >
            <input
              {...input}
              type="radio"
              className="absolute inset-0 cursor-[inherit] opacity-0"
              value={stars}
              aria-invalid={error ? true : undefined}
            />
            <span className="sr">{formatStars(stars)}</span>
            <StarMark isFull={stars <= value} className="size-7 group-hover:text-(color:--amber-700)" />
          </label>
        ))}
        <span className="ml-3 text-ink-2" aria-hidden>
          {value > 0 && `${formatStars(value)} of 5`}
        </span>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
