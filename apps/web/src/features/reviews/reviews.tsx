import { useSession } from '../../session/session.tsx'
import { OwnReview } from './own-review.tsx'
import { PublishedReviews } from './published-reviews.tsx'

/** What anglers wrote, and for who has been on the water the place to write. */
export function Reviews() {
  const { user } = useSession()
  return (
    <>
      <PublishedReviews />
      {user && <OwnReview key={user.id} />}
    </>
  )
}
