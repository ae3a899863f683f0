import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Credentials, NewAccount, updateMe } from './accounts.ts'
import { BookingCorrection } from './admin/bookings.ts'
import { PhoneBooking } from './admin/phone-bookings.ts'
import { BookingData } from './booking-data.ts'
import { NewEnquiry } from './enquiries.ts'

import { Email, optionalLine, PhoneNumber, requiredLine, requiredText } from './text-fields.ts'

const asked = {
  'sign-up': NewAccount.shape.phoneNumber,
  account: updateMe.body.shape.phoneNumber,
  booking: BookingData.shape.phone,
  'phone booking': PhoneBooking.shape.phone,
  correction: BookingCorrection.shape.phone,
}

const complaints = (schema: z.ZodMiniType, text: string) =>
  z.safeParse(schema, text).error?.issues.map(({ message }) => message) ?? []

test.each(Object.entries(asked))('the phone number of a %s has at least seven digits', (_, schema) => {
  expect(complaints(schema, 'abc')).toEqual(['Please enter a phone number with at least 7 digits'])
  expect(complaints(schema, '555-0142')).toEqual([])
})

test.each(Object.entries(asked))('the phone number of a %s is a number and nothing else', (_, schema) => {
  const wrong = ['Please enter just one phone number, for example (863) 555-0142 or +44 20 7946 0018 ext. 5']
  for (const text of ['call me 1234567', '863-555-0142 or 863-555-0143', '1-800-FISHING1 2345678'])
    expect(complaints(schema, text), text).toEqual(wrong)
})

test('accepts phone numbers however people write them, and as phones hand them over', () => {
  for (const text of ['(863) 555-0142', '+34 600 123 456', '863.555.0142 ext. 4', '8635550142', '863 555 0142 x12'])
    expect(complaints(PhoneNumber, text)).toEqual([])
  expect(complaints(PhoneNumber, '555-014')).toHaveLength(1)
  expect(z.parse(PhoneNumber, ' \u2068+1 863\u200b 555 0142\ufe0d\u2069')).toBe('+1 863 555 0142')
  expect(z.parse(PhoneNumber, '٨٦٣ ٥٥٥ ٠١٤٢')).toBe('863 555 0142')
})

test('an email address loses the marks nobody sees', () => {
  expect(z.parse(Email, '\u2068ana@example.com\ufe0d\u2069 ')).toBe('ana@example.com')
  expect(z.parse(Email, 'a\u200bna@exam\u00adple.com')).toBe('ana@example.com')
})

test('names are stored composed, and lose what turns or hides text; joiners inside emoji and scripts stay', () => {
  const name = requiredLine('First name')
  expect(z.parse(name, ' Franc\u0327ois ')).toBe('François')
  expect(z.parse(name, 'Ana\u202e\u200b')).toBe('Ana')
  for (const kept of ['👨‍👩‍👧', 'می‌خواهم', 'क्‍ष', '❤️', '🏴\u{e0067}\u{e0062}\u{e007f}'])
    expect(z.parse(name, kept)).toBe(kept)
})

test('a mark nobody sees is one wherever it is dropped', () => {
  for (const mark of [
    '\u00ad',
    '\u061c',
    '\u180e',
    '\u200b',
    '\u200e',
    '\u202e',
    '\u2060',
    '\u2069',
    '\ufeff',
    '\ufff0',
  ]) {
    const typed = `a${mark}na@example.com`
    expect(z.parse(requiredLine('First name'), `A${mark}na`), typed).toBe('Ana')
    expect(z.parse(Email, typed)).toBe('ana@example.com')
    expect(z.parse(Credentials.shape.usernameOrEmail, typed)).toBe('ana@example.com')
    expect(z.parse(PhoneNumber, `863${mark}5550142`)).toBe('8635550142')
  }
})

test.each(['\u200b', '\u202e', '\u2066\u2069', '\u200d', '\ufe0f', '\u3164', '\u2800', '\u0301', '\ufeff \u00a0'])(
  'a name of %j alone is empty',
  (text) => {
    expect(complaints(requiredLine('First name'), text)).toEqual(['First name is required'])
    expect(complaints(requiredText('Your question', 100), text)).toEqual(['Your question is required'])
    expect(z.parse(optionalLine('Last name'), text)).toBeNull()
  },
)

describe('an enquiry has the browser’s checks only', () => {
  const enquiry = { firstName: ' ', lastName: '-', email: 'tom&jerry%x@example', phone: '12', country: 'US' }

  test('a blank name, a short number and an address with & and % pass', () => {
    expect(z.parse(NewEnquiry, enquiry)).toMatchObject({ ...enquiry, firstName: '' })
    expect(z.parse(NewEnquiry, { ...enquiry, phone: 'call me 1234567 ' }).phone).toBe('call me 1234567')
    expect(z.parse(NewEnquiry, { ...enquiry, email: 'josé@example.com' }).email).toBe('josé@example.com')
  })

  test.each([
    ['firstName', '', 'First name is required'],
    ['firstName', 'A\nBcc: x', 'First name must be on one line, without control characters'],
    ['phone', 'none', 'Please enter a phone number'],
    ['phone', '', 'Phone number is required'],
    ['email', 'ana', 'Please enter a valid email address'],
    ['email', 'a@b.com,c@d.com', 'Please enter a valid email address'],
    ['email', '"x\r\nBcc: y"@b.com', 'Please enter a valid email address'],
  ])('but not %s %j', (field, value, message) => {
    const { issues } = z.safeParse(NewEnquiry, { ...enquiry, [field]: value }).error!
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([[field, message]])
  })
})

test("a missing phone number is reported once, with the form's message", () => {
  expect(complaints(PhoneNumber, ' ')).toEqual(['Phone number is required'])
  expect(complaints(BookingData.shape.phone, '')).toEqual([
    'Please enter your phone number to continue with the booking.',
  ])
})

test('the part of an address before the @ has at most 64 characters, as mail servers have it', () => {
  expect(Email.safeParse(`${'a'.repeat(64)}@example.com`).success).toBe(true)
  expect(Email.safeParse(`${'a'.repeat(65)}@example.com`).success).toBe(false)
})
