import { addresses } from '@arcadia/contract/addresses'
import type { ReactNode } from 'react'
import moonset from '../assets/plates/plate-28-moonset.svg'
import { LinkButton } from './button.tsx'
import { classNames } from './class-names.ts'
import './plate-page.css'

interface PlatePageProps {
  title: string
  /** Wider, for long text. */
  isWide?: boolean
  /** DialogBody and DialogFoot, or DialogEnd, as in a dialog. */
  children: ReactNode
}

/** A single card on the night plate, for pages with one task. */
export function PlatePage({ title, isWide = false, children }: PlatePageProps) {
  return (
    <main className="plate-page">
      <title>{title}</title>
      <div className="plate-page__plate grain">
        <img src={moonset} alt="" />
      </div>
      <div className={classNames('plate-page__card', isWide && 'max-w-[38rem]')}>
        <h1 className="display h3">{title}</h1>
        {children}
      </div>
    </main>
  )
}

export const backToHome = (
  <LinkButton to={addresses.home.href()} variant="cta">
    Back to home
  </LinkButton>
)
