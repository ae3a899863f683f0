import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { toCsv } from '../../list/csv.ts'
import { type Moved, TOTALS_COLUMNS, totalsRows } from './money-by-month.rules.ts'

const MOVED: readonly Moved[] = [
  { month: '2027-04', method: 'CARD', received: 350_00, givenBack: 0 },
  { month: '2027-04', method: 'CHECK', received: 8_600_25, givenBack: 350_00 },
  { month: '2027-11', method: 'CARD', received: 700_00, givenBack: 1_400_50 },
  { month: '2027-11', method: 'VOUCHER', received: 1_000_00, givenBack: 30_50 },
]

test('the file of a year has its months, then each method and all of it; tips and what vouchers paid are in no sum of money', () => {
  const file = toCsv(TOTALS_COLUMNS, totalsRows(MOVED, [{ month: '2027-04', kept: 250_00 }], 2027), 'spreadsheet')
  expect(parse(file, { bom: true })).toEqual([
    ['Month', 'Method', 'Received', 'Refunded', 'Net', 'By gift voucher', 'Tips'],
    ['2027-04', 'Card', '350.00', '0.00', '350.00', '', ''],
    ['2027-04', 'Check', '8600.25', '350.00', '8250.25', '', ''],
    ['2027-11', 'Card', '700.00', '1400.50', '-700.50', '', ''],
    ['2027-11', 'Gift voucher', '', '', '', '969.50', ''],
    ['2027-04', 'Tips by card', '', '', '', '', '250.00'],
    ['All of 2027', 'Card', '1050.00', '1400.50', '-350.50', '', ''],
    ['All of 2027', 'Check', '8600.25', '350.00', '8250.25', '', ''],
    ['All of 2027', 'Gift voucher', '', '', '', '969.50', ''],
    ['All of 2027', 'All methods', '9650.25', '1750.50', '7899.75', '969.50', '250.00'],
  ])
})
