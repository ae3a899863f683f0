import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NewAccount, updateMe } from './accounts.ts'
import { BookingCorrection } from './admin/bookings.ts'
import { PhoneBooking } from './admin/phone-bookings.ts'
import { BookingData } from './bookings.ts'
import { NewEnquiry } from './enquiries.ts'
import { PhoneNumber } from './fields.ts'

const asked = {
  'sign-up': NewAccount.shape.phoneNumber,
  account: updateMe.body.shape.phoneNumber,
  booking: BookingData.shape.phone,
  'phone booking': PhoneBooking.shape.phone,
  correction: BookingCorrection.shape.phone,
  enquiry: NewEnquiry.shape.phone,
}

const complaints = (schema: z.ZodMiniType, text: string) =>
  z.safeParse(schema, text).error?.issues.map(({ message }) => message) ?? []

test.each(Object.entries(asked))('the phone number of a %s has at least seven digits', (_, schema) => {
  expect(complaints(schema, 'abc')).toEqual(['Please enter a phone number with at least 7 digits'])
  expect(complaints(schema, '555-0142')).toEqual([])
})

test('accepts phone numbers however people write them', () => {
  for (const text of ['(863) 555-0142', '+34 600 123 456', '863.555.0142 ext. 4', '8635550142'])
    expect(complaints(PhoneNumber, text)).toEqual([])
  expect(complaints(PhoneNumber, '555-014')).toHaveLength(1)
})

test("a missing phone number is reported once, with the form's message", () => {
  expect(complaints(PhoneNumber, ' ')).toEqual(['Phone number is required'])
  expect(complaints(BookingData.shape.phone, '')).toEqual([
    'Please enter your phone number to continue with the booking.',
  ])
})
