import { portal } from '@arcadia/contract/addresses'
import type { MessageRecipient } from '@arcadia/contract/admin/messages'
import { formatDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { PanelList, PanelSection } from '../../ui/side-panel.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { MAIL_LOOKS } from '../mails/mail-look.ts'

/** Who got a message, and who needs a call instead. */
export function RecipientList({ recipients }: { recipients: readonly MessageRecipient[] }) {
  const unreached = recipients.filter(({ email }) => email === null)
  const written = recipients.filter(({ email }) => email !== null)
  return (
    <>
      {unreached.length > 0 && (
        <PanelSection title="No email: call or text">
          <PanelList rows={unreached}>
            {(guest) => (
              <li key={guest.bookingId}>
                <Guest {...guest} />
                <PhoneLink phone={guest.phone} to={guest.name} says={guest.text ?? undefined} />
              </li>
            )}
          </PanelList>
        </PanelSection>
      )}
      <PanelSection title={`${written.length} by email`}>
        <PanelList rows={written} empty="No one here has an email address.">
          {(guest) => (
            <li key={guest.bookingId}>
              <Guest {...guest} />
              {guest.mail && <StatusTag {...MAIL_LOOKS[guest.mail.status]} />}
            </li>
          )}
        </PanelList>
      </PanelSection>
    </>
  )
}

function Guest({ bookingId, name, email, date, text, mail }: MessageRecipient) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <Link to={portal.bookings.href({ id: bookingId })}>{name}</Link>
      <span className="block small text-ink-2">
        <span className="num">{formatDate(date)}</span>
        {email && `, ${email}`}
      </span>
      {mail?.error && mail.status !== 'SENT' && <span className="block small text-danger">{mail.error}</span>}
      {text !== null && (
        <details className="small">
          <summary className="min-h-6">What it said</summary>
          <p className="whitespace-pre-line py-2">{text}</p>
        </details>
      )}
    </span>
  )
}
