import { useSiteData } from '../prerender/site-data.ts'
import landingStyles from '../styles/landing.css?url'
import { Faq } from './landing/faq.tsx'
import { Gallery } from './landing/gallery.tsx'
import { giftsOnLanding } from './landing/gifts-on-landing.tsx'
import { Hero } from './landing/hero.tsx'
import { Pricing } from './landing/pricing.tsx'
import { ReviewsSection } from './landing/reviews-section.tsx'
import { SeasonStrip } from './landing/season-strip.tsx'
import { Social } from './landing/social.tsx'
import { Story } from './landing/story.tsx'
import { SeasonCalendarSection } from './season-calendar/season-calendar-section.tsx'

export function LandingPage() {
  return (
    <main>
      <Head />
      <Hero />
      {/* Here and not in the head, so the hero paints before the sections below it load. */}
      <link rel="stylesheet" href={landingStyles} />
      <SeasonStrip />
      <Story />
      <Gallery />
      <Pricing />
      {giftsOnLanding}
      <SeasonCalendarSection />
      <Faq />
      <ReviewsSection />
      <Social />
    </main>
  )
}

/** A separate component, so that reading the site data doesn't rerender the page. */
function Head() {
  const { business } = useSiteData()
  return (
    <>
      <title>{business.name}</title>
      <meta
        name="description"
        content="Guided trophy fishing on Peace River blackwater in Arcadia, Florida. Fish up to 250 pounds, one boat, up to four anglers a morning."
      />
    </>
  )
}
