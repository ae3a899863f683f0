import { NewEnquiry } from '@arcadia/contract/enquiries'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../api.ts'
import { problemsOf } from './enquiries.queries.ts'

test('what the browser lets through and the contract does not is said at its field, one sentence each', () => {
  const { error } = z.safeEncode(NewEnquiry, {
    firstName: ' ',
    lastName: 'Reyes',
    email: 'ana@example',
    phone: '(863) 555-0142',
    country: 'US',
    message: null,
  })
  expect(problemsOf(error ?? null)).toEqual({
    firstName: 'First name is required',
    email: 'Please enter a valid email address',
  })
})

test('a refusal or a lost connection is no fault of a field', () => {
  expect(problemsOf(new ApiError('Not now', { status: 503, code: 'not-ready' }))).toEqual({})
  expect(problemsOf(null)).toEqual({})
})
