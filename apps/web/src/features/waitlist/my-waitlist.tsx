import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { useFollowedLink } from '../../session/use-booking-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { myWaitlistQuery, useLeaveWaitlist } from './waitlist.queries.ts'
import { WaitlistItem } from './waitlist-item.tsx'

/** The customer's waitlist, offers first; hidden when empty. */
export function MyWaitlist() {
  const { openBooking } = useDialogs()
  const { data: entries, error, refetch } = useQuery(myWaitlistQuery)
  const leave = useLeaveWaitlist()
  const [isTooLate, setTooLate] = useState(false)
  useFollowedLink('offer', entries !== undefined, (entryId) => {
    const entry = entries?.find(({ id }) => id === entryId)
    if (entry?.offer) openBooking({ offer: entry.offer })
    else setTooLate(!entry?.lapsedAt)
  })
  // On an error, don't let a waiting customer think they aren't.
  if (!entries && error) return <TryAgainBanner className="mb-8" error={error} onRetry={() => refetch()} />
  if (!entries || (entries.length === 0 && !isTooLate)) return null
  const offersFirst = [...entries].sort((one, other) => Number(other.offer !== null) - Number(one.offer !== null))
  return (
    <section className="grid gap-4 pb-10" aria-labelledby="waitlist-title">
      <h2 id="waitlist-title" className="display h3">
        Waitlist
      </h2>
      {isTooLate && (
        <Banner tone="info" onDismiss={() => setTooLate(false)}>
          That offer is over. You already answered it, or the hold ran out.
        </Banner>
      )}
      <ul className="@container overflow-hidden rounded-1 shadow-1 print:shadow-none">
        {offersFirst.map((entry) => (
          <WaitlistItem key={entry.id} entry={entry} leave={leave} />
        ))}
      </ul>
    </section>
  )
}
