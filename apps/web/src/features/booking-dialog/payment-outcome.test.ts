import type { Booking } from '@arcadia/contract/bookings'
import type { CurrentHold } from '@arcadia/contract/holds'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/call.ts'
import {
  type Current,
  followDeposit,
  PAYMENT_FAILED,
  readLeftOpen,
  readOutcome,
  readPaymentFailure,
} from './payment-outcome.ts'

const key = 'this press of Pay'
const paying = { key, holdId: 'h' }

const hold = { holdId: 'h', selectedDate: '2026-06-18' } as CurrentHold
const booking = { selectedDate: '2026-06-18', status: 'CONFIRMED' } as Booking
const attempt = (status: NonNullable<Current['attempt']>['status'], ofKey = key): Current['attempt'] => ({
  status,
  amount: 700_00,
  packageType: 'TROPHY',
  startedAt: new Date(0),
  key: ofKey,
  message: 'The words of the server.',
})
const none: Current = { hold: null, attempt: null, booking: null }

test('reads the outcome of a payment', () => {
  const kind = (current: Partial<Current>) => readOutcome({ ...none, ...current }, paying).kind
  expect(kind({ attempt: attempt('CONFIRMED'), booking })).toBe('booked')
  expect(kind({ attempt: attempt('PROCESSING'), hold })).toBe('processing')
  expect(kind({ attempt: attempt('PROCESSING'), booking: { ...booking, status: 'PENDING' } })).toBe('processing')
  expect(kind({ attempt: attempt('DECLINED'), hold })).toBe('refused')
  expect(kind({ attempt: attempt('FAILED'), booking: { ...booking, status: 'CANCELLED' } })).toBe('refused')
  expect(kind({ hold })).toBe('not-received')
  expect(kind({})).toBe('not-received')
})

test('a booking without a deposit has no payment attempt', () => {
  expect(readOutcome({ ...none, booking }, paying).kind).toBe('booked')
})

test('joins a payment under way, whoever started it', () => {
  const current = { ...none, hold, attempt: attempt('PROCESSING', 'another') }
  expect(readOutcome(current, paying)).toEqual({ kind: 'processing', hold, booking: null, key: 'another' })
})

test('a hold paid by another press of Pay is booked: paying again would be for a second booking', () => {
  const current = { ...none, booking, attempt: attempt('CONFIRMED', 'another') }
  expect(readOutcome(current, paying)).toEqual({ kind: 'booked', booking })
})

test('a payment without a hold is told by its own press alone, since the latest hold may be of an earlier booking', () => {
  const kind = (current: Partial<Current>) => readOutcome({ ...none, ...current }, { key }).kind
  expect(kind({ booking, attempt: attempt('CONFIRMED', 'another') })).toBe('not-received')
  expect(kind({ booking })).toBe('not-received')
  expect(kind({ booking, attempt: attempt('CONFIRMED') })).toBe('booked')
  expect(kind({ hold, attempt: attempt('PROCESSING') })).toBe('processing')
})

test('an earlier refusal says nothing about this payment', () => {
  expect(readOutcome({ ...none, hold, attempt: attempt('DECLINED', 'another') }, paying).kind).toBe('not-received')
  expect(readOutcome({ ...none, attempt: attempt('FAILED', 'another') }, paying).kind).toBe('not-received')
})

test('a new dialog picks up a hold that is open or being paid, but no earlier booking', () => {
  expect(readLeftOpen({ ...none, hold }).kind).toBe('open')
  expect(readLeftOpen({ ...none, hold, attempt: attempt('DECLINED') }).kind).toBe('open')
  expect(readLeftOpen({ ...none, hold, attempt: attempt('PROCESSING') }).kind).toBe('processing')
  expect(readLeftOpen({ ...none, booking, attempt: attempt('CONFIRMED') }).kind).toBe('nothing')
})

function follow(answers: (Current | Error)[]) {
  const onProcessing = vi.fn()
  const ask = vi.fn(async () => {
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer
    return answer
  })
  const options = { ask, paying, onProcessing, pause: async () => {}, signal: new AbortController().signal }
  return { onProcessing, ask, outcome: followDeposit(options) }
}

test('keeps asking through lost answers and processing until the outcome is known', async () => {
  const { onProcessing, outcome } = follow([
    new Error('no answer'),
    { ...none, hold, attempt: attempt('PROCESSING') },
    new Error('no answer'),
    { ...none, booking, attempt: attempt('CONFIRMED') },
  ])
  expect(await outcome).toEqual({ kind: 'booked', booking })
  expect(onProcessing).toHaveBeenCalledTimes(1)
})

test('checks twice for a payment the server never received before allowing a retry', async () => {
  const lost = follow([
    { ...none, hold },
    { ...none, hold },
  ])
  expect(await lost.outcome).toEqual({ kind: 'refused', problem: { message: PAYMENT_FAILED }, hold })
  expect(lost.ask).toHaveBeenCalledTimes(2)

  const late = follow([
    { ...none, hold },
    { ...none, booking, attempt: attempt('CONFIRMED') },
  ])
  expect((await late.outcome).kind).toBe('booked')
})

test('only the server’s own answer says that nothing was charged', () => {
  const kind = (status: number, code: string) => readPaymentFailure(new ApiError('words', { status, code })).kind
  expect(kind(402, 'card-declined')).toBe('refused')
  expect(kind(502, 'payment-failed')).toBe('refused')
  expect(kind(429, 'too-many-declines')).toBe('refused')
  expect(kind(409, 'hold-expired')).toBe('hold-over')
  expect(kind(404, 'hold-not-found')).toBe('hold-over')
  expect(kind(409, 'hold-released')).toBe('hold-over')
  expect(kind(409, 'spots-taken')).toBe('hold-over')
  expect(kind(409, 'not-enough-spots')).toBe('hold-over')
  expect(kind(0, 'no-answer')).toBe('unknown')
  expect(kind(502, 'unreadable-answer')).toBe('unknown')
  expect(kind(500, 'internal-error')).toBe('unknown')
  expect(kind(409, 'payment-in-progress')).toBe('unknown')
  expect(readPaymentFailure(new DOMException('timed out', 'TimeoutError')).kind).toBe('unknown')
})

test('uses the specified texts', () => {
  const failure = (code: string) => readPaymentFailure(new ApiError('words', { status: 400, code }))
  expect(failure('unauthorized')).toHaveProperty('problem.message', 'You must be logged in to complete the booking')
  expect(failure('payments-not-connected')).toHaveProperty(
    'problem.message',
    'Payment is not configured. Please contact support to complete your booking.',
  )
  expect(failure('card-declined')).toHaveProperty('problem', { message: 'words', isDecline: true })
  expect(failure('payment-failed')).toHaveProperty('problem', { message: 'words' })
})
