import { MapPin } from 'lucide-react'
import { useDialogs } from '../../dialogs.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { BusinessText } from '../business-words.tsx'
import { ServerText } from '../server-text.tsx'
import { HeroScene } from './hero-scene.tsx'
import { useSiteFacts } from './use-site-facts.ts'

export function Hero() {
  const { openBooking, openEnquiry } = useDialogs()
  const { launchText } = useSiteData()
  const { facts, isLoading } = useSiteFacts()
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
            <BusinessText name="length" /> with a guide on Peace River blackwater, for fish most anglers only read
            about.
          </p>
          <div className="cta">
            {/* The server writes the amounts. Without them the line keeps its space, hidden, until they load. */}
            <p className="hero__price num">
              From{' '}
              <b>
                <ServerText name="price-from">{isLoading ? '' : facts['price-from']}</ServerText>
              </b>{' '}
              per angler
              <ServerText name="holds-date">{isLoading ? '' : facts['holds-date']}</ServerText>
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
              Booking here needs JavaScript, which is off in this browser. <a href="#contact">Reach us directly</a> and
              we'll book it for you.
            </p>
          </noscript>
        </div>
        <MeasuringRule />
      </div>
    </section>
  )
}

const WIDTH = 1000
const STEP = 20

/** Every fifth tick is longer, every tenth longest. */
const TICKS = Array.from({ length: WIDTH / STEP + 1 }, (_, index) => {
  const length = index % 10 === 0 ? 26 : index % 5 === 0 ? 18 : 10
  return `M${index * STEP} 0v${length}`
}).join('')

/** The hero's badge for the largest fish. */
function MeasuringRule() {
  return (
    <div className="rule">
      <svg viewBox={`0 0 ${WIDTH} 30`} preserveAspectRatio="none" aria-hidden="true">
        <path
          d={`${TICKS}M0 0h${WIDTH}`}
          stroke="currentColor"
          strokeWidth="2"
          fill="none"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p>
        <span>Trophy Waters</span>
        <b>Fish up to 250 pounds</b>
      </p>
    </div>
  )
}
