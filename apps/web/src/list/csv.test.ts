import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { type CsvReader, csvMoment, toCsv } from './csv.ts'

type Value = string | number | boolean | null
const fileOf = (reader: CsvReader, ...values: Value[]) =>
  toCsv(
    values.map((value, index) => ({ head: `h${index}`, value: () => value })),
    [0],
    reader,
  )
const MARK = '\uFEFF'
const forSpreadsheet = (value: Value) => {
  const file = fileOf('spreadsheet', value)
  expect(file.startsWith(MARK)).toBe(true)
  return (parse(file, { bom: true }) as string[][])[1]![0]!
}

const FORMULAS = [
  '=1+1',
  ' =1+1',
  '\t=1+1',
  '\r\n=1+1',
  '=HYPERLINK("http://x","y")',
  "=cmd|' /C calc'!A0",
  '@SUM(A1)',
  '-2+3',
  '+44 20 7946 0018',
  '＝1',
  '−1',
  '- we are four, and "one" rides\nTwo lines.',
]
/** A spreadsheet makes another value of each. */
const MISTAKEN = [
  '08635550142',
  '863-555-0142',
  '34266-1234',
  '00501',
  '5/21',
  '8:30',
  '8:30 AM',
  '8 p.m.',
  'May 5',
  '5 May',
  'dec 12 2027',
  'June 2027',
  'MAR1',
  '1e5',
  '1E',
  '12345678901234567890',
  '1,234',
  '1.0',
  '.5',
  '5-',
  '1 1/2',
  '$5',
  '5 €',
  '50%',
  'true',
  'FALSE',
]
const PLAIN = [
  'Rivera, Ana',
  '(863) 555-0142',
  'the "giant"',
  'two\nlines',
  'two\r\nlines',
  "O'Brien",
  'Ana;=1+1',
  'Ana\t=1+1',
  'May',
  '4 anglers',
  'JB-12345678',
  '2027-05-17',
  '2027-05-17 08:05',
  '2027-05',
  '42',
  '',
]

describe('a file for a program', () => {
  test('has every value exactly as it is, and nothing before the first head', () => {
    const values = [...FORMULAS, ...MISTAKEN, ...PLAIN, ' kept ', '"', '""', ',']
    const [head, read] = parse(fileOf('program', ...values)) as string[][]
    expect(read).toEqual(values)
    expect(head).toEqual(values.map((_, index) => `h${index}`))
  })

  test('has numbers as numbers, and nothing as an empty field', () => {
    expect(fileOf('program', -3.5, 0, true, null, '')).toBe('h0,h1,h2,h3,h4\r\n-3.5,0,true,,\r\n')
  })
})

describe('a file for a spreadsheet', () => {
  test.each([...FORMULAS, ...MISTAKEN])('keeps %j as text', (text) => expect(forSpreadsheet(text)).toBe(`\t${text}`))

  test.each(PLAIN)('has %j as it is', (text) => expect(forSpreadsheet(text)).toBe(text))

  test('has numbers as numbers, even negative', () => {
    expect([-3.5, 0, true, null].map(forSpreadsheet)).toEqual(['-3.5', '0', 'true', ''])
  })

  test('has the tab inside the quotes, where it separates nothing, as semicolons do', () => {
    expect(fileOf('spreadsheet', '=1', 'a;=1')).toBe(`${MARK}h0,h1\r\n"\t=1","a;=1"\r\n`)
  })
})

test('lines end in CRLF, including the last', () => {
  expect(fileOf('program', 'Ana', 2)).toBe('h0,h1\r\nAna,2\r\n')
  expect(toCsv([{ head: 'Name', value: () => '' }], [], 'program')).toBe('Name\r\n')
})

test.each(['program', 'spreadsheet'] as const)('for a %s, an amount is a number with two decimals', (reader) => {
  const file = toCsv([{ head: 'Amount', cents: (cents: number | null) => cents }], [70_000, -5, 0, null], reader)
  expect(file.replace(MARK, '')).toBe('Amount\r\n700.00\r\n-0.05\r\n0.00\r\n\r\n')
})

test('a phone number is as the portal writes it for a spreadsheet, and as it was typed for a program', () => {
  const column = { head: 'Phone', phone: (phone: string | null) => phone }
  const numbers = ['8635550142', '+1 863.555.0142', '+44 20 7946 0018', null]
  const read = (reader: CsvReader) => (parse(toCsv([column], numbers, reader), { bom: true }) as string[][]).flat()
  expect(read('spreadsheet')).toEqual(['Phone', '(863) 555-0142', '(863) 555-0142', '\t+44 20 7946 0018', ''])
  expect(read('program')).toEqual(['Phone', '8635550142', '+1 863.555.0142', '+44 20 7946 0018', ''])
})

test("a time is the venue's, beside the venue's date", () => {
  expect(csvMoment(new Date('2027-05-18T02:30:00Z'))).toBe('2027-05-17 22:30')
  expect(csvMoment(new Date('2027-01-18T13:00:00Z'))).toBe('2027-01-18 08:00')
})
