import type { ReactNode } from 'react'
import moonset from '../assets/plates/plate-28-moonset.svg'
import './plate-page.css'

interface PlatePageProps {
  title: string
  /** DialogBody and DialogFoot, as in a dialog. */
  children: ReactNode
}

/** A single card on the night plate, for a page that asks for one thing. */
export function PlatePage({ title, children }: PlatePageProps) {
  return (
    <main className="plate-page">
      <title>{title}</title>
      <div className="plate-page__plate grain">
        <img src={moonset} alt="" />
      </div>
      <div className="plate-page__card">
        <h1 className="display h3">{title}</h1>
        {children}
      </div>
    </main>
  )
}
