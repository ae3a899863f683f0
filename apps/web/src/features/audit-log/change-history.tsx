import { portal } from '@arcadia/contract/addresses'
import { type AuditEntry, listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { actionInWords } from '@arcadia/contract/admin/change-words'
import { formatCompactDate, formatPortalTime, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'
import { Who } from '../../session/who.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PanelList, PanelSection } from '../../ui/side-panel.tsx'
import { ChangedValues } from './changed-values.tsx'

const SHOWN = 10

interface ChangeHistoryProps {
  kind: string
  /** Limits the list to one row, or to some settings; otherwise everything of the kind. */
  id?: number | string
}

/** Admins' changes, newest first: a section of a side panel, a dialog or a tab. Only owners see it. */
export function ChangeHistory(props: ChangeHistoryProps) {
  if (!useMay()('owner')) return null
  return (
    <PanelSection title="Change log">
      <ChangeList {...props} />
    </PanelSection>
  )
}

export function ChangeList({ kind, id }: ChangeHistoryProps) {
  const query = { subjectKind: kind, subjectId: id === undefined ? undefined : String(id), page: 0, size: SHOWN }
  const changes = useQuery({
    ...queryOf(listAuditEntries, { query }),
    // Always current: it includes the change just made.
    staleTime: 0,
  })
  return (
    <Loaded query={changes} height="h-16" isQuiet>
      {({ content, totalElements }) => (
        <>
          <PanelList rows={content} empty="No changes yet.">
            {(entry) => <ChangeLine key={entry.id} entry={entry} />}
          </PanelList>
          {totalElements > SHOWN && (
            <Link to={portal.dashboard.changeLog.href({ kind, subject: id })} className="link">
              All {totalElements} changes
            </Link>
          )}
        </>
      )}
    </Loaded>
  )
}

function ChangeLine({ entry: { action, by, happenedAt, before, after } }: { entry: AuditEntry }) {
  return (
    <li className="grid items-stretch justify-stretch gap-1">
      <b>{actionInWords(action)}</b>
      <ChangedValues before={before} after={after} />
      <span className="small text-ink-2">
        {formatCompactDate(venueDate(happenedAt))}, {formatPortalTime(happenedAt)}, <Who name={by} />
      </span>
    </li>
  )
}
