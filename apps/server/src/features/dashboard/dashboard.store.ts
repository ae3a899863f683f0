import type { DashboardStats } from '@arcadia/contract/dashboard'
import type { Db } from '../../database/transaction.ts'

export async function countForDashboard(db: Db): Promise<DashboardStats> {
  const [users, bookings] = await Promise.all([
    db
      .selectFrom('users')
      .select(({ fn }) => [
        fn.countAll<number>().as('totalUsers'),
        fn.countAll<number>().filterWhere('is_active', '=', true).as('activeUsers'),
      ])
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('bookings')
      .select(({ fn }) => [
        fn.countAll<number>().as('totalBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'PENDING').as('pendingBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'CONFIRMED').as('confirmedBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'COMPLETED').as('completedBookings'),
        fn.countAll<number>().filterWhere('status', '=', 'CANCELLED').as('cancelledBookings'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { ...users, ...bookings }
}
