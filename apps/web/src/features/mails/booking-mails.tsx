import { listMails, titleOfMail } from '@arcadia/contract/mails'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { PanelList, PanelSection } from '../../ui/side-panel.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { MAIL_LOOKS } from './mail-look.ts'

const SHOWN = 10

/** The emails about one booking, the latest first: a section of its side panel. */
export function BookingMails({ bookingId, confirmationNumber }: { bookingId: number; confirmationNumber: string }) {
  const mails = useQuery({
    ...queryOf(listMails, { query: { bookingId, page: 0, size: SHOWN } }),
    // The last change to the booking may have sent one.
    staleTime: 0,
  })
  return (
    <PanelSection title="Emails">
      <Loaded query={mails} height="h-16">
        {({ content, totalElements }) => (
          <>
            <PanelList rows={content} empty="No emails yet.">
              {(mail) => (
                <li key={mail.id}>
                  <span className="min-w-0 wrap-anywhere">
                    <b>{titleOfMail(mail)}</b>
                    <span className="block small text-ink-2">
                      {formatMoment(mail.sentAt ?? mail.createdAt)}, to {mail.to}
                    </span>
                    {mail.error && mail.status !== 'SENT' && (
                      <span className="block small text-ink-2">{mail.error}</span>
                    )}
                  </span>
                  <StatusTag {...MAIL_LOOKS[mail.status]} />
                </li>
              )}
            </PanelList>
            {totalElements > 0 && (
              <Link to={{ search: `?tab=dashboard&view=mail&q=${confirmationNumber}` }}>
                {totalElements > SHOWN ? `All ${totalElements} emails` : 'Send one again'}
              </Link>
            )}
          </>
        )}
      </Loaded>
    </PanelSection>
  )
}
