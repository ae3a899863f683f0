import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const field = (value: string | number | boolean | null) => toCsv([{ head: 'h', value: () => value }], [0]).slice(3, -2)

test('lines end in CRLF, including the last', () => {
  const columns = [
    { head: 'Name', value: (row: { name: string; guests: number }) => row.name },
    { head: 'Guests', value: (row: { name: string; guests: number }) => row.guests },
  ]
  expect(toCsv(columns, [{ name: 'Ana', guests: 2 }])).toBe('Name,Guests\r\nAna,2\r\n')
  expect(toCsv(columns, [])).toBe('Name,Guests\r\n')
})

test('quotes commas, quotes and line breaks', () => {
  expect(field('Rivera, Ana')).toBe('"Rivera, Ana"')
  expect(field('the "giant"')).toBe('"the ""giant"""')
  expect(field('two\nlines')).toBe('"two\nlines"')
})

test('escapes text that starts like a formula', () => {
  for (const text of ['=1+1', '+1 863 555', '-2', '@SUM(A1)', ' =1', '＝1']) expect(field(text)).toBe(`'${text}`)
  expect(field('\t=1')).toBe("'\t=1")
  expect(field('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`)
})

test('keeps numbers, even negative, and leaves nothing empty', () => {
  expect([field(-3.5), field(0), field(true), field(null), field('')]).toEqual(['-3.5', '0', 'true', '', ''])
})
