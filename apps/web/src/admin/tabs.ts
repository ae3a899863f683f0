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
import { type For, useMay } from '../session/use-may.ts'
import { tabViews } from './tab-views.tsx'

export interface AdminTab {
  /** In the address as `?tab=`. */
  id: string
  label: string
  icon: LucideIcon
  /** Who sees it. */
  for: For
  Panel: ComponentType
}

/** The portal's tabs, in order. A panel gets the admin from `useAdminAuth` and keeps its filters in the address. */
const adminTabs: readonly AdminTab[] = [
  {
    id: 'dashboard',
    label: 'Dashboard',
    icon: LayoutDashboard,
    for: 'guide',
    Panel: tabViews('dashboard', 'Dashboard'),
  },
  {
    id: 'users',
    label: 'Users',
    icon: Users,
    for: 'office',
    Panel: tabViews('users', 'Users'),
  },
  {
    id: 'bookings',
    label: 'Bookings',
    icon: CalendarCheck,
    for: 'guide',
    Panel: tabViews('bookings', 'Bookings'),
  },
  {
    id: 'refunds',
    label: 'Refunds',
    icon: Undo2,
    for: 'office',
    Panel: lazyFeature(async () => (await import('../features/refunds/admin-refunds-tab.tsx')).AdminRefundsTab),
  },
  {
    id: 'enquiries',
    label: 'Enquiries',
    icon: Mail,
    for: 'office',
    Panel: lazyFeature(async () => (await import('../features/enquiries/admin-enquiries-tab.tsx')).AdminEnquiriesTab),
  },
  {
    id: 'booking-queries',
    label: 'Booking Queries',
    icon: MessageCircleQuestionMark,
    for: 'office',
    Panel: tabViews('booking-queries', 'Booking Queries'),
  },
  {
    id: 'configuration',
    label: 'Configuration',
    icon: SlidersHorizontal,
    for: 'owner',
    Panel: tabViews('configuration', 'Configuration'),
  },
  {
    id: 'merchant-setup',
    label: 'Merchant Setup',
    icon: Plug,
    for: 'owner',
    Panel: lazyFeature(async () => (await import('../features/merchant/admin-merchant-tab.tsx')).AdminMerchantTab),
  },
]

/** The tabs this person may use: never empty, because everyone has the dashboard. */
export function useTabs(): readonly [AdminTab, ...AdminTab[]] {
  const may = useMay()
  return adminTabs.filter((tab) => may(tab.for)) as [AdminTab, ...AdminTab[]]
}
