import { errors } from '@arcadia/contract/catalog'
import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { tryAgain } from './limit-words.ts'

test('a limit says when it ends', () => {
  expect([2, 30, 31, 60, 61, 15 * 60, 3600, 90 * 60, 91 * 60, 20 * 3600].map(tryAgain)).toEqual([
    'Please try again in a few seconds.',
    'Please try again in a few seconds.',
    'Please try again in a minute.',
    'Please try again in a minute.',
    'Please try again in 2 minutes.',
    'Please try again in 15 minutes.',
    'Please try again in 60 minutes.',
    'Please try again in 90 minutes.',
    'Please try again in 2 hours.',
    'Please try again in 20 hours.',
  ])
})

test('every refusal for coming too often says it, and none has a time of its own', () => {
  for (const [code, { status, message }] of Object.entries(errors)) {
    if (status !== 429) continue
    expect(message, code).not.toMatch(/moment|minute|hour|wait/)
    const refusal = new AppError(code as 'too-many-requests', { retryAfterSeconds: 14 * 60 + 5 })
    expect(refusal.message, code).toBe(`${message} Please try again in 15 minutes.`)
  }
})
