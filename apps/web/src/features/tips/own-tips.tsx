import { listOwnTips } from '@arcadia/contract/admin/tips'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { Box } from '../../ui/box.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'

/** What whoever is signed in was tipped by card lately, a line a day. Hidden until somebody did. */
export function OwnTips() {
  const { data: tips = [] } = useQuery(queryOf(listOwnTips, {}))
  if (tips.length === 0) return null
  const days = [...new Set(tips.map(({ selectedDate }) => selectedDate))].sort().reverse()
  return (
    <Box title="Your tips by card" className="mt-4 max-w-[52rem] print:hidden first:mt-0">
      <SummaryList
        rows={days.map((day) => {
          const ofDay = tips.filter(({ selectedDate }) => selectedDate === day)
          return {
            label: `${formatShortDate(day)}, ${ofDay.length === 1 ? 'one tip' : `${ofDay.length} tips`}`,
            value: <Money cents={ofDay.reduce((sum, { kept }) => sum + kept, 0)} />,
          }
        })}
      />
    </Box>
  )
}
