export interface CsvColumn<Row> {
  head: string
  value: (row: Row) => string | number | boolean | null
}

/**
 * Formats a table as RFC 4180 CSV for spreadsheets. Text that starts like a formula gets an apostrophe, so that input
 * from strangers never runs on the owner's computer. Numbers stay numbers.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return lines.map((line) => `${line.map(toField).join(',')}\r\n`).join('')
}

function toField(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[\s]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
