import { type AuditEntry, listAuditEntries } from '@arcadia/contract/audit-log'
import { formatCompactDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangedValues } from './changed-values.tsx'

const SHOWN = 10

interface ChangeHistoryProps {
  kind: string
  /** One row; without it, everything of the kind. */
  id?: number
}

/** What admins changed, the latest first: a section of a side panel, a dialog or a tab. */
export function ChangeHistory({ kind, id }: ChangeHistoryProps) {
  const titleId = useId()
  const query = { subjectKind: kind, subjectId: id === undefined ? undefined : String(id), page: 0, size: SHOWN }
  const { data, error, refetch } = useQuery({
    ...queryOf(listAuditEntries, { query }),
    // The change that was just made is part of it.
    staleTime: 0,
  })
  return (
    <section className="panel__s" aria-labelledby={titleId}>
      <h3 id={titleId}>Change log</h3>
      {error && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data?.totalElements === 0 && <p className="muted">No changes yet.</p>}
      {data && data.totalElements > 0 && (
        <ul className="panel-list">
          {data.content.map((entry) => (
            <ChangeLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {data && data.totalElements > SHOWN && (
        <Link to={{ search: `?tab=dashboard&view=audit-log&q=${[kind, id].join(' ').trim()}` }} className="link">
          All {data.totalElements} changes
        </Link>
      )}
    </section>
  )
}

function ChangeLine({ entry: { action, adminUsername, happenedAt, before, after } }: { entry: AuditEntry }) {
  return (
    <li className="grid items-stretch justify-stretch gap-1">
      <b className="first-letter:uppercase">{action.replace(/^[^.]*\./, '').replaceAll('-', ' ')}</b>
      <span className="small text-ink-2">
        {formatCompactDate(venueDate(happenedAt))}, {formatVenueTime(happenedAt)}, {adminUsername}
      </span>
      <span className="grid grid-cols-2 gap-3">
        <span>
          <span className="small text-ink-2">Before</span>
          <ChangedValues json={before} beside={after} />
        </span>
        <span>
          <span className="small text-ink-2">After</span>
          <ChangedValues json={after} beside={before} />
        </span>
      </span>
    </li>
  )
}
