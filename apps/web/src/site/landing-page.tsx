import { useSiteData } from '../prerender/site-data.ts'
import landingStyles from '../styles/landing.css?url'
import { Faq } from './landing/faq.tsx'
import { Gallery } from './landing/gallery.tsx'
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
      {/* Here, not in the head: the hero is painted without waiting for what the sections below it need. */}
      <link rel="stylesheet" href={landingStyles} />
      <SeasonStrip />
      <Story />
      <Gallery />
      <Pricing />
      <SeasonCalendarSection />
      <Faq />
      <ReviewsSection />
      <Social />
    </main>
  )
}

/** This is a component of its own, so that the page does not render again when the site data is read. */
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
