import { expect, test } from 'vitest'
import { openOver } from './dialog-stack.ts'

const booking = { name: 'booking', options: {} } as const
const signIn = { name: 'sign-in', options: {} } as const
const signUp = { name: 'sign-up', options: {} } as const

test('signing in over a booking keeps the booking below', () => {
  expect(openOver([booking], signIn)).toEqual([booking, signIn])
})

test('sign-in and sign-up replace each other', () => {
  expect(openOver([booking, signIn], signUp)).toEqual([booking, signUp])
  expect(openOver([signUp], signIn)).toEqual([signIn])
})

test('an open dialog is not opened twice', () => {
  const trophy = { name: 'booking', options: { packageType: 'TROPHY' } } as const
  expect(openOver([booking], trophy)).toEqual([trophy])
})
