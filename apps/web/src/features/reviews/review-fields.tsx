import { ALL_STARS, formatStars } from '@arcadia/contract/reviews'
import { type ComponentProps, useId } from 'react'
import { FieldError, TextArea } from '../../ui/field.tsx'
import { ReviewPictures } from './review-pictures.tsx'
import { StarMark } from './stars.tsx'
import type { ReviewFormState } from './use-review-form.ts'

/** Stars, and words and photos if they like. */
export function ReviewFields({ form, isStarsAlone = false }: { form: ReviewFormState; isStarsAlone?: boolean }) {
  const stars = <StarField {...form.field('stars')} value={Number(form.watch('stars'))} isAlone={isStarsAlone} />
  if (isStarsAlone) return stars
  return (
    <>
      {stars}
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
  /** Asked above, and nothing else is. */
  isAlone: boolean
}

/** Five radio buttons styled as stars, with words at both ends; the number also shows as text. */
function StarField({ value, error, isAlone, ...input }: StarFieldProps) {
  const id = useId()
  return (
    <fieldset className="w-full max-w-[24rem]" aria-describedby={error && `${id}-error`}>
      <legend className={isAlone ? 'sr' : 'font-[600] text-ui/[1.35]'}>Your rating</legend>
      <div className="-mx-1 grid grid-cols-5">
        {ALL_STARS.map((stars) => (
          <label
            key={stars}
            className="group relative grid min-h-[min(3.5rem,18vw)] cursor-pointer place-items-center rounded-2 has-focus-visible:shadow-(--focus-ring)"
          >
            <input
              {...input}
              type="radio"
              className="absolute inset-0 cursor-[inherit] opacity-0"
              value={stars}
              aria-invalid={error ? true : undefined}
            />
            <span className="sr">{formatStars(stars)}</span>
            <StarMark
              isFull={stars <= value}
              className="size-(--star,min(2.5rem,12vw)) group-hover:text-(color:--amber-700)"
            />
          </label>
        ))}
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-ink-2 text-ui" aria-hidden>
        <span>Not for me</span>
        {value > 0 && (
          <span className="num @max-[19rem]/screen:order-last @max-[19rem]/screen:w-full @max-[19rem]/screen:text-center">
            {`${formatStars(value)} of 5`}
          </span>
        )}
        <span className="ml-auto">Loved it</span>
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
