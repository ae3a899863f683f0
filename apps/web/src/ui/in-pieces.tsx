import { unbroken } from '@arcadia/contract/site/unbroken'
import { Fragment } from 'react'

/** A place whose lines end at its commas if they can; `Arcadia, FL 34266` is one piece. */
export const inPieces = (place: string) =>
  place.split(/, (?![A-Z]{2} \d{5})/).map((piece, nth, { length }) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one address
    <Fragment key={nth}>
      <span className="inline-block">
        {unbroken(piece)}
        {nth < length - 1 && ','}
      </span>{' '}
    </Fragment>
  ))
