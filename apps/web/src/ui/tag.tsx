import type { PackageType } from '@arcadia/contract/configuration'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Statuses of bookings, enquiries and booking queries; each has its own color and symbol. */
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

/** `IN_PROGRESS` reads 'In progress', `CANCELLED` 'Canceled', as every text spells it. */
export const statusLabel = (status: string) =>
  status === 'CANCELLED' ? 'Canceled' : `${status[0]}${status.slice(1).toLowerCase().replace('_', ' ')}`

/** A status class, for controls in the status's color, such as a select in a table. */
export const statusClass = (status: Status) => `tag tag--${status.toLowerCase().replace('_', '-')}`

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

/** A word on a tint, without a symbol. */
function Tag({ className = 'tag--standard', children }: { className?: string; children: ReactNode }) {
  return <span className={classNames('tag tag--plain', className)}>{children}</span>
}
