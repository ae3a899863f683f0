import type { TipLink } from '@arcadia/contract/tips'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import './tips.css'

/** `Tip Jordan` */
export const tipTitle = (guide: string | null) => `Tip ${guide ?? 'your guide'}`

/** The way to a tip, once the trip took place. */
export function TipGuide({ tip: { guide, url } }: { tip: TipLink }) {
  const { guideName, guidePhoto } = useSiteData().business
  const { pathname, hash } = new URL(url)
  return (
    <section className="tip dark print:hidden">
      <div className="tip__head">
        {guidePhoto && guide === guideName && <img src={guidePhoto} alt="" />}
        <div className="min-w-0">
          <h2 className="display">{tipTitle(guide)}</h2>
          <p className="muted">By card, apart from the trip. Always up to you.</p>
        </div>
      </div>
      <LinkButton to={pathname + hash} size="lg">
        {tipTitle(guide)} by card
      </LinkButton>
    </section>
  )
}
