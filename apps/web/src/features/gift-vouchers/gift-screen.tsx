import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import './gift-screen.css'
import { Poster } from './poster.tsx'

interface GiftScreenProps {
  /** Of the tab, and the headline. */
  title: string
  headline: string
  lead: ReactNode
  poster: ComponentProps<typeof Poster>
  /** On a phone the card comes before the poster, which has been seen. */
  isPaying?: boolean
  /** It takes the place of another screen: the headline gets the focus. */
  isNext?: boolean
  /** Below the poster. */
  below?: ReactNode
  children: ReactNode
}

/** Of the page that sells gifts. */
export const GIFT_TITLES = { title: 'Gifts', headline: 'Give a morning on the Peace River' }

/** What a buyer does, beside the poster of the gift. */
export const GiftScreen = ({ title, headline, lead, poster, isPaying, isNext, below, children }: GiftScreenProps) => (
  <main className={classNames('gift-screen', isPaying && 'gift-screen--pays')}>
    <title>{title}</title>
    <div className="wrap gift-screen__g">
      <div className="gift-screen__h">
        <h1 className="display h2" {...(isNext && { tabIndex: -1, ref: focus })}>
          {headline}
        </h1>
        <p className="lead muted text-pretty">{lead}</p>
      </div>
      <aside className="gift-screen__p" aria-label="The poster">
        <Poster {...poster} />
        {below}
      </aside>
      <div className="gift-screen__r gift-parts">{children}</div>
    </div>
  </main>
)

/** A part with its title, and what stands beside it. */
export const GiftPart = ({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) => (
  <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
    <div className="gift-parts__h">
      <h2>{title}</h2>
      {beside}
    </div>
    {children}
  </section>
)

function focus(headline: HTMLElement | null) {
  headline?.focus({ preventScroll: true })
  window.scrollTo(0, 0)
}
