import type { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import { Box } from '../../ui/box.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { MonthTable, nameOfMonth } from './month-table.tsx'

type Season = Output<typeof getSeasonMoney>

/** What a year's trips brought and still will, and how that becomes the money of the year (docs/rules.md §9.6). */
export function TripMoney({ months, all, bridge, vouchersLeft, year }: Season & { year: number }) {
  return (
    <Box title={`Trips of ${year}`}>
      {months.length === 0 ? (
        <p className="text-ink-2">No bookings for {year} yet.</p>
      ) : (
        <>
          <MonthTable
            heads={['Month', 'Trips', 'Paid', 'Refunded', 'Due']}
            className="[&_:is(td,th):nth-child(2)]:max-[30rem]:hidden"
          >
            <tbody>
              {months.map(({ month, ...sums }) => (
                <Line key={month} name={nameOfMonth(month)} sums={sums} />
              ))}
            </tbody>
            <tfoot className="font-[660]">
              <Line name="All" sums={all} />
            </tfoot>
          </MonthTable>
          <Bridge bridge={bridge} year={year} />
        </>
      )}
      {vouchersLeft > 0 && (
        <p className="mt-4 text-ink-2">
          <Money cents={vouchersLeft} /> in vouchers from {year} or before, not used yet.
        </p>
      )}
    </Box>
  )
}

/** From the one table's sum to the other's, where they differ. */
function Bridge({ bridge, year }: { bridge: Season['bridge']; year: number }) {
  const steps = [
    { label: 'Gift vouchers sold, and payments without a booking', cents: bridge.withoutTrip },
    { label: 'Moved this year, for trips of other years', cents: bridge.forOtherYears },
    { label: `Moved in other years, for trips of ${year}`, cents: bridge.inOtherYears },
    { label: 'Paid with gift vouchers', cents: bridge.byVoucher },
  ].filter(({ cents }) => cents !== 0)
  if (steps.length === 0) return null
  const lines = [
    { label: `Money that moved in ${year}`, cents: bridge.moved },
    ...steps,
    { label: `Paid for trips of ${year}, less refunds`, cents: bridge.trips },
  ]
  return (
    <>
      <h3 className="mt-6 mb-2 font-[660]">How the two add up</h3>
      <SummaryList
        rows={lines.map(({ label, cents }, index) => ({
          label,
          value: <Money cents={cents} />,
          isDue: index === lines.length - 1,
        }))}
      />
    </>
  )
}

function Line({ name, sums }: { name: string; sums: Season['all'] }) {
  return (
    <tr className="num">
      <th scope="row">{name}</th>
      <td>{sums.trips}</td>
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
