import type { DashboardStats } from '@arcadia/contract/dashboard'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

export async function countForDashboard(db: Db): Promise<DashboardStats> {
  const { rows } = await sql<DashboardStats>`
    with by_status as materialized (select status, count(*)::integer from bookings group by status),
      by_activity as materialized (
        select is_active, count(*)::integer from users where closed_at is null group by is_active
      )
    select
      (select coalesce(sum(count), 0)::integer from by_activity) as "totalUsers",
      (select coalesce(sum(count) filter (where is_active), 0)::integer from by_activity) as "activeUsers",
      coalesce(sum(count), 0)::integer as "totalBookings",
      coalesce(sum(count) filter (where status = 'PENDING'), 0)::integer as "pendingBookings",
      coalesce(sum(count) filter (where status = 'CONFIRMED'), 0)::integer as "confirmedBookings",
      coalesce(sum(count) filter (where status = 'COMPLETED'), 0)::integer as "completedBookings",
      coalesce(sum(count) filter (where status = 'CANCELLED'), 0)::integer as "cancelledBookings"
    from by_status`.execute(db)
  return rows[0]!
}
