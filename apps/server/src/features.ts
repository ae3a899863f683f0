import type { Base } from './base.ts'
import { analyticsFeature } from './features/analytics/analytics.feature.ts'
import { auditLogFeature } from './features/audit-log/audit-log.feature.ts'
import type { Bookings } from './features/bookings/bookings.service.ts'
import { calendarFeedFeature } from './features/calendar-feed/calendar-feed.feature.ts'
import { enquiriesFeature } from './features/enquiries/enquiries.feature.ts'
import { reviewsFeature } from './features/reviews/reviews.feature.ts'

/** Every feature, the ones that others stand on first. */
export function createFeatures(base: Base & { bookings: Bookings }) {
  return {
    analytics: analyticsFeature(base),
    auditLog: auditLogFeature(base),
    enquiries: enquiriesFeature(base),
    calendarFeed: calendarFeedFeature(base),
    reviews: reviewsFeature(base),
  }
}
