import { expect, test } from 'vitest'
import { ApiError } from '../api/call.ts'
import { readFormFailure } from './form-failure.ts'

const isField = (name: string) => ['username', 'email'].includes(name)
const refusal = (details?: { path: string; message: string }[]) =>
  new ApiError('That username is already taken.', { status: 409, code: 'username-taken', details })

test('the server’s message about a field shows at the field, the first one of each', () => {
  const failure = refusal([
    { path: 'username', message: 'Taken.' },
    { path: 'username', message: 'And too long.' },
  ])
  expect(readFormFailure(failure, isField)).toEqual({ fields: { username: 'Taken.' } })
})

test('a message about anything else shows above the form', () => {
  const message = 'That username is already taken.'
  expect(readFormFailure(refusal(), isField)).toEqual({ message, fields: {} })
  expect(readFormFailure(refusal([{ path: 'role', message: 'Unknown.' }]), isField)).toEqual({ message, fields: {} })
})

test('a bug of ours is not quoted', () => {
  expect(readFormFailure(new TypeError('x is undefined'), isField).message).toBe(
    'Something went wrong. Please try again.',
  )
})

test('without an answer it says to check the connection, in place of "Please try again."', () => {
  const lost = (message: string) => readFormFailure(new ApiError(message, { status: 0, code: 'no-answer' }), isField)
  for (const said of ['Login failed', 'Login failed. Please try again.'])
    expect(lost(said).message).toBe('Login failed. Check your connection and try again.')
  expect(lost('Payments not configured. Please try again later.').message).toMatch(/later\.$/)
})
