import { type AuditEntry, listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { TripDate } from '@arcadia/contract/trip-date'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { TwoLines, When } from '../../list/cells.tsx'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { actionInWords, Subject } from './change-words.tsx'
import { ChangedValues } from './changed-values.tsx'

/** Who changed what and when, from the server's append-only log. */
export function AdminAuditLog() {
  const list = useListState()
  const [params] = useSearchParams()
  const dayOf = (name: 'from' | 'to') => TripDate.safeParse(params.get(name)).data
  const days = { from: dayOf('from'), to: dayOf('to') }
  return (
    <AdminList
      list={list}
      caption="Change log"
      query={(asked) => queryOf(listAuditEntries, { query: { ...asked, ...days } })}
      columns={COLUMNS}
      csv={{ name: 'audit-log', columns: CSV_COLUMNS }}
      search={{ label: 'Search the change log', placeholder: 'Admin, action or subject' }}
      empty={<EmptyState title="No changes found" text="Every change you make shows up here." />}
      filters={{
        count: FROM_AND_TO.filter(dayOf).length,
        fields: FROM_AND_TO.map((name) => (
          <label
            key={name}
            className="flex items-center gap-2 text-ui font-semibold max-[700px]:flex-1 max-[700px]:flex-col max-[700px]:items-start"
          >
            {name === 'from' ? 'From' : 'To'}
            <input
              type="date"
              className="input max-[700px]:min-w-0"
              value={dayOf(name) ?? ''}
              onChange={({ target }) => list.change({ [name]: target.value })}
            />
          </label>
        )),
      }}
    />
  )
}

const FROM_AND_TO = ['from', 'to'] as const

const CSV_COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  { head: 'When (Eastern)', value: (entry) => csvMoment(entry.happenedAt) },
  { head: 'Who', value: (entry) => entry.adminUsername },
  { head: 'What', value: (entry) => entry.action },
  { head: 'Subject', value: (entry) => entry.subjectKind },
  { head: 'Number', value: (entry) => entry.subjectId },
  { head: 'Before', value: (entry) => entry.before },
  { head: 'After', value: (entry) => entry.after },
]

const COLUMNS: readonly Column<AuditEntry>[] = [
  { head: 'When', cell: ({ happenedAt }) => <When at={happenedAt} /> },
  { head: 'Who', cell: ({ adminUsername }) => <b>{adminUsername}</b>, inBlock: 'corner' },
  {
    head: 'What',
    cell: ({ action, subjectKind, subjectId }) => (
      <TwoLines below={<Subject kind={subjectKind} id={subjectId} />}>{actionInWords(action)}</TwoLines>
    ),
  },
  { head: 'Before', cell: ({ before, after }) => <ChangedValues json={before} beside={after} />, inBlock: 'labelled' },
  { head: 'After', cell: ({ before, after }) => <ChangedValues json={after} beside={before} />, inBlock: 'labelled' },
]
