import { listMails } from '@arcadia/contract/mails'
import { formatDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { MAIL_LOOKS, titleOf } from './mail-look.ts'

const SHOWN = 10

/** The emails about one booking, the latest first: a section of its side panel. */
export function BookingMails({ bookingId, confirmationNumber }: { bookingId: number; confirmationNumber: string }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(listMails, { query: { bookingId, page: 0, size: SHOWN } }),
    // What was just done about the booking may have written one.
    staleTime: 0,
  })
  return (
    <section className="panel__s" aria-labelledby="booking-mails">
      <h3 id="booking-mails">Mails</h3>
      {error && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data?.totalElements === 0 && <p className="muted">No emails yet.</p>}
      {data && data.totalElements > 0 && (
        <ul className="panel-list">
          {data.content.map((mail) => (
            <li key={mail.id}>
              <span className="min-w-0 wrap-anywhere">
                <b>{titleOf(mail)}</b>
                <span className="block small text-ink-2">
                  {formatDate(venueDate(mail.sentAt ?? mail.createdAt))},{' '}
                  {formatVenueTime(mail.sentAt ?? mail.createdAt)}, to {mail.to}
                </span>
                {mail.error && mail.status !== 'SENT' && <span className="block small text-ink-2">{mail.error}</span>}
              </span>
              <StatusTag {...MAIL_LOOKS[mail.status]} />
            </li>
          ))}
        </ul>
      )}
      {data && data.totalElements > 0 && (
        <Link to={{ search: `?tab=dashboard&view=mail&q=${confirmationNumber}` }}>
          {data.totalElements > SHOWN ? `All ${data.totalElements} emails` : 'Send one again'}
        </Link>
      )}
    </section>
  )
}
