import { GIFT_PICTURES, type GiftPicture } from '@arcadia/contract/gift-pictures'
import type { Gift } from '@arcadia/contract/gifts'
import type { CSSProperties, ReactNode } from 'react'
import redtail from '../../assets/plates/plate-04-redtail.svg'
import cypress from '../../assets/plates/plate-12-cypress-cathedral.svg'
import kites from '../../assets/plates/plate-18-kites.svg'
import moss from '../../assets/plates/plate-26-spanish-moss.svg'
import { classNames } from '../../ui/class-names.ts'
import './poster.css'

export const PLATES: Record<GiftPicture, string> = { cypress, redtail, moss, kites }

type Names = Pick<Gift, 'recipientName' | 'senderName'> & { picture?: GiftPicture; words?: string | null }

/** Line for line, unless they are so many that the sheet couldn't hold them. */
export const keepsLines = (words: string) => words.split('\n').length <= 12

/** The poster of a gift on a page: picture, title, names, and where nothing else says them the words. */
export const Poster = ({ recipientName, senderName, words, picture }: Names) => (
  <PosterSheet picture={picture}>
    <div className="poster__foot">
      {recipientName && <PosterName of={recipientName} />}
      {words && <p className={classNames('poster__words', keepsLines(words) && 'whitespace-pre-line')}>{words}</p>}
      {senderName && <p className="wrap-anywhere">From {senderName}</p>}
    </div>
  </PosterSheet>
)

/** Words of up to so many letters fit anyway. */
const FITS = 10

/** `--n`, the letters of the longest word: type of a size that they fit into is not broken inside it. */
export function fitting(name: string): CSSProperties | undefined {
  const longest = Math.max(...name.split(/\s/).map(({ length }) => length))
  return longest > FITS ? ({ '--n': longest } as CSSProperties) : undefined
}

/** Set smaller rather than broken inside its longest word. */
export function PosterName({ of: name }: { of: string }) {
  return (
    <span className="poster__name" style={fitting(name)}>
      For {name || 'you'}
    </span>
  )
}

interface PosterSheetProps {
  picture?: GiftPicture | undefined
  isPaper?: boolean
  children: ReactNode
}

/** Picture and title, with what stands below them. */
export function PosterSheet({ picture = 'cypress', isPaper = false, children }: PosterSheetProps) {
  return (
    <div className={classNames('poster', isPaper && 'poster--paper')}>
      <div className="poster__in">
        <div className={classNames('poster__plate', !isPaper && 'grain')}>
          <img
            src={PLATES[picture]}
            alt={GIFT_PICTURES[picture]}
            className={`poster__${picture}`}
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
