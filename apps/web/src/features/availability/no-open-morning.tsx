import { untilOpening } from '@arcadia/contract/availability'
import { reachUs } from '@arcadia/contract/site/contact-words'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useSession } from '../../session/session.tsx'
import { monthOf, monthsOfSeason } from '../../ui/calendar/calendar-month.ts'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { useDaysOf } from './availability.queries.ts'
import { lookOf } from './day-look.ts'

/**
 * Why no morning can be booked, now or once booking opens: some are full and can be waited for, or all are closed.
 * Undefined while one is open, and until that is known.
 */
export function useSoldOut(): 'full' | 'closed' | undefined {
  const today = useVenueToday()
  const rules = useBookingConfig()
  const months = rules ? monthsOfSeason(today, rules) : []
  const { days } = useDaysOf(months)
  const known = Object.keys(days)
  if (!rules || !months.every((month) => known.some((date) => monthOf(date) === month))) return undefined
  const looks = known.map((date) => lookOf(date, { today, rules, days, beforeOpening: true }))
  if (looks.some(({ isSelectable }) => isSelectable)) return undefined
  return looks.some(({ state }) => state === 'full') ? 'full' : 'closed'
}

/** What guests read until they can book; an owner's test need not wait. */
export function useOpening(): string | undefined {
  const { user } = useSession()
  const rules = useBookingConfig()
  const today = useVenueToday()
  return rules && !user?.isTest ? untilOpening(today, rules) : undefined
}

/** Says that no morning is open, and what to do instead. */
export function NoOpenMorning({ canWait = false }: { canWait?: boolean }) {
  const { business } = useSiteData()
  const question = reachUs('Want to know when one opens?', business)
  return (
    <>
      No morning is open right now. {canWait && 'Pick a full one to join its waitlist. '}
      {question && withPhoneLinks(question)}
    </>
  )
}
