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
  return (
    <section className="bg-bg-3 py-section" aria-labelledby="gifts-title">
      <div className="wrap grid grid-cols-[minmax(0,7fr)_minmax(0,5fr)] items-center gap-x-[clamp(2.5rem,6vw,6.5rem)] gap-y-10 max-tablet:grid-cols-[minmax(0,1fr)]">
        <div>
          <h2 className="display h2" id="gifts-title">
            Give a morning on the Peace River
          </h2>
          <p className="lead muted mt-5 max-w-[38ch]">
            A poster by email, or on paper to wrap. It never expires, and they pick their own morning.
          </p>
          <LinkButton to={addresses.giftVouchers.href()} variant="ink" size="lg" className="mt-8">
            Give a morning
          </LinkButton>
        </div>
        <div className="w-full max-w-[26rem] justify-self-end max-tablet:justify-self-start">
          <Poster recipientName="you" senderName="" />
        </div>
      </div>
    </section>
  )
}
