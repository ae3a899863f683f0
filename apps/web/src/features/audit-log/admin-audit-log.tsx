import { type AuditEntry, listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { actionInWords, changedValues, changeInWords } from '@arcadia/contract/admin/change-words'
import { TripDate } from '@arcadia/contract/trip-date'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { TwoLines, When } from '../../list/cells.tsx'
import { type CsvColumn, csvMoment } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { Who } from '../../session/who.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChangedValues } from './changed-values.tsx'
import { Subject, subjectInWords } from './subject.tsx'

/** Who changed what and when, from the server's append-only log. */
export function AdminAuditLog() {
  const list = useListState()
  const [params] = useSearchParams()
  const dayOf = (name: 'from' | 'to') => TripDate.safeParse(params.get(name)).data
  const days = { from: dayOf('from'), to: dayOf('to') }
  const subject = { subjectKind: params.get('kind') ?? undefined, subjectId: params.get('subject') ?? undefined }
  return (
    <AdminList
      list={list}
      caption="Change log"
      query={(asked) => queryOf(listAuditEntries, { query: { ...asked, ...days, ...subject } })}
      columns={COLUMNS}
      csv={{ list: 'audit-log', columns: CSV_COLUMNS }}
      search={{ label: 'Search the change log', placeholder: 'Who, what or whose' }}
      empty={<EmptyState title="No changes found" text="Every change you make shows up here." />}
      filters={{
        count: FROM_AND_TO.filter(dayOf).length + (subject.subjectKind ? 1 : 0),
        fields: [
          subject.subjectKind && (
            <Button key="subject" onClick={() => list.change({ kind: undefined, subject: undefined })}>
              Show all changes
            </Button>
          ),
          ...FROM_AND_TO.map((name) => (
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
        ],
      }}
    />
  )
}

const FROM_AND_TO = ['from', 'to'] as const

const CSV_COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  { head: 'When (Eastern)', value: (entry) => csvMoment(entry.happenedAt) },
  { head: 'Who', value: (entry) => entry.by },
  { head: 'What', value: (entry) => actionInWords(entry.action) },
  { head: 'Whose', value: subjectInWords },
  {
    head: 'Change',
    value: ({ before, after }) => changedValues(before, after)?.map(changeInWords).join('\n') ?? 'Erased',
  },
]

const COLUMNS: readonly Column<AuditEntry>[] = [
  { head: 'When', cell: ({ happenedAt }) => <When at={happenedAt} /> },
  {
    head: 'Who',
    cell: ({ by }) => (
      <b>
        <Who name={by} isFirst />
      </b>
    ),
    inBlock: 'corner',
  },
  {
    head: 'What',
    cell: (entry) => (
      <TwoLines width="min-[700.02px]:w-64" below={<Subject {...entry} />}>
        {actionInWords(entry.action)}
      </TwoLines>
    ),
    inBlock: 'line',
  },
  { head: 'Change', cell: ({ before, after }) => <ChangedValues before={before} after={after} />, inBlock: 'line' },
]
