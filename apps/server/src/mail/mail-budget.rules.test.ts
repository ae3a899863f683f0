import { expect, test } from 'vitest'
import { type Asked, afterQuietMinute, joinChanges, judge, type Sent, urgencyOf } from './mail-budget.rules.ts'

const NOW = new Date('2027-04-05T14:00:00Z')
const ago = (minutes: number, kind: Sent['kind'] = 'waitlist-offer', bookingId: number | null = null): Sent => ({
  kind,
  bookingId,
  at: new Date(NOW.getTime() - minutes * 60_000),
})
const times = (count: number, of: (nth: number) => Sent) => Array.from({ length: count }, (_, nth) => of(nth))
const asked = (kind: Asked['kind'], about: Partial<Asked> = {}): Asked => ({
  kind,
  bookingId: null,
  byStaff: false,
  isStaff: false,
  isConfirmed: false,
  isPaid: false,
  isFirst: false,
  sent: [],
  ...about,
})
const verdict = (kind: Asked['kind'], about?: Partial<Asked>) => {
  const found = judge(asked(kind, about), NOW)
  return typeof found === 'string' ? found : 'laterAt' in found ? found.laterAt.toISOString() : 'dropped'
}

test('an unconfirmed address gets five emails an hour and ten a day', () => {
  const hour = (count: number) => ({ sent: times(count, (nth) => ago(nth)) })
  expect(verdict('waitlist-offer', hour(4))).toBe('send')
  expect(verdict('waitlist-offer', hour(5))).toBe('dropped')
  expect(verdict('enquiry-acknowledged', hour(5)), 'over all kinds').toBe('dropped')
  const day = (count: number) => ({ sent: times(count, (nth) => ago(61 + 60 * nth)) })
  expect(verdict('waitlist-offer', day(9))).toBe('send')
  expect(verdict('waitlist-offer', day(10))).toBe('dropped')
  expect(verdict('waitlist-offer', { isConfirmed: true, ...hour(5) }), 'a confirmed one gets more').toBe('send')
  expect(verdict('waitlist-offer', { isConfirmed: true, ...hour(20) })).toBe('dropped')
  expect(verdict('waitlist-offer', { isStaff: true, ...hour(500) })).toBe('send')
})

test('what a person waits for is not starved by other kinds', () => {
  const flood = { sent: times(50, (nth) => ago(nth)) }
  for (const kind of ['sign-in-link', 'reset-password', 'confirm-email', 'newcomer', 'account-made'] as const)
    expect(verdict(kind, flood), kind).toBe('send')
  expect(verdict('booking-confirmed', { ...flood, bookingId: 7, isFirst: true })).toBe('send')
  expect(verdict('confirm-email', { sent: times(3, (nth) => ago(nth, 'newcomer')) }), 'but by its own').toBe('dropped')
})

test('emails about a paid booking wait, and are never dropped', () => {
  const about = (...minutes: number[]) => ({
    bookingId: 7,
    isPaid: true,
    sent: [...minutes.map((at) => ago(at, 'booking-corrected', 7)), ...times(30, () => ago(1))],
  })
  expect(verdict('booking-corrected', about(1, 2))).toBe('send')
  expect(verdict('booking-corrected', about(1, 2, 3)), 'an hour after the last').toBe('2027-04-05T14:59:00.000Z')
  expect(verdict('booking-corrected', about(59, 118, 119, 120)), 'an hour apart from then on').toBe(
    '2027-04-05T14:01:00.000Z',
  )
  expect(verdict('booking-corrected', about(60, 118, 119, 120))).toBe('send')
  const ten = times(10, (nth) => ago(60 + 100 * nth)).map(({ at }) => (NOW.getTime() - at.getTime()) / 60_000)
  expect(verdict('booking-corrected', about(...ten)), 'ten a day').toBe('2027-04-05T22:00:00.000Z')
  expect(verdict('booking-corrected', { ...about(1, 2, 3), isConfirmed: true })).toBe('send')
})

test('a booking that cost nothing has the budget of the address, but for its first confirmation and what staff changes', () => {
  const free = { bookingId: 7, sent: times(5, (nth) => ago(nth)) }
  expect(verdict('booking-corrected', free)).toBe('dropped')
  expect(verdict('booking-confirmed', free)).toBe('dropped')
  expect(verdict('booking-confirmed', { ...free, isFirst: true })).toBe('send')
  expect(verdict('booking-corrected', { ...free, byStaff: true })).toBe('send')
  expect(verdict('message', free), 'staff writes it').toBe('send')
})

test('ways in go first, then what else a person waits for', () => {
  expect(
    ['sign-in-link', 'confirm-email', 'booking-confirmed', 'waitlist-offer'].map((kind) => urgencyOf(kind as never)),
  ).toEqual([0, 1, 1, 2])
})

test('changes wait for a quiet minute, which may fall into quiet hours', () => {
  const later = new Date(NOW.getTime() + 3_600_000)
  expect(afterQuietMinute('booking-corrected', NOW, NOW)).toEqual(new Date(NOW.getTime() + 60_000))
  expect(afterQuietMinute('booking-moved-notice', NOW, later)).toEqual(later)
  expect(afterQuietMinute('booking-confirmed', NOW, NOW)).toEqual(NOW)
})

test('joined changes tell the last state, and a move from the date that was read last', () => {
  const moved = (oldDate: string) => ({ kind: 'booking-rescheduled' as const, params: { bookingId: 7, oldDate } })
  const corrected = { kind: 'booking-corrected' as const, params: { bookingId: 7 } }
  const cancelled = { kind: 'booking-cancelled' as const, params: { bookingId: 7 } }
  expect(joinChanges(moved('2027-05-01'), moved('2027-05-02'))).toEqual(moved('2027-05-01'))
  expect(joinChanges(moved('2027-05-01'), corrected)).toEqual(moved('2027-05-01'))
  expect(joinChanges(corrected, moved('2027-05-01'))).toEqual(moved('2027-05-01'))
  expect(joinChanges(moved('2027-05-01'), cancelled)).toEqual(cancelled)
  const saying = (...says: string[]) => ({ ...corrected, params: { bookingId: 7, says } })
  expect(joinChanges(saying('One.'), saying('Two.'))).toEqual(saying('One.', 'Two.'))
})
