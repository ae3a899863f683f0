import { type MovedDay, whyMoved } from '@arcadia/contract/day-moves'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { useLinkInHash } from '../../session/use-link-in-hash.ts'
import { Banner } from '../../ui/banner.tsx'

interface MovedDayLinkProps {
  /** Undefined while they load. */
  movedDays: readonly MovedDay[] | undefined
  onOpen: (bookingId: number) => void
}

/** Leads whoever comes from the email to the choice, or says why there is none any more. */
export function MovedDayLink({ movedDays, onOpen }: MovedDayLinkProps) {
  const [followed, setFollowed] = useState<number | null>(null)
  const of = (id: number | null) => movedDays?.find(({ bookingId }) => bookingId === id)
  useLinkInHash(MOVE_LINK, movedDays !== undefined, (bookingId) => {
    if (of(bookingId)?.state === 'OPEN') onOpen(bookingId)
    else setFollowed(bookingId)
  })
  if (followed === null) return null
  return (
    <Banner tone="info" className="mb-8" onDismiss={() => setFollowed(null)}>
      {whyClosed(of(followed))}
    </Banner>
  )
}

function whyClosed(movedDay: MovedDay | undefined): string {
  if (!movedDay) return "The booking in that email isn't in this account."
  if (movedDay.state === 'OPEN') return whyMoved(movedDay)
  return movedDay.state === 'WITHDRAWN'
    ? `Your trip on ${formatFullDate(movedDay.date)} is on after all. Your booking stays as it is.`
    : `You already answered that one. Here is where your booking for ${formatFullDate(movedDay.date)} stands now.`
}

/** Stands with a booking whose day the guide cannot keep, as long as it waits for an answer. */
export function MovedDayNotice({ movedDay }: { movedDay: MovedDay }) {
  return (
    <Banner tone="warn" icon={CalendarX2}>
      {whyMoved(movedDay)} <b>Choose another date or get your money back.</b>
    </Banner>
  )
}

/** Where the email of a day that is moved leads, with the booking's id. */
export const MOVE_LINK = /^#move-(\d+)$/
