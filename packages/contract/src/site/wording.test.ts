import { expect, test } from 'vitest'
import { formatPhone, phoneAddress } from './wording.ts'

test.each(['8635550142', '863-555-0142', '863.555.0142', '(863) 555-0142', '+1 863 555 0142', '1 863 555 0142'])(
  '%s reads (863) 555-0142',
  (typed) => expect(formatPhone(typed)).toBe('(863) 555-0142'),
)

test.each(['+44 20 7946 0018', '+49 30 1234567', '+863 555 0142 1', '555-0142', '(863) 555-0142 ext. 7'])(
  '%s stays as it was typed',
  (typed) => expect(formatPhone(typed)).toBe(typed),
)

test('call and text links drop the punctuation between digits', () => {
  expect(phoneAddress('tel', '(863) 555-0142')).toBe('tel:8635550142')
  expect(phoneAddress('sms', '+1 863 555 0142')).toBe('sms:+18635550142')
})
