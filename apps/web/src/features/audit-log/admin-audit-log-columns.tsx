import type { AuditEntry } from '@arcadia/contract/audit-log'
import type { CsvColumn } from '../../list/csv.ts'
import type { Column } from '../../list/data-table.tsx'
import { When } from '../../list/message-cells.tsx'
import { ChangedValues } from './changed-values.tsx'

export const CSV_COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  { head: 'When', value: (entry) => entry.happenedAt.toISOString() },
  { head: 'Who', value: (entry) => entry.adminUsername },
  { head: 'What', value: (entry) => entry.action },
  { head: 'Subject', value: (entry) => entry.subjectKind },
  { head: 'Number', value: (entry) => entry.subjectId },
  { head: 'Before', value: (entry) => entry.before },
  { head: 'After', value: (entry) => entry.after },
]

export const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'when',
    head: 'When',
    cell: ({ happenedAt }) => <When at={happenedAt} />,
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
