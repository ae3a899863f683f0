import { listWaitlist } from '@arcadia/contract/waitlist'
import { queryOf } from '../../api/query-of.ts'
import { AdminList } from '../../list/admin-list.tsx'
import { useListState } from '../../list/use-list-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { COLUMNS } from './admin-waitlist-columns.tsx'

const WAITLIST = { statuses: [], sorts: [] } as const

/** Offers are made and run out by themselves. */
const POLL_MS = 15_000

/** Who waits for which full day, and what is offered to them now. */
export function AdminWaitlist() {
  return (
    <AdminList
      list={useListState(WAITLIST)}
      caption="Waitlist"
      query={(window) => ({ ...queryOf(listWaitlist, { query: window }), refetchInterval: POLL_MS })}
      columns={COLUMNS}
      empty={
        <EmptyState
          title="Nobody is waiting"
          text="People waiting for a full day show up here. When spots open, we offer them automatically, first come, first served."
        />
      }
    />
  )
}
