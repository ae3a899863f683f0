import { formatShortDate, type TripDate } from '@arcadia/contract/trip-date'

/** Where the date stands above; a low window scrolls that away. */
export const HeldForYou = ({ date }: { date: TripDate }) => (
  <>
    Held for you<span className="[@media(min-height:480.02px)]:hidden">, {formatShortDate(date)}</span>
  </>
)
