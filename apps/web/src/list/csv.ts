export interface CsvColumn<Row> {
  head: string
  value: (row: Row) => string | number | boolean | null
}

/**
 * A table as RFC 4180 has it, for a spreadsheet: a text that begins like a formula gets an apostrophe in front, so that
 * what a stranger typed into a form is never worked out on the owner's computer. Numbers stay numbers.
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
