import type { Payment } from '@arcadia/contract/payments'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { followPayment } from './follow-payment.ts'

const payment = (status: Payment['status']): Payment => ({
  id: 7,
  bookingId: 3,
  amount: 430_000,
  currency: 'USD',
  status,
  createdAt: new Date(0),
  refundedAmount: 0,
})

const failure = (code: string, message = 'No answer') => new ApiError(message, { status: 0, code })

/** Answers in turn; an error is thrown. */
const inTurn = (...answers: (Payment | Error)[]) =>
  vi.fn(async () => {
    const answer = answers.shift()
    if (!answer) throw new Error('was asked too often')
    if (answer instanceof Error) throw answer
    return answer
  })

function settle(send: () => Promise<Payment>, ask: () => Promise<Payment> = inTurn()) {
  const onUnknown = vi.fn()
  const { signal } = new AbortController()
  return { onUnknown, outcome: followPayment({ send, ask, onUnknown, pause: async () => {}, signal }) }
}

test('reports an immediate payment at once', async () => {
  const { outcome, onUnknown } = settle(inTurn(payment('CAPTURED')))
  expect(await outcome).toEqual({ kind: 'paid', payment: payment('CAPTURED') })
  expect(onUnknown).not.toHaveBeenCalled()
})

test('a payment being confirmed is polled, never sent again', async () => {
  const send = inTurn(payment('PROCESSING'))
  const ask = inTurn(failure('no-answer'), payment('PROCESSING'), payment('CAPTURED'))
  const { outcome, onUnknown } = settle(send, ask)
  expect(await outcome).toMatchObject({ kind: 'paid' })
  expect(send).toHaveBeenCalledOnce()
  expect(onUnknown).toHaveBeenLastCalledWith(payment('PROCESSING'))
})

test.each(['no-answer', 'unreadable-answer', 'internal-error', 'not-ready'])(
  'after %s the same payment is sent again',
  async (code) => {
    const send = inTurn(failure(code), payment('CAPTURED'))
    const { outcome, onUnknown } = settle(send)
    expect(await outcome).toMatchObject({ kind: 'paid' })
    expect(onUnknown).toHaveBeenCalledExactlyOnceWith(null)
  },
)

test('a timeout counts as a lost answer', async () => {
  const send = inTurn(new DOMException('too long', 'TimeoutError'), payment('CAPTURED'))
  expect(await settle(send).outcome).toMatchObject({ kind: 'paid' })
})

test('a refusal keeps the server’s message', async () => {
  expect(await settle(inTurn(failure('card-declined', 'The bank said no.'))).outcome).toEqual({
    kind: 'refused',
    message: 'The bank said no.',
    isDeclined: true,
  })
})

test('a late decline reads like an immediate one', async () => {
  const { outcome } = settle(inTurn(payment('PROCESSING')), inTurn(payment('DECLINED')))
  expect(await outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('declined') })
})

test('does not pay beside another payment of the booking', async () => {
  expect(await settle(inTurn(failure('payment-in-progress', 'Wait.'))).outcome).toEqual({
    kind: 'other-payment',
    message: 'Wait.',
  })
})

test('closing stops the polling', async () => {
  const closing = new AbortController()
  const outcome = followPayment({
    send: async () => payment('PROCESSING'),
    ask: async () => payment('PROCESSING'),
    onUnknown: () => closing.abort(),
    pause: async () => {},
    signal: closing.signal,
  })
  await expect(outcome).rejects.toThrow('aborted')
})

test('keys are unique', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
})
