import type { OwnReview, ReviewStatus } from '@arcadia/contract/reviews'
import { formatDate } from '@arcadia/contract/trip-date'
import { Link, type LinkProps } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Stars } from './stars.tsx'

const STATES = { NEW: 'Waits for you', PUBLISHED: 'Published', HIDDEN: 'Hidden' }

interface ReviewToModerateProps {
  review: OwnReview
  /** To its details. */
  link: LinkProps
  onSet: (to: ReviewStatus) => void
}

export function ReviewToModerate({ review, link, onSet }: ReviewToModerateProps) {
  const { stars, text, firstName, tripDate, status } = review
  return (
    <li className="opens flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-1 border border-line bg-card p-4">
      <div className="min-w-0">
        <Stars count={stars} />
        <p className="my-2 wrap-anywhere whitespace-pre-line">{text}</p>
        <p className="small muted">
          <Link {...link} className="row-link">
            {firstName}
          </Link>
          , {formatDate(tripDate)}. {STATES[status]}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {status !== 'PUBLISHED' && (
          <Button size="sm" onClick={() => onSet('PUBLISHED')}>
            Publish<span className="sr"> the review of {firstName}</span>
          </Button>
        )}
        {status !== 'HIDDEN' && (
          <Button size="sm" onClick={() => onSet('HIDDEN')}>
            Hide<span className="sr"> the review of {firstName}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
