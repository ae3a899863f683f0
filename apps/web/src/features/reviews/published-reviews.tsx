import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ReviewCard } from './review-card.tsx'
import { publishedReviewsQuery } from './reviews.queries.ts'

/** What the guide has published, newest first. */
export function PublishedReviews() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(publishedReviewsQuery)
  if (!data && error) return <TryAgainBanner className="mt-8" error={error} onRetry={() => refetch()} />
  if (!data)
    return (
      <div className="loading">
        <Spinner label="Loading reviews" />
      </div>
    )
  const reviews = data.pages.flatMap(({ content }) => content)
  if (reviews.length === 0)
    return <p className="lead muted mt-5">Nobody has written yet. The first trips of the season will.</p>
  return (
    <>
      <ul className="mt-10 grid grid-cols-1 gap-5 tablet:grid-cols-2 desktop:grid-cols-3">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-8" busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => fetchNextPage()}>
          Show more reviews
        </Button>
      )}
    </>
  )
}
