import { expect, test } from 'vitest'
import {
  demandsTls,
  isRefusedForGood,
  isServerAway,
  oneLine,
  unlinked,
  waitAfter,
  waitWhileAway,
  whyNotSent,
  withoutSecrets,
} from './mail-delivery.rules.ts'

test('retries are quick at first, then back off, for about a day', () => {
  const waits: number[] = []
  for (let wait = waitAfter(1); wait !== null; wait = waitAfter(waits.length + 1)) waits.push(wait)
  expect(waits[0]).toBe(10_000)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(26)
})

test('an unknown recipient is not retried; a full or busy server is', () => {
  const refused = (responseCode: number, command: string) =>
    isRefusedForGood(Object.assign(new Error('no'), { responseCode, command }))
  expect(refused(550, 'RCPT TO')).toBe(true)
  expect(refused(554, 'DATA')).toBe(true)
  expect(refused(451, 'RCPT TO')).toBe(false)
  // A wrong password for the mail server: the owner fixes it and the email goes out.
  expect(refused(535, 'AUTH PLAIN')).toBe(false)
  expect(isRefusedForGood(new Error('connect ECONNREFUSED'))).toBe(false)
})

test('what became of an email is said in words, and what there is to do', () => {
  const why = (about: object, isLast = false) => whyNotSent(Object.assign(new Error('550 5.1.1 no'), about), isLast)
  expect(why({ code: 'ECONNREFUSED' })).toMatch(/^Your mail server can't be reached\. We keep trying/)
  expect(why({ code: 'EAUTH', responseCode: 535 })).toMatch(/^Your mail server didn't accept its password\./)
  expect(why({ responseCode: 451, command: 'RCPT TO' })).toMatch(/^Your mail server asked us to try later\./)
  expect(why({ responseCode: 451, command: 'RCPT TO' }, true)).toMatch(/we stopped trying\. Send it again, or call\.$/)
  const sender = { responseCode: 550, command: 'MAIL FROM' }
  expect(why(sender)).toMatch(/refuses email from the address that the site sends from\. .*We keep trying\.$/)
  expect(why(sender, true)).toMatch(/refuses email from .*We stopped trying\.$/)
  expect(why({ responseCode: 502, command: 'EHLO' })).toMatch(/refuses what the site asks of it\./)
  expect(why({ responseCode: 550, command: 'RCPT TO' })).toMatch(/this address can't get email\. Correct the address/)
  expect(why({ responseCode: 554, command: 'DATA' })).toMatch(/turned this email down/)
  expect(why({})).toMatch(/^We couldn't write this email\./)
})

test('a server that takes nothing is told apart from one that refuses an email, and asked every five minutes', () => {
  const failed = (about: object) => isServerAway(Object.assign(new Error('no'), about))
  expect(failed({ code: 'ESOCKET' })).toBe(true)
  expect(failed({ code: 'EAUTH', responseCode: 535 })).toBe(true)
  expect(failed({ code: 'EENVELOPE', responseCode: 421 })).toBe(true)
  expect(failed({ code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' })).toBe(false)
  expect(failed({})).toBe(false)
  expect([1, 4, 5, 30, 900].map(waitWhileAway)).toEqual([10_000, 120_000, 300_000, 300_000, 300_000])
})

test('user input stays on one line', () => {
  expect(oneLine(' Ana\r\nBcc: everyone@example.com\u2028\0x ')).toBe('Ana Bcc: everyone@example.com x')
})

test.each([
  ['Visit https://evil.example/win?a=b', 'Visit https: //evil. example/win?a=b'],
  ['www.evil.x, WWW.evil.x', 'www. evil.x, WWW. evil.x'],
  ['evil.co/win and a.b.museum', 'evil. co/win and a.b. museum'],
  ['evil\u3002com 例え.テスト', 'evil\u3002 com 例え. テスト'],
  ['mailto:a@evil.example', 'mailto: a@evil. example'],
  ['St.John', 'St. John'],
  ['J.R. St. John, M.D.', 'J.R. St. John, M.D.'],
  ['Two of us: at 8:30, or 10.30? $4.50 is fine. Thanks...', 'Two of us: at 8:30, or 10.30? $4.50 is fine. Thanks...'],
])('%j holds no link for a mail program: %j', (typed, read) => {
  expect(unlinked(typed)).toBe(read)
})

test("kept texts contain only the end of a gift voucher's code", () => {
  expect(withoutSecrets('Code: ABCD-2345-WXYZ-6789\nConfirmation: JB-00000001')).toBe(
    'Code: •••• 6789\nConfirmation: JB-00000001',
  )
})

test('kept texts contain no working links: a link is cut at its #', () => {
  const text =
    'Set a password: https://arcadia.example/reset-password#token=abc-123_x\nOr call #1. http://a.example/#season, then.'
  expect(withoutSecrets(text)).toBe(
    'Set a password: https://arcadia.example/reset-password\nOr call #1. http://a.example/ then.',
  )
})

test('a mail server elsewhere has to encrypt, unless the address says that it need not', () => {
  for (const url of ['smtp://u:p@mail.example.com:587', 'smtp://10.0.0.5', 'smtp://mail'])
    expect(demandsTls(url), url).toBe(true)
  for (const url of [
    'smtps://u:p@mail.example.com',
    'smtp://localhost:25',
    'smtp://127.0.0.1:1025',
    'smtp://mail:25?requireTLS=false',
  ])
    expect(demandsTls(url), url).toBe(false)
})
