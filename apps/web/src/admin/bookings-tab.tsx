import { AdminBookingsTab } from '../features/admin-bookings/admin-bookings-tab.tsx'
import { AdminWaitlist } from '../features/waitlist/admin-waitlist.tsx'
import { type TabView, TabViews } from './tab-views.tsx'

const VIEWS: readonly [TabView, ...TabView[]] = [
  { id: 'all', label: 'Bookings', Panel: AdminBookingsTab },
  { id: 'waitlist', label: 'Waitlist', Panel: AdminWaitlist },
]

/** The Bookings tab: what is booked, and who waits for a full day (docs/rules.md §9.1). */
export const BookingsTab = () => <TabViews tab="bookings" label="Bookings" views={VIEWS} />
