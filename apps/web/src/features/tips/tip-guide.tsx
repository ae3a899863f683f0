import { formatCents } from '@arcadia/contract/money'
import type { TipLink } from '@arcadia/contract/tips'
import { Link, useLocation } from 'react-router'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { tippedHere } from './tipped-here.ts'
import './tips.css'

/** `Tip Jordan` */
export const tipTitle = (guide: string | null) => `Tip ${guide ?? 'your guide'}`

/** For a link within the site. */
export const pathOf = (address: string): string => {
  const { pathname, hash } = new URL(address)
  return pathname + hash
}

/** The way to a tip, once the trip took place. */
export function TipGuide({ tip: { guide, url } }: { tip: TipLink }) {
  const { guideName, guidePhoto } = useSiteData().business
  const { pathname, hash } = useLocation()
  const tipped = tippedHere(url)
  return (
    <section className="tip dark print:hidden">
      <div className="tip__head">
        {guidePhoto && guide === guideName && <img src={guidePhoto} alt="" />}
        <div className="min-w-0">
          <h2 className="display">{tipTitle(guide)}</h2>
          {tipped.length === 0 && <p className="muted">By card, apart from the trip. Always up to you.</p>}
        </div>
      </div>
      {tipped.map(({ amount, receiptUrl }) => (
        <p key={receiptUrl} className="num mt-4">
          Thank you. Your tip of {formatCents(amount)} went through.{' '}
          {receiptUrl && (
            <Link className="link" to={pathOf(receiptUrl)}>
              See or print the receipt
            </Link>
          )}
        </p>
      ))}
      <LinkButton
        to={pathOf(url)}
        state={{ backTo: pathname + hash }}
        size={tipped.length === 0 ? 'lg' : undefined}
        variant={tipped.length === 0 ? undefined : 'text'}
      >
        {tipped.length === 0 ? `${tipTitle(guide)} by card` : 'Tip once more'}
      </LinkButton>
    </section>
  )
}
