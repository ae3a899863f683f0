import { addresses } from '@arcadia/contract/addresses'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Poster } from './poster.tsx'

/** The landing page's invitation to give a morning, with the poster that arrives; the server takes off `hidden`. */
export function GiftInvitation() {
  const { showsGifts } = useSiteData()
  return (
    <div data-shows="gifts" hidden={!showsGifts} suppressHydrationWarning>
      <Invitation />
    </div>
  )
}

function Invitation() {
  const { business } = useSiteData()
  return (
    <section className="gifts" aria-labelledby="gifts-title">
      <div className="wrap gifts__in">
        <div>
          <h2 className="display h2" id="gifts-title">
            Give a morning on the Peace River
          </h2>
          <p className="lead muted">
            A poster by email, or on paper to wrap. It never expires, and whoever gets it picks the morning.
          </p>
          <p className="gifts__price">
            From <b className="display">$50</b>
            <span data-fill="business-phone" className="on-paper" suppressHydrationWarning>
              {business.phone}
            </span>
          </p>
          <LinkButton to={addresses.giftVouchers.href()} variant="ink" size="lg">
            Give a morning
          </LinkButton>
        </div>
        <Poster recipientName="you" senderName="" />
      </div>
    </section>
  )
}
