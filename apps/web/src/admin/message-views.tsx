import { portal } from '@arcadia/contract/addresses'
import { useSearchParams } from 'react-router'
import { useOverview } from '../features/dashboard/waiting-counts.tsx'
import { ViewRow } from '../ui/view-row.tsx'
import { portalScreens } from './portal-screens.ts'

const questions = portalScreens.filter(({ at }) => at.tab === portal.bookingQueries.tab)

/** Where guests' words are, and ours to them: one row on every tab that Messages leads to (docs/rules.md §9.18). */
export function MessageViews({ tab }: { tab: string }) {
  const reviews = useOverview().data?.waiting.reviews ?? 0
  const [params] = useSearchParams()
  const view = (questions.find(({ at }) => at.view === params.get('view')) ?? questions[0])?.at
  const lists = [{ at: portal.inbox, label: 'Inbox' }, { at: portal.enquiries, label: 'Enquiries' }, ...questions]
  return (
    <ViewRow
      label="Messages views"
      views={lists.map(({ at, label }) => ({
        to: at.href(),
        label: at === portal.bookingQueries.reviews && reviews > 0 ? `${label} (${reviews})` : label,
        isCurrent: at.tab === tab && (tab !== portal.bookingQueries.tab || at === view),
      }))}
    />
  )
}
