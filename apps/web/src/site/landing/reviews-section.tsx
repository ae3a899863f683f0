import { ratingInWords } from '@arcadia/contract/site/wording'
import { useEffect, useRef } from 'react'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useHydrated } from '../../prerender/hydration.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ServerText } from '../server-text.tsx'
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
  // Only the server's data tells which of the two a page needs; reviews, which are longer, have their place from the start.
  const isHydrated = useHydrated()
  return user || rating || !isHydrated ? <Section /> : <Benefits />
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
  const { rating } = useSiteData()
  const isHydrated = useHydrated()
  // The browser scrolled before this was in the page.
  useEffect(() => {
    if (window.location.hash === '#reviews') section.current?.scrollIntoView()
  }, [])
  const waiting = <KeptPlace count={rating?.count ?? 1} />
  return (
    <section
      ref={section}
      className={classNames('reviews', !isHydrated && 'reviews--early')}
      id="reviews"
      aria-labelledby="reviews-title"
    >
      <div className="wrap">
        <h2 className="display h2" id="reviews-title">
          What anglers say
        </h2>
        <p className="lead muted">
          <ServerText name="rating">{rating ? ratingInWords(rating) : ''}</ServerText>
        </p>
        <WhenNear section={section} waiting={waiting}>
          <Reviews waiting={waiting} />
        </WhenNear>
      </div>
    </section>
  )
}

/** Of the first page of them. */
function KeptPlace({ count }: { count: number }) {
  return (
    <ul className="reviews__list" aria-busy="true" aria-label="Loading reviews">
      {Array.from({ length: Math.min(count, 6) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one is like the other
        <li key={index} />
      ))}
    </ul>
  )
}
