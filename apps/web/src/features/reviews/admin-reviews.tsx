import { listAdminReviews, type OwnReview, ReviewStatus, setReviewStatus } from '@arcadia/contract/reviews'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { toQuery } from '../../list/list-state.ts'
import { useListState } from '../../list/use-list-state.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { AdminReviewPanel } from './admin-review-panel.tsx'
import { ReviewToModerate } from './review-to-moderate.tsx'

const REVIEWS_LIST = { statuses: ReviewStatus.options, sorts: [] } as const

/** What customers wrote about their trips; the site shows what is published. */
export function AdminReviews() {
  const list = useListState(REVIEWS_LIST)
  const { status } = toQuery(list.list)
  const moderation = useOptimisticChange<OwnReview, ReviewStatus>({
    lists: [listAdminReviews],
    send: ({ id }, to) => call(setReviewStatus, { params: { id }, body: { status: to } }),
    foresee: (review, to) => ({ ...review, status: to }),
  })
  return (
    <AdminList
      list={list}
      caption="Reviews"
      query={(window) => queryOf(listAdminReviews, { query: { status, ...window } })}
      columns={(reviews) => (
        <ul className="grid gap-3">
          {reviews.map((review) => (
            <ReviewToModerate
              key={review.id}
              review={review}
              link={list.rowLink(review.id)}
              onSet={(to) => moderation.change(review, to)}
            />
          ))}
        </ul>
      )}
      empty="Customers can write one once their trip took place."
      refusal={{ message: moderation.error, onDismiss: moderation.dismissError }}
      details={(_id, review) => review && <AdminReviewPanel review={review} onClose={list.closeRow} />}
    />
  )
}
