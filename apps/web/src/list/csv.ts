import { type Cents, centsToDecimal } from '@arcadia/contract/money'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { venueDate, venueTime } from '@arcadia/contract/trip-date'

type Value = string | number | boolean | null

/** Has a value in each row, an amount, which has two decimals, or a phone number, which a spreadsheet gets as the portal writes it. */
export type CsvColumn<Row> = { head: string } & (
  | { value: (row: Row) => Value }
  | { cents: (row: Row) => Cents | null }
  | { phone: (row: Row) => string | null }
)

/** No file serves both: a spreadsheet runs some text as a formula and takes some for another value, and a program takes all as it is. */
export type CsvReader = 'spreadsheet' | 'program'

/**
 * Formats a table as RFC 4180 CSV for one kind of reader (docs/rules.md §9.8). For a spreadsheet, text that it would run or turn into
 * another value starts with a tab inside its quotes, which keeps it text: what strangers typed never runs on the owner's computer,
 * and phone numbers and ZIP codes keep their digits. For a program every value is exactly what it is.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], reader: CsvReader): string {
  const field = reader === 'spreadsheet' ? toSafeField : toField
  const phone = reader === 'spreadsheet' ? formatPhone : (typed: string) => typed
  const fieldOf = (column: CsvColumn<Row>, row: Row) => {
    if ('cents' in column) return decimal(column.cents(row))
    return field('phone' in column ? phone(column.phone(row) ?? '') : column.value(row))
  }
  const lines = [
    columns.map(({ head }) => field(head)),
    ...rows.map((row) => columns.map((column) => fieldOf(column, row))),
  ]
  // The byte order mark tells spreadsheets that it is UTF-8; a program would take it for a part of the first head.
  const mark = reader === 'spreadsheet' ? '\uFEFF' : ''
  return mark + lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/** `2027-05-17 08:05`, the venue's time beside the venue's dates. */
export const csvMoment = (instant: Date): string => `${venueDate(instant)} ${venueTime(instant)}`

const decimal = (cents: Cents | null) => (cents === null ? '' : centsToDecimal(cents))

function toField(value: Value): string {
  const text = String(value ?? '')
  return SEPARATING.test(text) ? quoted(text) : text
}

const toSafeField = (value: Value): string =>
  typeof value === 'string' && isMistaken(value) ? quoted(`\t${value}`) : toField(value)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Spreadsheets may split at semicolons and tabs too. */
const SEPARATING = /[",;\t\r\n]/

const FORMULA = /^\s*[=+\-@\u2212\uFF0B\uFF0D\uFF1D\uFF20]/
/** Our own months and dates, which are meant to be dates. */
const DATE = /^\d{4}-\d\d(-\d\d( \d\d:\d\d)?)?$/
/** A phone number as we write it, which no spreadsheet takes for a number. */
const PHONE = /^\(\d{3}\) \d{3}-\d{4}$/
/** Words and signs that make a number, a date or a time of the digits beside them; a tab too many changes nothing. */
const MEASURE = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*|\b[ap]\.?m\b|e|\p{Sc}|%/giu
/** Digits and what stands between them: a phone number, `08635`, `5/21`, `1e5`, a number too long to be exact. */
const NUMERIC = /^[\s().,:/-]*\d[\d\s().,:/-]*$/
const TRUTH = /^(?:true|false)$/i

const isMistaken = (text: string) =>
  FORMULA.test(text) ||
  TRUTH.test(text) ||
  (NUMERIC.test(text.replace(MEASURE, ' ')) && !DATE.test(text) && !PHONE.test(text) && String(Number(text)) !== text)
