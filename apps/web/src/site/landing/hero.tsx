import { MapPin } from 'lucide-react'
import { useDialogs } from '../../dialogs.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { ServerText } from '../server-text.tsx'
import { HeroScene } from './hero-scene.tsx'
import { MeasuringRule } from './measuring-rule.tsx'
import { useSiteFacts } from './use-site-facts.ts'

export function Hero() {
  const { openBooking, openEnquiry } = useDialogs()
  const { launchText } = useSiteData()
  const { facts } = useSiteFacts()
  return (
    <section className="hero dark">
      <HeroScene />
      <div className="hero__in">
        <div className="hero__words">
          <p className="where lead">
            <span>
              <MapPin className="icon" aria-hidden />
              Arcadia, Florida
            </span>
            <ServerText name="launch-text">{launchText}</ServerText>
          </p>
          <h1 className="display">
            <span>Exclusive </span>
            <span>Fishing </span>
            <span>Experiences</span>
          </h1>
          <p className="lead">
            Four hours with a guide on Peace River blackwater, for fish most anglers only read about.
          </p>
          <div className="cta">
            <p className="hero__price num">
              From{' '}
              <b>
                <ServerText name="price-from">{facts['price-from']}</ServerText>
              </b>{' '}
              per angler
            </p>
            <Button variant="cta" size="lg" onClick={() => openBooking()}>
              Book Now
            </Button>
            <Button size="lg" onClick={openEnquiry}>
              Enquire Now
            </Button>
          </div>
          <noscript>
            <p className="lead">
              Booking here needs scripts, which are off in this browser. <a href="#contact">Reach us directly</a> and we
              book it for you.
            </p>
          </noscript>
        </div>
        <MeasuringRule />
      </div>
    </section>
  )
}
