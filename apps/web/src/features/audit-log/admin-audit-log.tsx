import { type AuditEntry, listAuditEntries } from '@arcadia/contract/audit-log'
import { formatCompactDate, formatVenueTime, TripDate, venueDate } from '@arcadia/contract/trip-date'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import type { CsvColumn } from '../../list/csv.ts'
import { type Column, DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { ListSearch } from '../../list/list-search.tsx'
import { toQuery } from '../../list/list-state.ts'
import { Pagination } from '../../list/pagination.tsx'
import { useCsvExport } from '../../list/use-csv-export.ts'
import { useListState } from '../../list/use-list-state.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangedValues } from './changed-values.tsx'

const AUDIT_LIST = { statuses: [], sorts: [] } as const

const CSV_COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  { head: 'When', value: (entry) => entry.happenedAt.toISOString() },
  { head: 'Who', value: (entry) => entry.adminUsername },
  { head: 'What', value: (entry) => entry.action },
  { head: 'Subject', value: (entry) => entry.subjectKind },
  { head: 'Number', value: (entry) => entry.subjectId },
  { head: 'Before', value: (entry) => entry.before },
  { head: 'After', value: (entry) => entry.after },
]

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'when',
    head: 'When',
    cell: ({ happenedAt }) => (
      <span className="num">
        {formatCompactDate(venueDate(happenedAt))}
        <br className="max-[700px]:hidden" /> <span className="small text-ink-2">{formatVenueTime(happenedAt)}</span>
      </span>
    ),
  },
  { key: 'who', head: 'Who', cell: ({ adminUsername }) => <b>{adminUsername}</b>, inBlock: 'corner' },
  {
    key: 'what',
    head: 'What',
    cell: ({ action, subjectKind, subjectId }) => (
      <>
        {action.replace(/^[^.]*\./, '').replaceAll('-', ' ')}
        <br />
        <span className="small text-ink-2">
          {subjectKind.replaceAll('-', ' ')} {subjectId}
        </span>
      </>
    ),
  },
  {
    key: 'before',
    head: 'Before',
    cell: ({ before, after }) => <ChangedValues json={before} beside={after} />,
    inBlock: 'labelled',
  },
  {
    key: 'after',
    head: 'After',
    cell: ({ before, after }) => <ChangedValues json={after} beside={before} />,
    inBlock: 'labelled',
  },
]

/** Who changed what when, as the server's append-only log has it. */
export function AdminAuditLog() {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const { list, change } = useListState(AUDIT_LIST)
  const [params, setParams] = useSearchParams()
  const dayOf = (name: 'from' | 'to') => TripDate.safeParse(params.get(name)).data
  const query = { q: toQuery(list).q, from: dayOf('from'), to: dayOf('to') }
  const { data, error, refetch } = useQuery({
    queryKey: ['admin-audit-log', token, query, list.page],
    queryFn: ({ signal }) =>
      call(listAuditEntries, { query: { ...query, page: list.page, size: 20 } }, { token, signal }),
    placeholderData: keepPreviousData,
    enabled: signedIn !== null,
  })
  const csv = useCsvExport({
    name: 'audit-log',
    columns: CSV_COLUMNS,
    fetchPage: (page, signal) => call(listAuditEntries, { query: { ...query, page, size: 100 } }, { token, signal }),
  })
  const setDay = (name: 'from' | 'to', day: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      if (day) next.set(name, day)
      else next.delete(name)
      return next
    })

  return (
    <>
      <div className="list-tools">
        {(['from', 'to'] as const).map((name) => (
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
        <ListSearch
          label="Search the audit log"
          placeholder="Admin, action or subject"
          value={list.q}
          onChange={(q) => change({ q }, true)}
        />
        <ExportButton progress={csv.progress} onStart={() => void csv.start()} />
      </div>
      {csv.error && (
        <Banner className="mb-4" onDismiss={csv.dismissError}>
          {csv.error}
        </Banner>
      )}
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <DataTable
          caption="Audit log"
          columns={COLUMNS}
          rows={data?.content}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No changes found" text="Whatever an admin changes is kept here." />}
        />
      )}
      {data && data.content.length > 0 && (
        <Pagination page={list.page} totalPages={data.totalPages} onChange={(page) => change({ page })} />
      )}
    </>
  )
}
