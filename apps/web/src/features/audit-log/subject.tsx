import { portal } from '@arcadia/contract/addresses'
import { type AuditEntry, nameOfList } from '@arcadia/contract/admin/audit-log'
import { formatDate, TripDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'

type Changed = Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'subjectName'>

/** The tab that opens each kind of subject. */
const TABS: Record<string, { href: (shown: { id: string }) => string }> = {
  booking: portal.bookings,
  'booking-query': portal.bookingQueries,
  enquiry: portal.enquiries,
  user: portal.users,
}

/** The changed thing as people call it; empty if its kind has one thing only, or nobody knows it anymore. */
export function subjectInWords({ subjectKind, subjectId, subjectName }: Changed): string {
  if (subjectKind === 'list') return nameOfList(subjectId) ?? ''
  if (subjectName === null) return ''
  return TripDate.safeParse(subjectName).success ? formatDate(subjectName) : subjectName
}

/** Links to the changed thing where it opens. */
export function Subject(changed: Changed) {
  const words = subjectInWords(changed)
  const tab = TABS[changed.subjectKind]
  if (!tab || !words) return words
  return <Link to={tab.href({ id: changed.subjectId })}>{words}</Link>
}
