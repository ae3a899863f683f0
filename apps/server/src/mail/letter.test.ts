import { expect, test } from 'vitest'
import { facts, greet, letter } from './letter.ts'

test('a name greets, whatever alphabet it is in', () => {
  expect(greet('José-María O’Neill')).toBe('Hello José-María O’Neill,')
  expect(greet('李')).toBe('Hello 李,')
})

test('what is not a name is left out, so that strangers put no words into our mails', () => {
  for (const name of [null, '', 'Win at evil.example', 'https://evil', 'x'.repeat(41), '<b>Ana</b>'])
    expect(greet(name)).toBe('Hello,')
})

test('a letter has paragraphs and says who it is from', () => {
  const head = { publicUrl: 'http://localhost', business: { name: 'Arcadia', email: 'a@b.example', phone: '555' } }
  expect(letter(head, 'Hello,', 'One.', false, facts({ Date: 'today', Missing: null, Party: 2 }))).toBe(
    'Hello,\n\nOne.\n\nDate: today\nParty: 2\n\nArcadia, Arcadia, Florida\n555 · a@b.example\n',
  )
})
