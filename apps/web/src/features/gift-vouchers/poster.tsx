import type { Gift } from '@arcadia/contract/gifts'
import type { ReactNode } from 'react'
import cathedral from '../../assets/plates/plate-12-cypress-cathedral.svg'
import { classNames } from '../../ui/class-names.ts'
import './poster.css'

/** The poster of a gift on a page: picture, title and names. */
export const Poster = ({ recipientName, senderName }: Pick<Gift, 'recipientName' | 'senderName'>) => (
  <PosterSheet>
    <div className="poster__foot">
      {recipientName && <span className="poster__name">For {recipientName}</span>}
      {senderName && <p>From {senderName}</p>}
    </div>
  </PosterSheet>
)

/** Picture and title, with what stands below them. */
export function PosterSheet({ isPaper = false, children }: { isPaper?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('poster', isPaper && 'poster--paper')}>
      <div className="poster__in">
        <div className={classNames('poster__plate', !isPaper && 'grain')}>
          <img
            src={cathedral}
            alt="Cypress trunks rise like columns from dark water with light between them"
            loading={isPaper ? 'eager' : 'lazy'}
          />
        </div>
        <p className="poster__title display">
          <small>One morning on the</small>Peace River
        </p>
        {children}
      </div>
    </div>
  )
}
