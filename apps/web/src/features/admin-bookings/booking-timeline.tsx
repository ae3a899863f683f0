import { portal } from '@arcadia/contract/addresses'
import { type BookingMoment, listBookingTimeline } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CreditCard, type LucideIcon, Mail, MessageSquare, Pencil, PenLine } from 'lucide-react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'
import { Who } from '../../session/who.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { FoldedSection } from '../../ui/side-panel.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { ChangedValues } from '../audit-log/changed-values.tsx'
import { MAIL_LOOKS } from '../mails/mail-look.ts'

/** Everything that happened to a booking, newest first: a section of its side panel. */
export function BookingTimeline({ booking }: { booking: AdminBooking }) {
  return (
    <FoldedSection title="What happened">
      <Moments booking={booking} />
    </FoldedSection>
  )
}

function Moments({ booking: { id, confirmationNumber } }: { booking: AdminBooking }) {
  const may = useMay()
  const timeline = useQuery({
    ...queryOf(listBookingTimeline, { params: { id } }),
    // Always current: it includes the change just made and its email.
    staleTime: 0,
  })
  return (
    <Loaded query={timeline} height="h-40">
      {(moments) => (
        <>
          <ol className="grid gap-[0.85rem] leading-[1.4]">
            {moments.map((moment, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: append-only
              <Moment key={moments.length - index} moment={moment} />
            ))}
          </ol>
          <p className="mt-4 flex flex-wrap gap-x-5">
            <Link to={portal.dashboard.emails.href({ q: confirmationNumber })} className="link">
              Send an email again
            </Link>
            {may('owner') && (
              <Link to={portal.dashboard.changeLog.href({ kind: 'booking', subject: id })} className="link">
                Change log
              </Link>
            )}
          </p>
        </>
      )}
    </Loaded>
  )
}

const ICONS: Record<BookingMoment['kind'], LucideIcon> = {
  BOOKING: CalendarDays,
  CARD: CreditCard,
  EMAIL: Mail,
  QUESTION: MessageSquare,
  WAIVER: PenLine,
  CHANGE: Pencil,
}

function Moment({ moment: { at, kind, text, note, by, mail, changed } }: { moment: BookingMoment }) {
  const Icon = ICONS[kind]
  return (
    <li className="grid grid-cols-[1.125rem_minmax(0,1fr)] gap-3">
      <Icon className="icon mt-1 size-4.5 text-ink-2" aria-hidden />
      <span className="wrap-anywhere">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          {mail ? (
            <Link to={portal.dashboard.emails.href({ id: mail.id })} className="link">
              {text}
            </Link>
          ) : (
            text
          )}
          {mail && mail.status !== 'SENT' && <StatusTag {...MAIL_LOOKS[mail.status]} />}
        </span>
        {note && <span className="line-clamp-4 whitespace-pre-line small">{note}</span>}
        {changed && <ChangedValues {...changed} said={text} />}
        <span className="num block text-ink-2 text-small">
          <time dateTime={at.toISOString()}>{formatPortalMoment(at)}</time>
          {by && (
            <>
              , <Who name={by} />
            </>
          )}
        </span>
      </span>
    </li>
  )
}
