import { portal } from '@arcadia/contract/addresses'
import {
  CalendarCheck,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageCircleQuestionMark,
  MessagesSquare,
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
  at: { tab: string; href: () => string }
  label: string
  icon: LucideIcon
  /** Who sees it. */
  for: For
  /** Messages leads to it: one row stands on all of these, and on a phone the bar lights Messages for them. */
  isOfMessages?: true
  Panel: ComponentType
}

/** The portal's tabs, in order. A panel gets the admin from `useAdminAuth` and keeps its filters in the address. */
export const adminTabs: readonly AdminTab[] = [
  {
    at: portal.dashboard,
    label: 'Dashboard',
    icon: LayoutDashboard,
    for: 'guide',
    Panel: tabViews(portal.dashboard.tab, 'Dashboard'),
  },
  {
    at: portal.users,
    label: 'Users',
    icon: Users,
    for: 'office',
    Panel: tabViews(portal.users.tab, 'Users'),
  },
  {
    at: portal.bookings,
    label: 'Bookings',
    icon: CalendarCheck,
    for: 'guide',
    Panel: tabViews(portal.bookings.tab, 'Bookings'),
  },
  {
    at: portal.refunds,
    label: 'Refunds',
    icon: Undo2,
    for: 'office',
    Panel: lazyFeature(async () => (await import('../features/refunds/admin-refunds-tab.tsx')).AdminRefundsTab),
  },
  {
    at: portal.inbox,
    label: 'Messages',
    icon: MessagesSquare,
    for: 'office',
    isOfMessages: true,
    Panel: lazyFeature(async () => (await import('../features/inbox/admin-inbox-tab.tsx')).AdminInboxTab),
  },
  {
    at: portal.enquiries,
    label: 'Enquiries',
    icon: Mail,
    for: 'office',
    isOfMessages: true,
    Panel: lazyFeature(async () => (await import('../features/enquiries/admin-enquiries-tab.tsx')).AdminEnquiriesTab),
  },
  {
    at: portal.bookingQueries,
    label: 'Booking Queries',
    icon: MessageCircleQuestionMark,
    for: 'office',
    isOfMessages: true,
    Panel: tabViews(portal.bookingQueries.tab),
  },
  {
    at: portal.configuration,
    label: 'Configuration',
    icon: SlidersHorizontal,
    for: 'owner',
    Panel: tabViews(portal.configuration.tab, 'Configuration'),
  },
  {
    at: portal.merchantSetup,
    label: 'Merchant Setup',
    icon: Plug,
    for: 'owner',
    Panel: lazyFeature(async () => (await import('./merchant-setup.tsx')).MerchantSetup),
  },
]

/** The tabs this person may use: never empty, because everyone has the dashboard. */
export function useTabs(): readonly [AdminTab, ...AdminTab[]] {
  const may = useMay()
  return adminTabs.filter((tab) => may(tab.for)) as [AdminTab, ...AdminTab[]]
}
