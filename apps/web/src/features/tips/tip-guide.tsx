import { formatCents } from '@arcadia/contract/money'
import type { TripTip } from '@arcadia/contract/tips'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { OWN, TipAmounts } from './tip-amounts.tsx'
import { tippedHere } from './tipped-here.ts'

/** `Tip Jordan` */
export const tipTitle = (guide: string | null) => `Tip ${guide ?? 'your guide'}`

/** For a link within the site. */
export const pathOf = (address: string): string => {
  const { pathname, hash } = new URL(address)
  return pathname + hash
}

interface TipGuideProps {
  tip: TripTip
  /** Nothing else on the page is amber. */
  isMain: boolean
}

/** A tip once the trip took place: thanks for what was given, or else three amounts and one's own (docs/rules.md §3.45). */
export function TipGuide({ tip, isMain }: TipGuideProps) {
  const { guide, url, given } = tip
  const { guideName, guidePhoto } = useSiteData().business
  const fromHere = tippedHere(url).filter((paid) => !given.some(({ receiptUrl }) => receiptUrl === paid.receiptUrl))
  const tipped = [...given, ...fromHere]
  return (
    <section className="tip dark print:hidden">
      <div className="tip__head">
        {guidePhoto && guide === guideName && <img src={guidePhoto} alt="" />}
        <div className="min-w-0">
          <h2 className="display">{tipped.length > 0 ? 'Thank you' : tipTitle(guide)}</h2>
          {tipped.length === 0 && <p className="muted">Goes to your guide.</p>}
        </div>
      </div>
      {tipped.map(({ amount, receiptUrl }) => (
        <p key={receiptUrl} className="num mt-4">
          Your tip of {formatCents(amount)} went through.{' '}
          {receiptUrl && (
            <Link className="link" to={pathOf(receiptUrl)}>
              See or print the receipt
            </Link>
          )}
        </p>
      ))}
      {tipped.length === 0 ? <ChooseTip {...{ tip, isMain }} /> : <TipMore url={url} />}
    </section>
  )
}

/** The amount is paid on a page of its own. */
function ChooseTip({ tip: { url, amounts }, isMain }: TipGuideProps) {
  const { pathname, hash } = useLocation()
  const [chosen, setChosen] = useState(String(amounts[1]))
  const page = new URL(url)
  return (
    <>
      <TipAmounts name="tip" {...{ amounts, chosen }} onChange={({ target }) => setChosen(target.value)} />
      <LinkButton
        to={`${page.pathname}?amount=${chosen}${page.hash}`}
        state={{ backTo: pathname + hash }}
        size="lg"
        variant={isMain ? 'cta' : 'line'}
        className="num"
      >
        {chosen === OWN ? 'Tip another amount' : `Tip ${formatCents(Number(chosen))}`}
      </LinkButton>
      <p className="muted mt-3 text-ui">By card, apart from the trip. Always up to you.</p>
    </>
  )
}

function TipMore({ url }: { url: string }) {
  const { pathname, hash } = useLocation()
  return (
    <Link className="link mt-2 inline-flex min-h-11 items-center" to={pathOf(url)} state={{ backTo: pathname + hash }}>
      Tip again
    </Link>
  )
}
