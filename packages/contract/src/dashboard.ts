import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const Count = z.int()

/** The seven counts (admin spec §3). Accounts that were closed are not users any more. */
export const DashboardStats = z.object({
  totalUsers: Count,
  activeUsers: Count,
  totalBookings: Count,
  pendingBookings: Count,
  confirmedBookings: Count,
  completedBookings: Count,
  cancelledBookings: Count,
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  summary: 'How many users and bookings there are, by state.',
  response: DashboardStats,
})
