import { expect, test } from 'vitest'
import { action, facts, greet, letter } from './letter.ts'

const head = { publicUrl: 'http://localhost', business: { name: 'Arcadia', email: 'a@b.example', phone: '555' } }

test('a name greets, whatever alphabet it is in', () => {
  expect(greet('José-María O’Neill')).toBe('Hello José-María O’Neill,')
  expect(greet('李')).toBe('Hello 李,')
})

test('what is not a name is left out, so that strangers put no words into our mails', () => {
  for (const name of [null, '', 'Win at evil.example', 'https://evil', 'x'.repeat(41), '<b>Ana</b>'])
    expect(greet(name)).toBe('Hello,')
})

test('a letter has paragraphs and says who it is from', () => {
  const { text } = letter(head, 'Hi', 'Hello,', 'One.', false, facts({ Date: 'today', Missing: null, Party: 2 }))
  expect(text).toBe('Hello,\n\nOne.\n\nDate: today\nParty: 2\n\nArcadia, Arcadia, Florida\n555 · a@b.example\n')
})

test('its page says the same, and what people typed is text on it', () => {
  const { html, text } = letter(
    head,
    'A <question>',
    'Hello,',
    'He wrote:\n<script>alert(1)</script> https://fish.example/a?b=1&c=2',
    facts({ Name: '"Ana" & Bo' }),
    action('Answer it', 'http://localhost/admin?tab=a&id=1'),
  )
  expect(text).toContain('Answer it: http://localhost/admin?tab=a&id=1')
  expect(html).toContain('<title>A &lt;question&gt;</title>')
  expect(html).toContain('He wrote:<br>&lt;script&gt;')
  expect(html).toContain('<a href="https://fish.example/a?b=1&amp;c=2">')
  expect(html).toContain('&quot;Ana&quot; &amp; Bo')
  expect(html).toContain('href="http://localhost/admin?tab=a&amp;id=1"')
  expect(html).not.toContain('<script')
})

test('the page loads nothing from anywhere', () => {
  const { html } = letter(head, 'Hi', 'Hello,', action('Go', 'http://localhost/x'))
  expect(html).not.toMatch(/<img|<link|src=|url\(|@import/)
})
