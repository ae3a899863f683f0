import type { DashboardStats } from '@arcadia/contract/dashboard'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

export async function countForDashboard(db: Db): Promise<DashboardStats> {
  const { rows } = await sql<DashboardStats>`
    select
      (select count(*) from users where closed_at is null)::integer as "totalUsers",
      (select count(*) from users where closed_at is null and is_active)::integer as "activeUsers",
      count(*)::integer as "totalBookings",
      count(*) filter (where status = 'PENDING')::integer as "pendingBookings",
      count(*) filter (where status = 'CONFIRMED')::integer as "confirmedBookings",
      count(*) filter (where status = 'COMPLETED')::integer as "completedBookings",
      count(*) filter (where status = 'CANCELLED')::integer as "cancelledBookings"
    from bookings`.execute(db)
  return rows[0]!
}
