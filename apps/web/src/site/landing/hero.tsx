import { MapPin } from 'lucide-react'
import { useDialogs } from '../../dialogs.ts'
import { useSiteData } from '../../site-data.ts'
import { Button } from '../../ui/button.tsx'
import { ServerText } from '../server-text.tsx'
import { HeroScene } from './hero-scene.tsx'
import { MeasuringRule } from './measuring-rule.tsx'

export function Hero() {
  const { openBooking, openEnquiry } = useDialogs()
  const { launchText } = useSiteData()
  return (
    <section className="hero dark">
      <HeroScene />
      <div className="hero__in">
        <div className="hero__words">
          <p className="where lead">
            <span>
              <MapPin className="i" aria-hidden />
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
            Four hours with a guide on Peace River blackwater, after fish most anglers only meet in books.
          </p>
          <div className="cta">
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
