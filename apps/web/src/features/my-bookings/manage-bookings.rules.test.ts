import type { Booking } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { venueInstant } from '@arcadia/contract/trip-date'
import { describe, expect, test } from 'vitest'
import {
  awaitsChoice,
  awaitsPayment,
  canPayBalance,
  countdown,
  isUpcoming,
  weekdayNear,
} from './manage-bookings.rules.ts'

const booking = (fields: Partial<Booking>) =>
  ({
    status: 'CONFIRMED',
    selectedDate: '2026-06-18',
    depositAmount: 70_000,
    paidAmount: 70_000,
    pendingAmount: 430_000,
    depositUntil: null,
    ...fields,
  }) as Booking

describe('the time until a trip in words', () => {
  test.each([
    ['2026-06-30', 'in 12 days'],
    ['2026-06-19', 'tomorrow'],
    ['2026-06-18', 'today'],
    ['2027-06-18', 'in 365 days'],
  ])('%s is %s', (date, words) => expect(countdown(date, '2026-06-18')).toBe(words))
  test.each([
    ['2026-06-18', 'Today, Thursday'],
    ['2026-06-19', 'Tomorrow, Friday'],
    ['2026-06-20', 'Saturday, in 2 days'],
  ])('%s is %s', (date, words) => expect(weekdayNear(date, '2026-06-18')).toBe(words))
})

test('a trip is upcoming until its last known hour, unless cancelled', () => {
  const isAhead = (fields: Partial<Booking>, date: string, time = '13:29') =>
    isUpcoming(booking(fields), { tripEnds: '13:30' } as Business, venueInstant(date, time).getTime())
  expect(isAhead({}, '2026-06-18')).toBe(true)
  expect(isAhead({}, '2026-06-18', '13:30')).toBe(false)
  expect(isAhead({ status: 'PENDING' }, '2026-06-17')).toBe(true)
  expect(isAhead({ status: 'CANCELLED' }, '2026-06-01')).toBe(false)
  expect(isAhead({ status: 'COMPLETED' }, '2026-06-01')).toBe(false)
})

test('a pending booking waits for its payment, otherwise for the guide', () => {
  expect(awaitsPayment(booking({ status: 'PENDING', paidAmount: 0 }))).toBe(true)
  expect(awaitsPayment(booking({ status: 'PENDING' }))).toBe(false)
  expect(awaitsPayment(booking({ status: 'PENDING', paidAmount: 0, depositAmount: 0 }))).toBe(false)
  expect(awaitsPayment(booking({ paidAmount: 0 }))).toBe(false)
  expect(awaitsPayment(booking({ status: 'PENDING', paidAmount: 0, depositUntil: new Date(0) }))).toBe(false)
})

test('of a trip that we canceled, a guest decides what becomes of what they paid, until they asked for it', () => {
  const canceled = {
    paidAmount: 70_000,
    refundedAmount: 0,
    refundableAmount: 70_000,
    cashAmount: 0,
    refundAskedAt: null,
    canceledByUs: true,
  }
  expect(awaitsChoice(canceled)).toBe(true)
  for (const settled of [{ canceledByUs: false }, { refundAskedAt: new Date(0) }, { refundableAmount: 0 }])
    expect(awaitsChoice({ ...canceled, ...settled })).toBe(false)
})

test('a balance can be paid on active bookings while something is owed', () => {
  expect(canPayBalance(booking({}))).toBe(true)
  expect(canPayBalance(booking({ status: 'COMPLETED' }))).toBe(true)
  expect(canPayBalance(booking({ pendingAmount: 0 }))).toBe(false)
  expect(canPayBalance(booking({ status: 'CANCELLED' }))).toBe(false)
  expect(canPayBalance(booking({ status: 'PENDING' }))).toBe(false)
  expect(canPayBalance(booking({ status: 'PENDING', depositUntil: new Date(0) }))).toBe(true)
})
