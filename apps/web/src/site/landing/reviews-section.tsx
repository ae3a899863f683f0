import { useEffect, useRef } from 'react'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useHydrated } from '../../prerender/hydration.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { WhenNear } from './when-near.tsx'

const Reviews = lazyFeature(async () => (await import('../../features/reviews/reviews.tsx')).Reviews)
const BenefitsSection = lazyFeature(
  async () => (await import('../../features/accounts/benefits-section.tsx')).BenefitsSection,
  'nothing',
)

/**
 * Customers' reviews, with a form for signed-in customers. Until one is published, visitors read what an account is good
 * for instead (docs/rules.md §11.6).
 */
export function ReviewsSection() {
  const { user } = useSession()
  const { rating } = useSiteData()
  // Only the server's data tells which of the two a page needs.
  const isHydrated = useHydrated()
  if (user || rating) return <Section />
  return isHydrated && <Benefits />
}

function Benefits() {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className="reviews">
      <div className="wrap">
        <WhenNear section={place} waiting={<div className="min-h-64" />}>
          <BenefitsSection />
        </WhenNear>
      </div>
    </div>
  )
}

function Section() {
  const section = useRef<HTMLElement>(null)
  // The browser scrolled before this was in the page.
  useEffect(() => {
    if (window.location.hash === '#reviews') section.current?.scrollIntoView()
  }, [])
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
