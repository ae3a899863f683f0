import { listAuditEntries } from '@arcadia/contract/audit-log'
import { TripDate } from '@arcadia/contract/trip-date'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { toQuery } from '../../list/list-state.ts'
import { useListState } from '../../list/use-list-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { COLUMNS, CSV_COLUMNS } from './admin-audit-log-columns.tsx'

const AUDIT_LIST = { statuses: [], sorts: [] } as const

/** Who changed what when, as the server's append-only log has it. */
export function AdminAuditLog() {
  const list = useListState(AUDIT_LIST)
  const [params, setParams] = useSearchParams()
  const dayOf = (name: 'from' | 'to') => TripDate.safeParse(params.get(name)).data
  const query = { q: toQuery(list.list).q, from: dayOf('from'), to: dayOf('to') }
  const setDay = (name: 'from' | 'to', day: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      if (day) next.set(name, day)
      else next.delete(name)
      return next
    })

  return (
    <AdminList
      list={list}
      caption="Change log"
      query={(window) => queryOf(listAuditEntries, { query: { ...query, ...window } })}
      columns={COLUMNS}
      csv={{ name: 'audit-log', columns: CSV_COLUMNS }}
      search={{ label: 'Search the change log', placeholder: 'Admin, action or subject' }}
      empty={<EmptyState title="No changes found" text="Every change you make shows up here." />}
      filters={(['from', 'to'] as const).map((name) => (
        <label
          key={name}
          className="flex items-center gap-2 text-ui font-semibold max-[700px]:flex-1 max-[700px]:flex-col max-[700px]:items-start"
        >
          {name === 'from' ? 'From' : 'To'}
          <input
            type="date"
            className="input max-[700px]:min-w-0"
            value={dayOf(name) ?? ''}
            onChange={({ target }) => setDay(name, target.value)}
          />
        </label>
      ))}
    />
  )
}
