import { listTakenToday, MANUAL_METHODS } from '@arcadia/contract/admin/manual-payments'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'
import { Box } from '../../ui/box.tsx'
import { Money } from '../../ui/money.tsx'

/** Who took how much by hand today, to settle up in the evening; a guide sees their own. Hidden until somebody did. */
export function TakenToday() {
  const isOffice = useMay()('office')
  const { data = [] } = useQuery(queryOf(listTakenToday, {}))
  if (data.length === 0) return null
  return (
    <Box title={isOffice ? 'Taken by hand today' : 'What you took today'} className="max-w-[52rem] print:hidden">
      <ul className="panel-list">
        {data.map(({ personId, name, taken }) => (
          <li key={personId}>
            <b className="min-w-0 font-[640] wrap-anywhere">{name}</b>
            <span className="num text-right">
              {taken.map(({ method, amount }) => (
                <span key={method} className="block">
                  <Money cents={amount} /> {MANUAL_METHODS[method].how}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Box>
  )
}
