import { getMessage } from '@arcadia/contract/admin/messages'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Who } from '../../session/who.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { audienceInWords } from './message-words.ts'
import { RecipientList } from './recipient-list.tsx'

/** A sent message and what each guest got. */
export function AdminMessagePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const message = useQuery(queryOf(getMessage, { params: { id } }))
  return (
    <SidePanel title={message.data?.subject ?? 'Message'} onClose={onClose}>
      <Loaded query={message} height="h-60">
        {(sent) => (
          <>
            <section className="panel__s" aria-label="Message">
              <p className="small num text-ink-2">
                {audienceInWords(sent)}. <Who name={sent.sentBy} isFirst />, {formatPortalMoment(sent.createdAt)}
              </p>
              <p className="mt-3 border-line-2 border-l-3 pl-4 whitespace-pre-line wrap-anywhere">{sent.text}</p>
            </section>
            <RecipientList recipients={sent.recipients} />
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}
