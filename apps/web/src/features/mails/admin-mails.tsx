import { type AdminMail, listMails, resendMail } from '@arcadia/contract/mails'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import type { Column } from '../../list/data-table.tsx'
import { toQuery } from '../../list/list-state.ts'
import { useListState } from '../../list/use-list-state.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { CSV_COLUMNS, MAIL_COLUMNS } from './admin-mails-columns.tsx'
import { titleOf } from './mail-look.ts'

const MAILS_LIST = { statuses: ['WAITING', 'SENT', 'FAILED', 'NOT_NEEDED'], sorts: [] } as const

/** What went out to whom, what did not and why, and a way to send it again (docs/rules.md §8.1). */
export function AdminMails() {
  const list = useListState(MAILS_LIST)
  const { q, status } = toQuery(list.list)
  const resend = useMutation({ mutationFn: (id: number) => call(resendMail, { params: { id } }) })
  const again: Column<AdminMail> = {
    key: 'resend',
    head: 'Again',
    cell: (mail) =>
      mail.status !== 'NOT_NEEDED' && (
        <Button
          size="sm"
          busy={resend.isPending && resend.variables === mail.id}
          busyLabel="Sending..."
          // One that is sent again stands at the top of the list, out of sight.
          onClick={() => resend.mutate(mail.id, { onSuccess: () => toast(`On its way to ${mail.to}.`) })}
        >
          <span>
            {mail.status === 'WAITING' ? 'Send now' : 'Send again'}
            <span className="sr">
              {' '}
              {titleOf(mail)} to {mail.to}
            </span>
          </span>
        </Button>
      ),
  }
  return (
    <AdminList
      list={list}
      caption="Emails"
      query={(window) => queryOf(listMails, { query: { q, status, ...window } })}
      columns={[...MAIL_COLUMNS, again]}
      csv={{ name: 'mails', columns: CSV_COLUMNS }}
      search={{ label: 'Search emails', placeholder: 'Address, subject or confirmation' }}
      empty="Emails to customers and to you show up here."
      refusal={{ message: resend.error?.message, onDismiss: resend.reset }}
    />
  )
}
