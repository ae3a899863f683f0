import { getBookingQueryStats } from '@arcadia/contract/booking-queries'
import { useQuery } from '@tanstack/react-query'
import { AdminList } from '../../list/admin-list.tsx'
import { StatCards } from '../../list/stat-cards.tsx'
import { statsQuery } from '../../list/stats-query.ts'
import { useListState } from '../../list/use-list-state.ts'
import { adminQueriesQuery, QUERIES_LIST } from './admin-booking-queries.queries.ts'
import { AdminQuestionDialog } from './admin-question-dialog.tsx'
import { CSV_COLUMNS, questionColumns } from './admin-questions-columns.tsx'

export function AdminQuestions() {
  const list = useListState(QUERIES_LIST)
  const { data: stats } = useQuery(statsQuery(getBookingQueryStats))
  const counts = {
    all: stats?.totalQueries,
    NEW: stats?.newQueries,
    IN_PROGRESS: stats?.inProgressQueries,
    RESPONDED: stats?.respondedQueries,
    CLOSED: stats?.closedQueries,
  }
  return (
    <>
      <StatCards label="Questions by status" counts={counts} list={list} />
      <AdminList
        list={list}
        caption="Booking queries"
        what="questions"
        query={(window) => adminQueriesQuery(list.list, window)}
        columns={questionColumns(list.rowLink)}
        csv={{ name: 'booking-queries', columns: CSV_COLUMNS }}
        search={{ label: 'Search booking queries', placeholder: 'Name, email, number or question' }}
        empty="Questions customers ask about their bookings show up here."
        details={(id, known) => <AdminQuestionDialog id={id} known={known} onClose={list.closeRow} />}
      />
    </>
  )
}
