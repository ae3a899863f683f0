import { useSiteData } from '../site-data.ts'
import { Hero } from './hero.tsx'

export function LandingPage() {
  const { business } = useSiteData()
  return (
    <main>
      <title>{business.name}</title>
      <meta
        name="description"
        content="Guided trophy fishing on Peace River blackwater in Arcadia, Florida. Fish up to 250 pounds, one boat, up to four anglers a morning."
      />
      <Hero />
    </main>
  )
}
