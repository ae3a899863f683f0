import type { PackageType } from '@arcadia/contract/configuration'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** States of bookings, enquiries and booking queries; each has its tint and a mark of its own shape. */
export type Status =
  | 'PENDING'
  | 'CONFIRMED'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'NEW'
  | 'IN_PROGRESS'
  | 'RESPONDED'
  | 'CLOSED'
  | 'SPAM'

const STATUS: Record<Status, { label: string; className: string }> = {
  PENDING: { label: 'Pending', className: 'tag--pending' },
  CONFIRMED: { label: 'Confirmed', className: 'tag--confirmed' },
  COMPLETED: { label: 'Completed', className: 'tag--completed' },
  CANCELLED: { label: 'Cancelled', className: 'tag--cancelled' },
  NEW: { label: 'New', className: 'tag--new' },
  IN_PROGRESS: { label: 'In progress', className: 'tag--progress' },
  RESPONDED: { label: 'Responded', className: 'tag--responded' },
  CLOSED: { label: 'Closed', className: 'tag--closed' },
  SPAM: { label: 'Spam', className: 'tag--spam' },
}

export const statusLabel = (status: Status) => STATUS[status].label

/** The class of a status, for a control that wears it, such as a select in a table. */
export const statusClass = (status: Status) => classNames('tag', STATUS[status].className)

export function StatusTag({ status, label }: { status: Status; label?: string }) {
  return <span className={statusClass(status)}>{label ?? statusLabel(status)}</span>
}

export function PackageTag({ packageType }: { packageType: PackageType }) {
  const isTrophy = packageType === 'TROPHY'
  return <Tag className={isTrophy ? 'tag--trophy' : 'tag--standard'}>{isTrophy ? 'Trophy' : 'Standard'}</Tag>
}

export function RoleTag({ role }: { role: 'USER' | 'ADMIN' }) {
  return <Tag className={role === 'ADMIN' ? 'tag--admin' : 'tag--standard'}>{role === 'ADMIN' ? 'Admin' : 'User'}</Tag>
}

/** A word in a tint, without a mark. */
function Tag({ className = 'tag--standard', children }: { className?: string; children: ReactNode }) {
  return <span className={classNames('tag tag--plain', className)}>{children}</span>
}
