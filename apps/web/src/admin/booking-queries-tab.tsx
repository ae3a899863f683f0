import { AdminQuestions } from '../features/booking-queries/admin-questions.tsx'
import { AdminReviews } from '../features/reviews/admin-reviews.tsx'
import { type TabView, TabViews } from './tab-views.tsx'

const VIEWS: readonly [TabView, ...TabView[]] = [
  { id: 'questions', label: 'Questions', Panel: AdminQuestions },
  { id: 'reviews', label: 'Reviews', Panel: AdminReviews },
]

/** The Booking Queries tab: what customers ask, and what they write about their trips (docs/rules.md §9.1). */
export const BookingQueriesTab = () => <TabViews tab="booking-queries" label="Booking Queries" views={VIEWS} />
