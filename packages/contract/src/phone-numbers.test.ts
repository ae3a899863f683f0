import { expect, test } from 'vitest'
import { formatPhone, phoneAddress, tidyPhone } from './phone-numbers.ts'

test.each(['8635550142', '863-555-0142', '863.555.0142', '(863) 555-0142', '+1 863 555 0142', '1 863 555 0142'])(
  '%s reads (863) 555-0142',
  (typed) => expect(formatPhone(typed)).toBe('(863) 555-0142'),
)

test.each(['+44 20 7946 0018', '+49 30 1234567', '+863 555 0142 1', '555-0142', 'after 5 at 8635550142'])(
  '%s stays as it was typed',
  (typed) => expect(formatPhone(typed)).toBe(typed),
)

test.each(['8635550142 x7', '(863) 555-0142 ext. 7', '+1 863 555 0142,7'])('%s names its extension', (typed) =>
  expect(formatPhone(typed)).toBe('(863) 555-0142 ext. 7'),
)

test.each([
  ['(863) 555-0142', 'tel:+18635550142'],
  ['+1 863 555 0142', 'tel:+18635550142'],
  ['(+1) 863·555·0142', 'tel:+18635550142'],
  ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  ['\u2068+1 (863) 555‑0142\u2069', 'tel:+18635550142'],
  ['863\u200b5550142\ufe0d', 'tel:+18635550142'],
  ['٨٦٣٥٥٥٠١٤٢', 'tel:+18635550142'],
  ['＋１ ８６３ ５５５ ０１４２', 'tel:+18635550142'],
  ['𑛐𑛛𑛒 555-0142', 'tel:0125550142'],
])('%s is dialed as %s', (typed, dialed) => expect(phoneAddress('tel', typed)).toBe(dialed))

test.each(['x12', 'x 12', 'ext. 12', 'ext12', 'Extension: 12', '#12', ', 12', ',,12', ';ext=12'])(
  'the extension %s is dialed after the call is answered, and gets no text',
  (extension) => {
    expect(phoneAddress('tel', `(863) 555-0142 ${extension}`)).toBe('tel:+18635550142,12')
    expect(phoneAddress('sms', `(863) 555-0142 ${extension}`)).toBe('')
  },
)

test.each([
  '',
  '911',
  'call me 1234567',
  '1-800-FISHING',
  '863-555-0142 / 863-555-0143',
  'after 5 at 8635550142',
  '*67 8635550142',
])('%s leads to nobody, or to a stranger, and makes no link', (typed) =>
  expect([phoneAddress('tel', typed), phoneAddress('sms', typed)]).toEqual(['', '']),
)

test('a number is kept as it was typed, without marks nobody sees', () => {
  expect(tidyPhone(' \u2068(863) 555-0142\ufe0d\u2069 x12 ')).toBe('(863) 555-0142 x12')
  expect(phoneAddress('sms', '+1 863 555 0142')).toBe('sms:+18635550142')
})
