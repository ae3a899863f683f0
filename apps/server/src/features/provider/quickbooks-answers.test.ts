import { describe, expect, test } from 'vitest'
import { judgeCharge, provesNothingSent } from './quickbooks-answers.ts'

describe('the verdict on an answer', () => {
  const error = (code: string, detail?: string) => ({
    status: 400,
    text: JSON.stringify({ errors: [{ code, type: 'x', message: 'm', infoLink: 'l', ...(detail && { detail }) }] }),
  })
  const charge = (status: string, amount = '700.00', currency = 'USD') => ({
    status: 201,
    text: JSON.stringify({ id: 'E1', status, amount, currency }),
  })

  test.each([
    ['captured', charge('CAPTURED'), 'captured'],
    ['settled immediately', charge('SETTLED'), 'captured'],
    ['declined with 201', charge('DECLINED'), 'declined'],
    ['only authorized', charge('AUTHORIZED'), 'unknown'],
    ['an unknown status', charge('WITHHELD'), 'unknown'],
    ['another amount', charge('CAPTURED', '70.00'), 'unknown'],
    ['another currency', charge('CAPTURED', '700.00', 'CAD'), 'unknown'],
    ['PMT-5000', error('PMT-5000'), 'declined'],
    ['PMT-2002', error('PMT-2002'), 'declined'],
    ['an invalid token', error('PMT-4000', 'Token'), 'declined'],
    ['an invalid card', error('PMT-4000', 'card.number'), 'declined'],
    ['our own mistake', error('PMT-4000', 'amount'), 'not-charged'],
    ['an account error', error('PMT-3000'), 'not-charged'],
    ['processed with a warning', error('PMT-1001'), 'unknown'],
    ['PMT-6000 with 400', error('PMT-6000'), 'unknown'],
    ['402', { status: 402, text: '' }, 'declined'],
    ['401', { status: 401, text: '{}' }, 'not-charged'],
    ['403', { status: 403, text: '{}' }, 'not-charged'],
    ['429', { status: 429, text: '' }, 'not-charged'],
    [
      'an invalid token, by its message only',
      { status: 400, text: '{"errors":[{"code":"PMT-4000","message":"Token is invalid."}]}' },
      'declined',
    ],
    [
      'declined, but the reversal failed',
      { status: 400, text: '{"errors":[{"code":"PMT-2000"},{"code":"PMT-1000"}]}' },
      'unknown',
    ],
    ['a decline with 500', { ...error('PMT-5000'), status: 500 }, 'unknown'],
    ['an error with 200', { ...error('PMT-4000'), status: 200 }, 'unknown'],
    ['a redirect', { status: 307, text: '' }, 'unknown'],
    ['500 with HTML', { status: 500, text: '<html>' }, 'unknown'],
    ['200 with half a body', { status: 200, text: '{"id": "E' }, 'unknown'],
    ['200 with an empty body', { status: 200, text: '' }, 'unknown'],
  ])('%s', (_, answer, verdict) => {
    expect(judgeCharge(answer, 70_000).kind).toBe(verdict)
  })

  test('only a failed connection proves that nothing was sent', async () => {
    const refused = await fetch('http://127.0.0.1:49151').catch((error: unknown) => error)
    expect(provesNothingSent(refused)).toBe(true)
    expect(provesNothingSent(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBe(false)
    expect(provesNothingSent(AbortSignal.abort().reason)).toBe(false)
  })
})
