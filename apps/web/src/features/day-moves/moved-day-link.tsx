import { type MovedDay, whyCalledOff, whyMoved } from '@arcadia/contract/day-moves'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { isOver } from '@arcadia/contract/trip-over'
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useFollowedLink } from '../../session/use-booking-link.ts'
import { Banner } from '../../ui/banner.tsx'

interface MovedDayLinkProps {
  /** Undefined while loading. */
  movedDays: readonly MovedDay[] | undefined
  onOpen: (bookingId: number) => void
}

/** Opens the choice for customers who followed the email's link, or says why there is nothing left to choose. */
export function MovedDayLink({ movedDays, onOpen }: MovedDayLinkProps) {
  const [followed, setFollowed] = useState<number | null>(null)
  const why = useWhyMoved()
  const of = (id: number | null) => movedDays?.find(({ bookingId }) => bookingId === id)
  useFollowedLink('move', movedDays !== undefined, (bookingId) => {
    if (of(bookingId)?.state === 'OPEN') onOpen(bookingId)
    else setFollowed(bookingId)
  })
  if (followed === null) return null
  return (
    <Banner tone="info" className="mb-8" onDismiss={() => setFollowed(null)}>
      {whyClosed(of(followed), why)}
    </Banner>
  )
}

function whyClosed(movedDay: MovedDay | undefined, why: ReturnType<typeof useWhyMoved>): string {
  if (!movedDay) return "The booking in that email isn't in this account."
  if (movedDay.state === 'OPEN') return why(movedDay)
  return movedDay.state === 'WITHDRAWN'
    ? `Your trip on ${formatFullDate(movedDay.date)} is on after all. Your booking stays as it is.`
    : `You already replied. Here's your booking for ${formatFullDate(movedDay.date)} now.`
}

/** Why a day was called off, as of now. */
export function useWhyMoved(): (day: Parameters<typeof whyMoved>[0]) => string {
  const { business } = useSiteData()
  const now = useMinute()
  return (day) => (isOver({ selectedDate: day.date }, business, now) ? whyCalledOff(day) : whyMoved(day))
}

/** Shown with a booking on a called-off day until the customer answers. */
export function MovedDayNotice({
  movedDay,
  isPaid = true,
}: {
  movedDay: Parameters<typeof whyMoved>[0]
  isPaid?: boolean
}) {
  const why = useWhyMoved()
  return (
    <Banner tone="warn" icon={CalendarX2}>
      {unbroken(why({ ...movedDay, words: null }))}
      {movedDay.words && (
        <span className="my-1.5 block whitespace-pre-line wrap-anywhere border-line-2 border-l-3 pl-3">
          {movedDay.words}
        </span>
      )}{' '}
      <b>Choose another date or {isPaid ? 'get your money back' : 'cancel'}.</b>
    </Banner>
  )
}
