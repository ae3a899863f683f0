import { usernameFor } from '@arcadia/contract/newcomers'
import { describe, expect, test } from 'vitest'
import { chooseOrigin, type Failures, refusePassword, secondsToWait } from './accounts.rules.ts'

describe('a new password', () => {
  const ana = { username: 'ana.reyes', email: 'Ana@example.com', role: 'USER' as const }
  const rules = { minLength: 6, isCommon: (password: string) => password === 'qwerty' }
  const refusal = (password: string, account: Parameters<typeof refusePassword>[1] = ana, minLength = 6) =>
    refusePassword(password, account, { ...rules, minLength })

  test('needs six characters for a customer', () => {
    expect(refusal('tarpon')).toBeUndefined()
    expect(refusal('perch')).toBe('Password must be at least 6 characters long')
  })

  test('must be as long as the setting requires', () => {
    expect(refusal('tarpon-12', ana, 10)).toBe('Password must be at least 10 characters long')
    expect(refusal('tarpon-123', ana, 10)).toBeUndefined()
  })

  test('needs 12 characters for an admin, or more if the setting requires it', () => {
    const admin = { ...ana, role: 'ADMIN' as const }
    expect(refusal('tarpon-1234', admin)).toBe('Password must be at least 12 characters long')
    expect(refusal('tarpon-12345', admin)).toBeUndefined()
    expect(refusal('tarpon-12345', admin, 14)).toBe('Password must be at least 14 characters long')
  })

  test('cannot be the username or the address, in any case', () => {
    expect(refusal('ANA.reyes')).toBe('The password cannot be the same as the username.')
    expect(refusal('ana@EXAMPLE.com')).toBe('The password cannot be the same as the email address.')
  })

  test('cannot be a common password, in any case', () => {
    expect(refusal('QwErTy')).toMatch(/too easy to guess/)
  })

  test('cannot be a word from this site with digits or signs around it', () => {
    for (const easy of ['Arcadia2027!', 'trophy-fishing', '1 Outfitter'])
      expect(refusal(easy)).toMatch(/too easy to guess/)
    expect(refusal('arcadia-at-dawn')).toBeUndefined()
  })
})

describe('how long to wait after wrong passwords', () => {
  const now = new Date('2026-05-18T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const none: Failures = { recent: 0, oldestRecentAt: null, today: 0, oldestTodayAt: null }

  test('nine in 15 minutes: no wait', () => {
    expect(secondsToWait({ ...none, recent: 9, oldestRecentAt: minutesAgo(14) }, now)).toBe(0)
  })

  test('after ten, wait until the oldest is 15 minutes old', () => {
    expect(secondsToWait({ ...none, recent: 10, oldestRecentAt: minutesAgo(10) }, now)).toBe(5 * 60)
  })

  test('after a hundred in a day, wait until the oldest is a day old', () => {
    expect(secondsToWait({ ...none, today: 99, oldestTodayAt: minutesAgo(60) }, now)).toBe(0)
    expect(secondsToWait({ ...none, today: 100, oldestTodayAt: minutesAgo(60) }, now)).toBe(23 * 3600)
  })
})

describe('whose failures count', () => {
  const origins = { browser: 'browser:b', network: 'network:n', isMarked: true }

  test('a browser that signed in before is counted separately', () => {
    expect(chooseOrigin(origins, ['network:n', 'browser:b'])).toEqual({ origin: 'browser:b', isKnown: true })
  })

  test('an unknown browser is counted with its network if that signed in before', () => {
    expect(chooseOrigin(origins, ['network:n'])).toEqual({ origin: 'network:n', isKnown: true })
  })

  test('everyone else is counted by network, as a stranger', () => {
    expect(chooseOrigin(origins, [])).toEqual({ origin: 'network:n', isKnown: false })
  })
})

test.each([
  ['rosa.diaz@example.com', '', 'rosa.diaz'],
  ['jo@example.com', '', 'angler.jo'],
  ['jo@example.com', '12345', 'angler.jo.12345'],
  ["jörg.o'hara+trip@example.com", '', 'jorg.o.hara.trip'],
  ['я@example.com', '', 'angler..'],
])('%s without a username gets a valid one', (email, suffix, username) => {
  expect(usernameFor(email, suffix)).toBe(username)
})
