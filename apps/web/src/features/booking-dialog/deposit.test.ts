import type { Booking } from '@arcadia/contract/bookings'
import type { CurrentHold } from '@arcadia/contract/holds'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { type Current, readLeftOpen } from '../holds/hold.queries.ts'
import { followPayment } from '../payments/follow-payment.ts'
import { type Deposit, readDeposit, readRefusal } from './deposit.ts'

const PAYMENT_FAILED = 'Payment failed. Please try again.'
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
  const status = (current: Partial<Current>) => readDeposit({ ...none, ...current }, paying).status
  expect(status({ attempt: attempt('CONFIRMED'), booking })).toBe('CAPTURED')
  expect(status({ attempt: attempt('PROCESSING'), hold })).toBe('PROCESSING')
  expect(status({ attempt: attempt('PROCESSING'), booking: { ...booking, status: 'PENDING' } })).toBe('PROCESSING')
  expect(status({ attempt: attempt('DECLINED'), hold })).toBe('DECLINED')
  expect(status({ attempt: attempt('FAILED'), booking: { ...booking, status: 'CANCELLED' } })).toBe('FAILED')
  expect(status({ hold })).toBe('MISSING')
  expect(status({})).toBe('MISSING')
})

test('a booking without a deposit has no payment attempt', () => {
  expect(readDeposit({ ...none, booking }, paying).status).toBe('CAPTURED')
})

test('joins a payment under way, whoever started it', () => {
  const current = { ...none, hold, attempt: attempt('PROCESSING', 'another') }
  const found = { status: 'PROCESSING', hold, booking: null, paying: { key: 'another', holdId: 'h' } }
  expect(readDeposit(current, paying)).toEqual(found)
})

test('a hold paid by another press of Pay is booked: paying again would be for a second booking', () => {
  const current = { ...none, booking, attempt: attempt('CONFIRMED', 'another') }
  expect(readDeposit(current, paying)).toMatchObject({ status: 'CAPTURED', booking })
})

test('a payment without a hold is told by its own press alone, since the latest hold may be of an earlier booking', () => {
  const status = (current: Partial<Current>) => readDeposit({ ...none, ...current }, { key }).status
  expect(status({ booking, attempt: attempt('CONFIRMED', 'another') })).toBe('MISSING')
  expect(status({ booking })).toBe('MISSING')
  expect(status({ booking, attempt: attempt('CONFIRMED') })).toBe('CAPTURED')
  expect(status({ hold, attempt: attempt('PROCESSING') })).toBe('PROCESSING')
})

test('an earlier refusal says nothing about this payment', () => {
  expect(readDeposit({ ...none, hold, attempt: attempt('DECLINED', 'another') }, paying).status).toBe('MISSING')
  expect(readDeposit({ ...none, attempt: attempt('FAILED', 'another') }, paying).status).toBe('MISSING')
})

test('a new dialog picks up a hold that is open or being paid, but no earlier booking', () => {
  expect(readLeftOpen({ ...none, hold }).kind).toBe('open')
  expect(readLeftOpen({ ...none, hold, attempt: attempt('DECLINED') }).kind).toBe('open')
  expect(readLeftOpen({ ...none, hold, attempt: attempt('PROCESSING') }).kind).toBe('processing')
  expect(readLeftOpen({ ...none, booking, attempt: attempt('CONFIRMED') }).kind).toBe('nothing')
})

/** As a page reloaded during the payment follows it: without the card, it can only ask. */
function follow(answers: (Current | Error)[]) {
  const onUnknown = vi.fn()
  const ask = vi.fn(async () => {
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer
    return readDeposit(answer, paying)
  })
  const { signal } = new AbortController()
  return {
    onUnknown,
    ask,
    outcome: followPayment<Deposit>({ send: ask, ask, onUnknown, pause: async () => {}, signal }),
  }
}

test('keeps asking through lost answers and processing until the outcome is known', async () => {
  const { onUnknown, outcome } = follow([
    new Error('no answer'),
    { ...none, hold, attempt: attempt('PROCESSING') },
    new Error('no answer'),
    { ...none, booking, attempt: attempt('CONFIRMED') },
  ])
  expect(await outcome).toMatchObject({ kind: 'paid', payment: { booking } })
  expect(onUnknown).toHaveBeenLastCalledWith(expect.objectContaining({ status: 'PROCESSING', hold }))
})

test('checks twice for a payment the server never received before allowing a retry', async () => {
  const lost = follow([
    { ...none, hold },
    { ...none, hold },
  ])
  expect(await lost.outcome).toMatchObject({ kind: 'refused', message: PAYMENT_FAILED, payment: { hold } })
  expect(lost.ask).toHaveBeenCalledTimes(2)

  const late = follow([
    { ...none, hold },
    { ...none, booking, attempt: attempt('CONFIRMED') },
  ])
  expect((await late.outcome).kind).toBe('paid')
})

test('a session that ended meanwhile says nothing about a payment that was sent before', async () => {
  const ended = new ApiError('Please sign in.', { status: 401, code: 'unauthorized' })
  const { outcome } = follow([new Error('no answer'), ended, { ...none, booking, attempt: attempt('CONFIRMED') }])
  expect((await outcome).kind).toBe('paid')
})

/** The first answer to a press, and what the page makes of it until another comes. */
async function press(error: Error) {
  const told: unknown[] = []
  const send = async (): Promise<Deposit> => ({ ...readRefusal(error), paying, booking: null })
  const closing = new AbortController()
  const onUnknown = () => closing.abort()
  const pause = async () => {}
  const outcome = followPayment({ send, ask: send, onUnknown, pause, signal: closing.signal })
  await outcome.then(
    (one) => told.push(one),
    () => told.push({ kind: 'unknown' }),
  )
  return told[0] as { kind: string; message?: string; payment?: Deposit }
}

test('only the server’s own answer says that nothing was charged', async () => {
  async function kind(status: number, code: string) {
    const { kind, payment } = await press(new ApiError('words', { status, code }))
    return payment?.end ? 'hold-over' : kind
  }
  expect(await kind(402, 'card-declined')).toBe('refused')
  expect(await kind(502, 'payment-failed')).toBe('refused')
  expect(await kind(429, 'too-many-declines')).toBe('refused')
  expect(await kind(409, 'hold-expired')).toBe('hold-over')
  expect(await kind(404, 'hold-not-found')).toBe('hold-over')
  expect(await kind(409, 'hold-released')).toBe('hold-over')
  expect(await kind(409, 'spots-taken')).toBe('hold-over')
  expect(await kind(409, 'not-enough-spots')).toBe('hold-over')
  expect(await kind(0, 'no-answer')).toBe('unknown')
  expect(await kind(502, 'unreadable-answer')).toBe('unknown')
  expect(await kind(500, 'internal-error')).toBe('unknown')
  expect(await kind(409, 'payment-in-progress')).toBe('unknown')
  expect((await press(new DOMException('timed out', 'TimeoutError'))).kind).toBe('unknown')
})

test('uses the specified texts', async () => {
  const failure = (code: string) => press(new ApiError('words', { status: 400, code }))
  expect(await failure('unauthorized')).toHaveProperty('message', 'You must be logged in to complete the booking')
  expect(await failure('payments-not-connected')).toHaveProperty(
    'message',
    'Payment is not configured. Please contact support to complete your booking.',
  )
  expect(await failure('card-declined')).toMatchObject({ message: 'words', payment: { status: 'DECLINED' } })
  expect(await failure('payment-failed')).toMatchObject({ kind: 'refused', message: 'words' })
})
