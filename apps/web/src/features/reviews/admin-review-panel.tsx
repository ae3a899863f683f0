import type { OwnReview } from '@arcadia/contract/reviews'
import { formatDate } from '@arcadia/contract/trip-date'
import { SidePanel } from '../../ui/side-panel.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { SentPictures } from './sent-pictures.tsx'
import { Stars } from './stars.tsx'

/** The review, and who published or hid it. */
export function AdminReviewPanel({ review, onClose }: { review: OwnReview; onClose: () => void }) {
  const { id, stars, text, firstName, tripDate, pictures } = review
  return (
    <SidePanel title={`Review of ${firstName}`} onClose={onClose}>
      <section className="panel__s" aria-label="Review">
        <Stars count={stars} />
        <p className="my-3 wrap-anywhere whitespace-pre-line">{text}</p>
        <SentPictures pictures={pictures} className="mb-3 w-full rounded-1" />
        <p className="small muted">Trip of {formatDate(tripDate)}</p>
      </section>
      <ChangeHistory kind="review" id={id} />
    </SidePanel>
  )
}
