import { addresses } from '@arcadia/contract/addresses'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import shore from '../../assets/plates/footer-shore.svg'
import { useDialogs } from '../../dialogs.ts'
import { lazyFeature } from '../../lazy-feature.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailLink, PhoneLink, ProfileLink, TextUsLink } from '../business-links.tsx'
import { BusinessText } from '../business-words.tsx'
import { ServerText } from '../server-text.tsx'
import { useSiteFacts } from './use-site-facts.ts'
import { WhenNear } from './when-near.tsx'

const NowBooking = lazyFeature(async () => (await import('./now-booking.tsx')).NowBooking, 'nothing')

/** The end of the landing page: where, when, how to reach us, and another way to book. */
export function Contact() {
  const { facts } = useSiteFacts()
  const { openBooking, openEnquiry } = useDialogs()
  const sentence = useRef<HTMLParagraphElement>(null)
  const nowBooking = <ServerText name="now-booking">{facts['now-booking']}</ServerText>
  return (
    <>
      <div className="contact__art grain">
        <img src={shore} alt="" width={2400} height={420} loading="lazy" />
      </div>
      <div className="wrap contact" id="contact">
        <div className="contact__book">
          <h2 className="display">
            The mist burns <span>off by nine</span>
          </h2>
          <p className="muted" ref={sentence}>
            <WhenNear section={sentence} waiting={nowBooking}>
              <NowBooking>{nowBooking}</NowBooking>
            </WhenNear>
          </p>
          <Button variant="cta" size="lg" onClick={() => openBooking()}>
            Book Now
          </Button>
        </div>
        <div>
          <Facts title="Contact">
            <li>Arcadia, Florida</li>
            <li>
              <EmailLink />
            </li>
            <li className="num">
              <PhoneLink />
            </li>
            <li>
              <TextUsLink />
            </li>
            <li>
              <ProfileLink />
            </li>
          </Facts>
        </div>
        <div>
          <Facts title="Hours">
            <li>
              <BusinessText name="hours" />
            </li>
            <li>
              <ServerText name="open-days">{facts['open-days']}</ServerText>
            </li>
            <li>
              <ServerText name="closed-days">{facts['closed-days']}</ServerText>
            </li>
          </Facts>
          <Facts title="Booking">
            <li>
              <ServerText name="season">{facts.season}</ServerText>
            </li>
            <li>
              Available <ServerText name="days-per-week">{facts['days-per-week']}</ServerText>
            </li>
          </Facts>
        </div>
        <div>
          <Facts title="Quick Links">
            <li>
              <button type="button" onClick={openEnquiry}>
                Enquire Now
              </button>
            </li>
            <li>
              <a href="#pricing">Pricing</a>
            </li>
            <li>
              <a href="#faq">FAQ</a>
            </li>
            <li>
              <a href="#about">About</a>
            </li>
            <li>
              <Link to={addresses.privacy.href()}>Privacy Policy</Link>
            </li>
            <li>
              <Link to={addresses.terms.href()}>Terms</Link>
            </li>
          </Facts>
        </div>
      </div>
    </>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="label">{title}</h3>
      <ul>{children}</ul>
    </>
  )
}
