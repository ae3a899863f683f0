import { Link, useSearchParams } from 'react-router'
import { AdminQuestions } from '../features/booking-queries/admin-questions.tsx'
import { AdminReviews } from '../features/reviews/admin-reviews.tsx'

const VIEWS = [
  { id: 'questions', label: 'Questions', Panel: AdminQuestions },
  { id: 'reviews', label: 'Reviews', Panel: AdminReviews },
] as const

/** The Booking Queries tab: what customers ask, and what they write about their trips (decisions §9). */
export function BookingQueriesTab() {
  const [params] = useSearchParams()
  const { id, Panel } = VIEWS.find((view) => view.id === params.get('view')) ?? VIEWS[0]
  return (
    <>
      <nav className="views" aria-label="Booking Queries views">
        {VIEWS.map((view) => (
          <Link
            key={view.id}
            to={{ search: `?tab=booking-queries&view=${view.id}` }}
            aria-current={view.id === id ? 'page' : undefined}
          >
            {view.label}
          </Link>
        ))}
      </nav>
      <Panel />
    </>
  )
}
