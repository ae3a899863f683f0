import { getEnquiryStats } from '@arcadia/contract/enquiries'
import { useQuery } from '@tanstack/react-query'
import { AdminList } from '../../list/admin-list.tsx'
import { StatCards } from '../../list/stat-cards.tsx'
import { statsQuery } from '../../list/stats-query.ts'
import { useListState } from '../../list/use-list-state.ts'
import { ENQUIRIES_LIST, enquiriesQuery } from './admin-enquiries.queries.ts'
import { CSV_COLUMNS, enquiryColumns } from './admin-enquiries-columns.tsx'
import { AdminEnquiryDialog } from './admin-enquiry-dialog.tsx'

export function AdminEnquiriesTab() {
  const list = useListState(ENQUIRIES_LIST)
  const { data: stats } = useQuery(statsQuery(getEnquiryStats))
  const counts = {
    all: stats?.totalEnquiries,
    NEW: stats?.newEnquiries,
    IN_PROGRESS: stats?.inProgressEnquiries,
    RESPONDED: stats?.respondedEnquiries,
    CLOSED: stats?.closedEnquiries,
    SPAM: stats?.spamEnquiries,
  }
  return (
    <>
      <StatCards label="Enquiries by status" counts={counts} list={list} />
      <AdminList
        list={list}
        caption="Enquiries"
        query={(window) => enquiriesQuery(list.list, window)}
        columns={enquiryColumns(list.rowLink)}
        csv={{ name: 'enquiries', columns: CSV_COLUMNS }}
        search={{ label: 'Search enquiries', placeholder: 'Name, email or message' }}
        empty="Messages visitors send from the site show up here."
        details={(id, known) => <AdminEnquiryDialog id={id} known={known} onClose={list.closeRow} />}
      />
    </>
  )
}
