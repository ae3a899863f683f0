import type { OwnReview } from '@arcadia/contract/reviews'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { Stars } from './stars.tsx'

/** What was said of a trip, as its author reads it again. */
export interface SaidBefore extends Pick<OwnReview, 'stars' | 'text' | 'status'> {
  /** How many photos came with it. */
  pictures: number
}

export const saidOf = ({ stars, text, status, pictures }: OwnReview): SaidBefore => ({
  stars,
  text,
  status,
  pictures: pictures.length,
})

/** A review shown back to its author, below the thanks once it was just sent. */
export function SentReview({ said: { stars, text, status, pictures }, isNew }: { said: SaidBefore; isNew: boolean }) {
  return (
    <>
      {isNew && <FormAnswer>Thank you. Your review will show up once we've read it.</FormAnswer>}
      {!isNew && status === 'NEW' && <p className="text-ink-2 text-ui">It will show up once we've read it.</p>}
      <div className="stars-said grid gap-2">
        <Stars count={stars} />
        {text && <blockquote className="whitespace-pre-line wrap-anywhere">{text}</blockquote>}
        {pictures > 0 && (
          <p className="text-ink-2 text-ui">
            With {pictures} {pictures === 1 ? 'photo' : 'photos'}.
          </p>
        )}
      </div>
    </>
  )
}
