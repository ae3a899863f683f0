import { type getSeasonMoney, MONEY_METHODS, type MoneyMethod } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import type { Cents } from '@arcadia/contract/money'
import type { CsvColumn } from '../../list/csv.ts'

type Season = Output<typeof getSeasonMoney>
export type Moved = Season['moved'][number]
export type Tips = Season['tips']

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
  method: MoneyMethod | 'TIPS' | null
  tips: Cents
}

/** Tips of a month, or of all; apart from every other sum. */
export const tipsOf = (tips: Tips, month?: string): Cents =>
  tips.reduce((sum, tip) => (month === undefined || tip.month === month ? sum + tip.kept : sum), 0)

/** The rows of the file: each month by method and its tips, then the year by method and in all. */
export function totalsRows(moved: readonly Moved[], tips: Tips, year: number): TotalsRow[] {
  const all = `All of ${year}`
  return [
    ...moved.map((row) => ({ month: row.month, method: row.method, ...sumOf([row]), tips: 0 })),
    ...tips.map(({ month, kept }) => ({ month, method: 'TIPS' as const, ...sumOf([]), tips: kept })),
    ...sumsByMethod(moved).map((sums) => ({ month: all, ...sums, tips: 0 })),
    { month: all, method: null, ...sumOf(moved), tips: tipsOf(tips) },
  ].map((row, id) => ({ id, ...row }))
}

const unlessApart = (of: (row: TotalsRow) => Cents) => (row: TotalsRow) =>
  row.method === 'VOUCHER' || row.method === 'TIPS' ? null : of(row)

const nameOf = (method: TotalsRow['method']) =>
  method === 'TIPS' ? 'Tips by card' : method ? MONEY_METHODS[method].name : 'All methods'

export const TOTALS_COLUMNS: readonly CsvColumn<TotalsRow>[] = [
  { head: 'Month', value: ({ month }) => month },
  { head: 'Method', value: ({ method }) => nameOf(method) },
  { head: 'Received', cents: unlessApart(({ received }) => received) },
  { head: 'Refunded', cents: unlessApart(({ givenBack }) => givenBack) },
  { head: 'Net', cents: unlessApart(({ received, givenBack }) => received - givenBack) },
  {
    head: 'By gift voucher',
    cents: ({ method, byVoucher }) => (method === null || method === 'VOUCHER' ? byVoucher : null),
  },
  { head: 'Tips', cents: ({ method, tips }) => (method === null || method === 'TIPS' ? tips : null) },
]
