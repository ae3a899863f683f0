import { expect, test } from 'vitest'
import { csvMoment, toCsv } from './csv.ts'

type Value = string | number | boolean | null
const fileOf = (...values: Value[]) =>
  toCsv(
    values.map((value, index) => ({ head: `h${index}`, value: () => value })),
    [0],
  )

/** The fields of RFC 4180 lines, as a spreadsheet or a program gets them. */
function read(file: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}
const cell = (value: Value) => read(fileOf(value))[1]![0]!

const ODD = [
  '=1+1',
  '=HYPERLINK("http://x","y")',
  '@SUM(A1)',
  '-2+3',
  '+44 20 7946 0018',
  '＝1',
  '08635550142',
  '(863) 555-0142',
  '863-555-0142',
  '34266-1234',
  '00501',
  '5/21',
  '8:30',
  '1e5',
  '12345678901234567890',
  '- we are four, and "one" rides\nTwo lines.',
]
const PLAIN = [
  'Rivera, Ana',
  'the "giant"',
  'two\nlines',
  "O'Brien",
  'JB-12345678',
  '2027-05-17',
  '2027-05-17 08:05',
  '42',
  '',
]

test('lines end in CRLF, including the last', () => {
  expect(fileOf('Ana', 2)).toBe('h0,h1\r\nAna,2\r\n')
  expect(toCsv([{ head: 'Name', value: () => '' }], [])).toBe('Name\r\n')
})

test('a program reads every value as it is, once it trims', () => {
  const [, values] = read(fileOf(...ODD, ...PLAIN))
  expect(values!.map((value) => value.trim())).toEqual([...ODD, ...PLAIN])
})

test.each(ODD)('a spreadsheet takes %j as text', (text) => expect(cell(text)).toBe(`\t${text}`))

test.each(PLAIN)('%j needs nothing', (text) => expect(cell(text)).toBe(text))

test('the tab is inside the quotes, where it separates nothing', () => {
  expect(fileOf('=1')).toBe('h0\r\n"\t=1"\r\n')
})

test('numbers stay numbers, even negative, and nothing stays empty', () => {
  expect([-3.5, 0, true, null, ''].map(cell)).toEqual(['-3.5', '0', 'true', '', ''])
})

test("a time is the venue's, beside the venue's date", () => {
  expect(csvMoment(new Date('2027-05-18T02:30:00Z'))).toBe('2027-05-17 22:30')
  expect(csvMoment(new Date('2027-01-18T13:00:00Z'))).toBe('2027-01-18 08:00')
})
