import { VoucherCode, whyNot } from '@arcadia/contract/gift-vouchers'
import { expect, test } from 'vitest'
import { newCode, sendsThrough, statusOf } from './gift-vouchers.rules.ts'

test('codes are long, unambiguous and unique', () => {
  const codes = Array.from({ length: 1000 }, newCode)
  expect(new Set(codes).size).toBe(1000)
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{16}$/)
  expect(VoucherCode.parse(' abcd-efgh 2345-6789 ')).toBe('ABCDEFGH23456789')
  expect(VoucherCode.safeParse('ABCD-EFGH-2345-678O').success).toBe(false)
})

test.each([
  ['2027-06-01T12:59:59Z', '2027-05-31'],
  ['2027-06-01T13:00:00Z', '2027-06-01'],
  ['2027-12-01T13:59:00Z', '2027-11-30'],
  ['2027-12-01T14:00:00Z', '2027-12-01'],
])('at %s vouchers due %s or earlier are sent', (now, date) => {
  expect(sendsThrough(new Date(now))).toBe(date)
})

test('a voucher is valid through its last day at the venue, while it has money left', () => {
  const voucher = { left: 1, issued_at: new Date(), expires_on: '2027-06-01', voided_at: null }
  expect(statusOf(voucher, new Date('2027-06-02T03:59:00Z'))).toBe('GOOD')
  expect(statusOf(voucher, new Date('2027-06-02T04:00:00Z'))).toBe('EXPIRED')
  expect(statusOf({ ...voucher, left: 0, expires_on: null }, new Date())).toBe('USED')
  expect(statusOf({ ...voucher, issued_at: null }, new Date())).toBe('UNPAID')
  expect(statusOf({ ...voucher, voided_at: new Date() }, new Date())).toBe('VOID')
})

test.each([
  [{ phone: '(863) 555-0142', email: 'hello@example.com' }, 'Please call us at (863) 555-0142.'],
  [{ phone: '', email: 'hello@example.com' }, 'Please write to us at hello@example.com.'],
  [{ phone: '', email: '' }, 'Please contact us.'],
])('whoever has a code that expired reads how to reach us, %o', (business, way) => {
  expect(whyNot({ status: 'EXPIRED', setAside: null }, business)).toBe(
    `This gift has expired. ${way} We'll work something out.`,
  )
})

test.each([
  [null, 'This gift has nothing left on it.'],
  [
    { until: new Date('2027-06-01T12:07:00Z') },
    'This gift is set aside for a booking being made until 8:07 AM Eastern.',
  ],
  [{ until: null }, 'This gift is set aside for a booking being made.'],
])('a gift with nothing left is used up only if no booking that is being made has it, %o', (setAside, says) => {
  expect(whyNot({ status: 'USED', setAside }, { phone: '', email: '' })).toBe(says)
})
