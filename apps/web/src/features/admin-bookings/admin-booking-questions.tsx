import type { BookingQuery } from '@arcadia/contract/booking-queries'
import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { previewOf } from '../../list/message-preview.ts'
import { StatusTag } from '../../ui/tag.tsx'

/** What the customer asked about it; each leads to its answer. */
export function AdminBookingQuestions({ questions }: { questions: readonly BookingQuery[] }) {
  return (
    <section className="panel__s" aria-labelledby="booking-questions">
      <h3 id="booking-questions">Questions</h3>
      {questions.length === 0 && <p className="muted">No questions yet.</p>}
      {questions.length > 0 && (
        <ul className="panel-list">
          {questions.map(({ id, queryMessage, createdAt, status }) => (
            <li key={id}>
              <span className="min-w-0 wrap-anywhere">
                <Link to={{ search: `?tab=booking-queries&id=${id}` }} className="row-link">
                  {previewOf(queryMessage)}
                </Link>
                <span className="block small text-ink-2">Asked {formatDate(venueDate(createdAt))}</span>
              </span>
              <StatusTag status={status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
