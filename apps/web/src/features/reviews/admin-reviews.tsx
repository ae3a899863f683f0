import { listAdminReviews, type OwnReview, ReviewStatus, setReviewStatus } from '@arcadia/contract/reviews'
import { formatDate } from '@arcadia/contract/trip-date'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { RowLink } from '../../list/row-link.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { Button } from '../../ui/button.tsx'
import { AdminReviewPanel } from './admin-review-panel.tsx'
import { SentPictures } from './sent-pictures.tsx'
import { Stars } from './stars.tsx'

/** Customers' reviews; the site shows the published ones. */
export function AdminReviews() {
  const moderation = useOptimisticChange<OwnReview, ReviewStatus>({
    lists: [listAdminReviews],
    send: ({ id }, to) => call(setReviewStatus, { params: { id }, body: { status: to } }),
    foresee: (review, to) => ({ ...review, status: to }),
  })
  return (
    <AdminList
      list={useListState({ statuses: ReviewStatus.options })}
      caption="Reviews"
      query={(asked) => queryOf(listAdminReviews, { query: asked })}
      columns={(reviews) => (
        <ul className="grid gap-3">
          {reviews.map((review) => (
            <ReviewToModerate key={review.id} review={review} onSet={(to) => moderation.change(review, to)} />
          ))}
        </ul>
      )}
      empty="Guests can write one after their trip."
      refusal={{ message: moderation.error, onDismiss: moderation.dismissError }}
      details={({ known, onClose }) => known && <AdminReviewPanel review={known} onClose={onClose} />}
    />
  )
}

const STATES = { NEW: 'Needs your OK', PUBLISHED: 'Published', HIDDEN: 'Hidden' }

interface ReviewToModerateProps {
  review: OwnReview
  onSet: (to: ReviewStatus) => void
}

function ReviewToModerate({ review, onSet }: ReviewToModerateProps) {
  const { id, stars, text, firstName, tripDate, status, pictures } = review
  return (
    <li className="opens flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-1 border border-line bg-card p-4">
      <div className="min-w-0">
        <Stars count={stars} />
        <p className="my-2 wrap-anywhere whitespace-pre-line">{text}</p>
        <SentPictures pictures={pictures} className="size-24 rounded-1 object-cover" />
        <p className="small muted">
          <RowLink id={id}>{firstName}</RowLink>, {formatDate(tripDate)}. {STATES[status]}.
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
