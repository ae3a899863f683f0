import { formatFullDate, formatVenueTime } from '@arcadia/contract/trip-date'
import type { WaitlistEntry } from '@arcadia/contract/waitlist'
import { useQuery } from '@tanstack/react-query'
import { useDialogs } from '../../dialogs.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { myWaitlistQuery, useLeaveWaitlist } from './waitlist.queries.ts'
import './waitlist.css'

/** What the customer waits for: places that are kept for them come first. Nothing when they wait for nothing. */
export function MyWaitlist({ token }: { token: string }) {
  const { data: entries } = useQuery(myWaitlistQuery(token))
  const leave = useLeaveWaitlist(token)
  if (!entries || entries.length === 0) return null
  const offersFirst = [...entries].sort((one, other) => Number(other.offer !== null) - Number(one.offer !== null))
  return (
    <section className="grid gap-4 pb-10" aria-labelledby="waitlist-title">
      <h2 id="waitlist-title" className="display h3">
        Waitlist
      </h2>
      {leave.error && <Banner>{leave.error.message}</Banner>}
      <ul className="grid gap-2">
        {offersFirst.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isLeaving={leave.isPending && leave.variables === entry.id}
            onLeave={() => leave.mutate(entry.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  entry: WaitlistEntry
  isLeaving: boolean
  onLeave: () => void
}

function Entry({ entry, isLeaving, onLeave }: EntryProps) {
  const { openBooking } = useDialogs()
  const { offer, selectedDate, numberOfGuests } = entry
  const places = `${numberOfGuests} ${numberOfGuests === 1 ? 'place' : 'places'}`
  return (
    <li className="waiting" data-offered={offer ? '' : undefined}>
      <div className="min-w-0">
        <h3 className="font-strong">{formatFullDate(selectedDate)}</h3>
        <p role="status" className="text-ui text-ink-2">
          {offer
            ? `${places} kept for you until ${formatVenueTime(offer.expiresAt)} Eastern. Then the next in line is asked.`
            : `Waiting for ${places}. We write to you as soon as there is room.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {offer && (
          <Button variant="cta" onClick={() => openBooking({ offer })}>
            Take {numberOfGuests === 1 ? 'it' : 'them'}
          </Button>
        )}
        <Button busy={isLeaving} busyLabel="Leaving..." onClick={onLeave}>
          {offer ? 'No, thank you' : 'Leave the waitlist'}
        </Button>
      </div>
    </li>
  )
}
