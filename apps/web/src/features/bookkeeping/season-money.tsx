import { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { SelectField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { CardVolume } from './card-volume.tsx'
import { MoneyEntries } from './money-entries.tsx'
import { MovedMoney } from './moved-money.tsx'
import { TripMoney } from './trip-money.tsx'

/** A year's money and trips, and every payment and refund of a year for the bookkeeper (docs/rules.md §9.6). */
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
        {(season) => (
          <div className="grid gap-6 min-[75rem]:grid-cols-2 min-[75rem]:items-start">
            <MovedMoney moved={season.moved} tips={season.tips} year={year} />
            <TripMoney {...season} year={year} />
            <CardVolume months={season.cardVolume} year={year} />
          </div>
        )}
      </Loaded>
      <h2 className="box__h mt-8 mb-1">Payments and refunds, {year}</h2>
      <p className="muted small mb-4 max-w-[44rem]">
        By the day the money moved, in Eastern time. Charges that were canceled before they settled are left out, as
        your bank does. Card payments reach your bank from QuickBooks a few days later, less its fees; QuickBooks lists
        each payout.
      </p>
      <MoneyEntries key={year} year={year} />
    </>
  )
}
