import { listAdminReviews, type OwnReview, ReviewStatus, setReviewStatus } from '@arcadia/contract/reviews'
import { formatDate } from '@arcadia/contract/trip-date'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from 'react-router'
import { call } from '../../api/call.ts'
import { ListEmpty } from '../../list/list-empty.tsx'
import { statusOptions, toQuery } from '../../list/list-state.ts'
import { Pagination } from '../../list/pagination.tsx'
import { SegmentedFilter } from '../../list/segmented-filter.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { AdminReviewPanel } from './admin-review-panel.tsx'
import { Stars } from './stars.tsx'
import './reviews.css'

const REVIEWS_LIST = { statuses: ReviewStatus.options, sorts: [] } as const
const STATUS_OPTIONS = statusOptions(REVIEWS_LIST)

/** What customers wrote about their trips; the site shows what is published. */
export function AdminReviews() {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const { list, change, isFiltered, showAll, rowLink, closeRow } = useListState(REVIEWS_LIST)
  const { page, status } = toQuery(list)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin-reviews', token, { page, status }],
    queryFn: ({ signal }) => call(listAdminReviews, { query: { page, status, size: 20 } }, { token, signal }),
    placeholderData: keepPreviousData,
    enabled: signedIn !== null,
  })
  const moderation = useOptimisticChange<OwnReview, ReviewStatus>({
    lists: ['admin-reviews', token],
    send: ({ id }, to) => call(setReviewStatus, { params: { id }, body: { status: to } }, { token }),
    foresee: (review, to) => ({ ...review, status: to }),
  })
  const opened = data?.content.find(({ id }) => id === list.id)
  return (
    <>
      <div className="list-tools">
        <SegmentedFilter
          label="Status"
          options={STATUS_OPTIONS}
          value={list.status}
          onChange={(value) => change({ status: value })}
        />
      </div>
      {moderation.error && (
        <Banner className="mb-4" onDismiss={moderation.dismissError}>
          {moderation.error}
        </Banner>
      )}
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {data?.content.length === 0 && (
        <ListEmpty
          what="reviews"
          text="Customers can write one once their trip took place."
          isFiltered={isFiltered}
          showAll={showAll}
        />
      )}
      {data && data.content.length > 0 && (
        <>
          <ul className="grid gap-3">
            {data.content.map((review) => (
              <ReviewToModerate
                key={review.id}
                review={review}
                link={rowLink(review.id)}
                onSet={(to) => moderation.change(review, to)}
              />
            ))}
          </ul>
          <Pagination page={list.page} totalPages={data.totalPages} onChange={(to) => change({ page: to })} />
        </>
      )}
      {opened && <AdminReviewPanel review={opened} onClose={closeRow} />}
    </>
  )
}

const STATES = { NEW: 'Waits for you', PUBLISHED: 'Published', HIDDEN: 'Hidden' }

interface ReviewToModerateProps {
  review: OwnReview
  /** To its details. */
  link: LinkProps
  onSet: (to: ReviewStatus) => void
}

function ReviewToModerate({ review, link, onSet }: ReviewToModerateProps) {
  const { stars, text, firstName, tripDate, status } = review
  return (
    <li className="moderate">
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
