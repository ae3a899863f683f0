import type { DashboardStats } from '@arcadia/contract/dashboard'
import { readTally } from '../../database/tallies.ts'
import type { Db } from '../../database/transaction.ts'

export async function countForDashboard(db: Db): Promise<DashboardStats> {
  const [users, bookings] = await Promise.all([readTally(db, 'users'), readTally(db, 'bookings')])
  return {
    totalUsers: users(),
    activeUsers: users('ACTIVE'),
    totalBookings: bookings(),
    pendingBookings: bookings('PENDING'),
    confirmedBookings: bookings('CONFIRMED'),
    completedBookings: bookings('COMPLETED'),
    cancelledBookings: bookings('CANCELLED'),
  }
}
