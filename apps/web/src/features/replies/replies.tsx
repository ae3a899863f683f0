import { portal } from '@arcadia/contract/addresses'
import type { MailStatus } from '@arcadia/contract/admin/mails'
import type { Reply } from '@arcadia/contract/admin/replies'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Who } from '../../session/who.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { StatusTag } from '../../ui/tag.tsx'
import { MAIL_LOOKS } from '../mails/mail-look.ts'

/** Sent answers in order, with the status of their emails. */
export function Replies({ query }: { query: UseQueryResult<Reply[]> }) {
  return (
    <Loaded query={query} height="h-12" isQuiet className="mt-4">
      {(replies) =>
        replies.length > 0 && (
          <ol className="mt-4 grid gap-4" aria-label="Replies">
            {replies.map((reply) => (
              <li key={reply.id} className="border-ok border-l-3 pl-4 wrap-anywhere">
                <p className="whitespace-pre-line">{reply.text}</p>
                <MailState reply={reply} />
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

/** What the reason follows; that of a held one is a sentence of its own. */
const INTRODUCTIONS: Partial<Record<MailStatus, string>> = {
  WAITING: 'Not sent yet: ',
  FAILED: "This email couldn't be sent: ",
}

function MailState({ reply: { writtenBy, createdAt, mail } }: { reply: Reply }) {
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 small text-ink-2">
        <span className="num">
          {writtenBy && (
            <>
              <Who name={writtenBy} isFirst />,{' '}
            </>
          )}
          {formatPortalMoment(createdAt)}
        </span>
        {mail && <StatusTag {...MAIL_LOOKS[mail.status]} />}
      </p>
      {mail?.error && mail.status !== 'SENT' && (
        <p className="small text-danger">
          {INTRODUCTIONS[mail.status]}
          {mail.error} <Link to={portal.dashboard.emails.href()}>Emails</Link>
        </p>
      )}
    </>
  )
}
