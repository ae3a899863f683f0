import { Link } from 'react-router'

/** `booking.status-changed` reads 'status changed'. */
export const actionInWords = (action: string) => action.replace(/^[^.]*\./, '').replaceAll('-', ' ')

/** The tabs that open what a change was made to. */
const TABS: Record<string, string> = {
  booking: 'bookings',
  'booking-query': 'booking-queries',
  enquiry: 'enquiries',
  user: 'users',
}

/** Nobody knows a booking by its number in the database, so that leads to it. */
export function Subject({ kind, id }: { kind: string; id: string }) {
  const words = kind.replaceAll('-', ' ')
  // Which settings changed stands in both sides' own words.
  if (kind === 'configuration') return words
  const tab = TABS[kind]
  const name = `${words} ${id}`
  return tab ? <Link to={{ search: `?tab=${tab}&id=${id}` }}>{name}</Link> : name
}
