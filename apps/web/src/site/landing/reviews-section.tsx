import { useRef } from 'react'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { WhenNear } from './when-near.tsx'

const Reviews = lazyFeature(async () => (await import('../../features/reviews/reviews.tsx')).Reviews)

/**
 * Customers' reviews, with a form for signed-in customers. Visitors see no section until a review is published
 * (docs/rules.md §11.6).
 */
export function ReviewsSection() {
  const { user } = useSession()
  const { hasReviews } = useSiteData()
  return (user || hasReviews) && <Section />
}

function Section() {
  const section = useRef<HTMLElement>(null)
  return (
    <section ref={section} className="reviews" id="reviews" aria-labelledby="reviews-title">
      <div className="wrap">
        <h2 className="display h2" id="reviews-title">
          What anglers say
        </h2>
        <WhenNear section={section} waiting={<Loading label="Loading reviews" />}>
          <Reviews />
        </WhenNear>
      </div>
    </section>
  )
}
