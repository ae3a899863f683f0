import { venueDate, venueTime } from '@arcadia/contract/trip-date'

export interface CsvColumn<Row> {
  head: string
  value: (row: Row) => string | number | boolean | null
}

/**
 * Formats a table as RFC 4180 CSV that reads the same in a spreadsheet and in a program (docs/rules.md §9.8). Text that a
 * spreadsheet would run or turn into another value starts with a tab inside its quotes: the spreadsheet takes it as text, so
 * that input from strangers never runs on the owner's computer, and programs trim it. Numbers stay numbers.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return lines.map((line) => `${line.map(toField).join(',')}\r\n`).join('')
}

/** `2027-05-17 08:05`, the venue's time beside the venue's dates. */
export const csvMoment = (instant: Date): string => `${venueDate(instant)} ${venueTime(instant)}`

function toField(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  if (isMistaken(value)) return quoted(`\t${value}`)
  return /[",\r\n]/.test(value) ? quoted(value) : value
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/
/** Our own dates, which are meant to be dates. */
const DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/
/** Digits and what stands between them: a phone number, `08635`, `5/21`, `1e5`, a number too long to be exact. */
const NUMERIC = /^[\d\s().,:/-]*\d[\d\s().,:/-]*$|^\d+e\d+$/i

const isMistaken = (text: string) =>
  FORMULA.test(text) || (NUMERIC.test(text) && !DATE.test(text) && String(Number(text)) !== text)
