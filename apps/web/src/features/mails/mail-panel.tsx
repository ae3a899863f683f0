import { readMail, titleOfMail } from '@arcadia/contract/admin/mails'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { PanelSection, SidePanel } from '../../ui/side-panel.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { MAIL_LOOKS } from './mail-look.ts'

/** One email to read, before or after it went out. */
export function MailPanel({ id, onClose }: { id: number; onClose: () => void }) {
  // Always current: one that waits reads as it would be sent now.
  const mail = useQuery({ ...queryOf(readMail, { params: { id } }), staleTime: 0 })
  return (
    <SidePanel title={mail.data ? titleOfMail(mail.data) : 'Email'} onClose={onClose}>
      <Loaded query={mail} height="h-60" className="m-5">
        {({ to, status, text, isAsOfNow, createdAt, sentAt, error }) => (
          <>
            <PanelSection title="Email">
              <SummaryList
                rows={[
                  { label: 'To', value: <span className="wrap-anywhere">{to}</span> },
                  { label: 'Status', value: <StatusTag {...MAIL_LOOKS[status]} /> },
                  { label: sentAt ? 'Sent' : 'Written', value: formatPortalMoment(sentAt ?? createdAt) },
                ]}
              />
              {error && <p className="mt-2 small wrap-anywhere">{error}</p>}
            </PanelSection>
            <PanelSection title={isAsOfNow ? 'As it would read now' : 'As it was sent'}>
              {text === null ? (
                <p className="muted">There's nothing left to tell, so it won't be sent.</p>
              ) : (
                <p className="whitespace-pre-line wrap-anywhere leading-[1.5]">{text.trim()}</p>
              )}
            </PanelSection>
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}
