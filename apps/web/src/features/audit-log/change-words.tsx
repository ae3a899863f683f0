import { portal } from '@arcadia/contract/addresses'
import { Link } from 'react-router'

/** `enquiry.status-changed` reads 'status changed'. */
export const actionInWords = (action: string) => action.replace(/^[^.]*\./, '').replaceAll('-', ' ')

/** The tab that opens each kind of subject. */
const TABS: Record<string, { href: (shown: { id: string }) => string }> = {
  booking: portal.bookings,
  'booking-query': portal.bookingQueries,
  enquiry: portal.enquiries,
  user: portal.users,
}

/** Links to the subject, since nobody knows a booking by its database id. */
export function Subject({ kind, id }: { kind: string; id: string }) {
  const words = kind.replaceAll('-', ' ')
  // The changed settings are named in before and after.
  if (kind === 'configuration') return words
  const tab = TABS[kind]
  const name = `${words} ${id}`
  return tab ? <Link to={tab.href({ id })}>{name}</Link> : name
}
