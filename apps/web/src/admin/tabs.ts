import {
  CalendarCheck,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageCircleQuestionMark,
  Plug,
  SlidersHorizontal,
  Undo2,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { lazyFeature } from '../lazy-feature.tsx'
import { tabViews } from './tab-views.tsx'

export interface AdminTab {
  /** Stands in the address as `?tab=`. */
  id: string
  label: string
  icon: LucideIcon
  Panel: ComponentType
}

/** The portal's tabs, in their order. A panel finds the admin with `useAdminAuth`, and keeps its filters in the address. */
export const adminTabs: readonly [AdminTab, ...AdminTab[]] = [
  {
    id: 'dashboard',
    label: 'Dashboard',
    icon: LayoutDashboard,
    Panel: tabViews('dashboard', 'Dashboard'),
  },
  {
    id: 'users',
    label: 'Users',
    icon: Users,
    Panel: lazyFeature(async () => (await import('../features/admin-users/admin-users-tab.tsx')).AdminUsersTab),
  },
  {
    id: 'bookings',
    label: 'Bookings',
    icon: CalendarCheck,
    Panel: tabViews('bookings', 'Bookings'),
  },
  {
    id: 'refunds',
    label: 'Refunds',
    icon: Undo2,
    Panel: lazyFeature(async () => (await import('../features/refunds/admin-refunds-tab.tsx')).AdminRefundsTab),
  },
  {
    id: 'enquiries',
    label: 'Enquiries',
    icon: Mail,
    Panel: lazyFeature(async () => (await import('../features/enquiries/admin-enquiries-tab.tsx')).AdminEnquiriesTab),
  },
  {
    id: 'booking-queries',
    label: 'Booking Queries',
    icon: MessageCircleQuestionMark,
    Panel: tabViews('booking-queries', 'Booking Queries'),
  },
  {
    id: 'configuration',
    label: 'Configuration',
    icon: SlidersHorizontal,
    Panel: lazyFeature(
      async () => (await import('../features/configuration/admin-configuration-tab.tsx')).AdminConfigurationTab,
    ),
  },
  {
    id: 'merchant-setup',
    label: 'Merchant Setup',
    icon: Plug,
    Panel: lazyFeature(async () => (await import('../features/merchant/admin-merchant-tab.tsx')).AdminMerchantTab),
  },
]
