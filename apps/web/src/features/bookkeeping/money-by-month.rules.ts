import { type getSeasonMoney, MONEY_METHODS, type MoneyMethod } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import type { Cents } from '@arcadia/contract/money'
import type { CsvColumn } from '../../list/csv.ts'

export type Moved = Output<typeof getSeasonMoney>['moved'][number]

/** What gift vouchers paid is in no sum of money, because that came in when they were sold (docs/rules.md §9.6). */
export interface Sums {
  received: Cents
  givenBack: Cents
  byVoucher: Cents
}

/** What came in and went back in these rows. */
export function sumOf(rows: readonly Moved[]): Sums {
  const sums = { received: 0, givenBack: 0, byVoucher: 0 }
  for (const { method, received, givenBack } of rows)
    if (method === 'VOUCHER') sums.byVoucher += received - givenBack
    else {
      sums.received += received
      sums.givenBack += givenBack
    }
  return sums
}

/** The same by method, in the order of the methods, without those that moved nothing. */
export function sumsByMethod(rows: readonly Moved[]): (Sums & { method: MoneyMethod })[] {
  return (Object.keys(MONEY_METHODS) as MoneyMethod[]).flatMap((method) => {
    const ofMethod = rows.filter((row) => row.method === method)
    return ofMethod.length > 0 ? [{ method, ...sumOf(ofMethod) }] : []
  })
}

export interface TotalsRow extends Sums {
  id: number
  month: string
  method: MoneyMethod | null
}

/** The rows of the file: each month by method, then the year by method and in all. */
export function totalsRows(moved: readonly Moved[], year: number): TotalsRow[] {
  const all = `All of ${year}`
  return [
    ...moved.map((row) => ({ month: row.month, method: row.method, ...sumOf([row]) })),
    ...sumsByMethod(moved).map((sums) => ({ month: all, ...sums })),
    { month: all, method: null, ...sumOf(moved) },
  ].map((row, id) => ({ id, ...row }))
}

const unlessVoucher = (of: (row: TotalsRow) => Cents) => (row: TotalsRow) => (row.method === 'VOUCHER' ? null : of(row))

export const TOTALS_COLUMNS: readonly CsvColumn<TotalsRow>[] = [
  { head: 'Month', value: ({ month }) => month },
  { head: 'Method', value: ({ method }) => (method ? MONEY_METHODS[method].name : 'All methods') },
  { head: 'Received', cents: unlessVoucher(({ received }) => received) },
  { head: 'Refunded', cents: unlessVoucher(({ givenBack }) => givenBack) },
  { head: 'Net', cents: unlessVoucher(({ received, givenBack }) => received - givenBack) },
  {
    head: 'By gift voucher',
    cents: ({ method, byVoucher }) => (method === null || method === 'VOUCHER' ? byVoucher : null),
  },
]
