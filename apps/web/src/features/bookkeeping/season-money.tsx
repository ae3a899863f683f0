import { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import { formatMonth } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { Box } from '../../ui/box.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/money.tsx'
import { MoneyEntries } from './money-entries.tsx'

/** A season's income, and every payment and refund of a year for the bookkeeper (docs/rules.md §9.6). */
export function SeasonMoney() {
  const [params, setParams] = useSearchParams()
  const thisYear = Number(useVenueToday().slice(0, 4))
  const year = /^20\d\d$/.test(params.get('year') ?? '') ? Number(params.get('year')) : thisYear
  const season = useQuery(queryOf(getSeasonMoney, { query: { year } }))
  const years = [...new Set([thisYear, year, ...(season.data?.years ?? [])])].sort().reverse()
  const choose = (chosen: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('year', chosen)
      after.delete('page')
      return after
    })
  return (
    <>
      <SelectField label="Year" className="mb-4 max-w-40" value={year} onChange={({ target }) => choose(target.value)}>
        {years.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <Loaded query={season} height="h-60">
        {(sums) => <Months {...sums} year={year} />}
      </Loaded>
      <h2 className="box__h mt-8 mb-1">Payments and refunds, {year}</h2>
      <p className="muted small mb-4 max-w-[44rem]">
        By the day the money moved, for your bookkeeper. Card payments reach your bank from QuickBooks a few days later,
        less its fees; QuickBooks lists each payout.
      </p>
      <MoneyEntries key={year} year={year} />
    </>
  )
}

type Sums = Output<typeof getSeasonMoney>

function Months({ months, all, vouchersLeft, year }: Sums & { year: number }) {
  return (
    <Box title={`By month of the trip, ${year}`}>
      {months.length === 0 ? (
        <p className="text-ink-2">No bookings for {year} yet.</p>
      ) : (
        <table className="w-full max-[30rem]:text-small max-[22rem]:-mx-4 max-[22rem]:w-[calc(100%+2rem)] [&_:is(td,th)]:border-line [&_:is(td,th)]:pl-2 [&_:is(td,th)]:border-t [&_:is(td,th)]:py-2.5 [&_:is(td,th)]:text-right [&_:is(td,th):first-child]:pl-0 [&_:is(td,th):first-child]:text-left [&_thead_th]:border-t-0">
          <thead className="text-ink-2 text-small">
            <tr>
              <th scope="col">Month</th>
              <th scope="col" className="max-[30rem]:hidden">
                Trips
              </th>
              <th scope="col">Paid</th>
              <th scope="col">Refunded</th>
              <th scope="col">Due</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, ...sums }) => (
              <Line key={month} name={formatMonth(`${month}-01`).slice(0, 3)} sums={sums} />
            ))}
          </tbody>
          <tfoot className="font-[660]">
            <Line name="All" sums={all} />
          </tfoot>
        </table>
      )}
      {vouchersLeft > 0 && (
        <p className="mt-4 text-ink-2">
          Gift vouchers can still pay <Money cents={vouchersLeft} />.
        </p>
      )}
    </Box>
  )
}

function Line({ name, sums }: { name: string; sums: Sums['all'] }) {
  return (
    <tr className="num">
      <th scope="row">{name}</th>
      <td className="max-[30rem]:hidden">{sums.trips}</td>
      <td>
        <Money cents={sums.paid} />
      </td>
      <td>
        <Money cents={sums.refunded} />
      </td>
      <td>
        <Money cents={sums.due} />
      </td>
    </tr>
  )
}
