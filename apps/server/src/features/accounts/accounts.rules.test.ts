import { usernameFor } from '@arcadia/contract/newcomers'
import { describe, expect, test } from 'vitest'
import { chooseOrigin, type Failures, refusePassword, secondsToWait } from './accounts.rules.ts'

describe('a new password', () => {
  const ana = { username: 'ana.reyes', email: 'Ana@example.com', role: 'USER' as const }
  const rules = { minLength: 6, isCommon: (password: string) => password === 'qwerty' }
  const refusal = (password: string, account: Parameters<typeof refusePassword>[1] = ana, minLength = 6) =>
    refusePassword(password, account, { ...rules, minLength })

  test('of six characters is enough for a customer', () => {
    expect(refusal('tarpon')).toBeUndefined()
    expect(refusal('perch')).toBe('Password must be at least 6 characters long')
  })

  test('has to be as long as the settings ask', () => {
    expect(refusal('tarpon-12', ana, 10)).toBe('Password must be at least 10 characters long')
    expect(refusal('tarpon-123', ana, 10)).toBeUndefined()
  })

  test('of an admin has at least 12 characters, or more where the settings ask for it', () => {
    const admin = { ...ana, role: 'ADMIN' as const }
    expect(refusal('tarpon-1234', admin)).toBe('Password must be at least 12 characters long')
    expect(refusal('tarpon-12345', admin)).toBeUndefined()
    expect(refusal('tarpon-12345', admin, 14)).toBe('Password must be at least 14 characters long')
  })

  test('is not the username or the address, in whatever case', () => {
    expect(refusal('ANA.reyes')).toBe('The password cannot be the same as the username.')
    expect(refusal('ana@EXAMPLE.com')).toBe('The password cannot be the same as the email address.')
  })

  test('is not one of the commonest, in whatever case', () => {
    expect(refusal('QwErTy')).toMatch(/too easy to guess/)
  })

  test('is not a word of this place, whatever digits and signs are around it', () => {
    for (const easy of ['Arcadia2027!', 'trophy-fishing', '1 Outfitter'])
      expect(refusal(easy)).toMatch(/too easy to guess/)
    expect(refusal('arcadia-at-dawn')).toBeUndefined()
  })
})

describe('how long to wait after wrong passwords', () => {
  const now = new Date('2026-05-18T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const none: Failures = { recent: 0, oldestRecentAt: null, today: 0, oldestTodayAt: null }

  test('nine in a quarter of an hour are forgiven', () => {
    expect(secondsToWait({ ...none, recent: 9, oldestRecentAt: minutesAgo(14) }, now)).toBe(0)
  })

  test('after ten the oldest has to be a quarter of an hour old', () => {
    expect(secondsToWait({ ...none, recent: 10, oldestRecentAt: minutesAgo(10) }, now)).toBe(5 * 60)
  })

  test('after a hundred in a day the oldest has to be a day old', () => {
    expect(secondsToWait({ ...none, today: 99, oldestTodayAt: minutesAgo(60) }, now)).toBe(0)
    expect(secondsToWait({ ...none, today: 100, oldestTodayAt: minutesAgo(60) }, now)).toBe(23 * 3600)
  })
})

describe('whose failures count', () => {
  const origins = { browser: 'browser:b', network: 'network:n' }

  test('those of a browser that signed in before are counted for itself', () => {
    expect(chooseOrigin(origins, ['network:n', 'browser:b'])).toEqual({ origin: 'browser:b', isKnown: true })
  })

  test('a network that signed in before stands in for a browser that did not', () => {
    expect(chooseOrigin(origins, ['network:n'])).toEqual({ origin: 'network:n', isKnown: true })
  })

  test('everybody else is counted by network, among the strangers', () => {
    expect(chooseOrigin(origins, [])).toEqual({ origin: 'network:n', isKnown: false })
  })
})

test.each([
  ['rosa.diaz@example.com', '', 'rosa.diaz'],
  ['jo@example.com', '', 'angler.jo'],
  ['jo@example.com', '12345', 'angler.jo.12345'],
  ["jörg.o'hara+trip@example.com", '', 'jorg.o.hara.trip'],
  ['я@example.com', '', 'angler..'],
])('whoever has %s and no username is called something that one may be called', (email, suffix, username) => {
  expect(usernameFor(email, suffix)).toBe(username)
})
