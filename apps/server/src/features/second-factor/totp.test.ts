import { expect, test } from 'vitest'
import { findStep, stepAt, toBase32, totp } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238, appendix B: second %i, the last six digits', (second, code) => {
  expect(totp(secret, stepAt(new Date(second * 1000)))).toBe(code)
})

test('a code is valid for its step, the one before and the one after', () => {
  const at = (second: number) => findStep(secret, '287082', new Date(second * 1000))
  expect([0, 29, 30, 59, 60, 89].map(at)).toEqual(Array(6).fill(1))
  expect(at(90)).toBeUndefined()
})

test('RFC 4648: base32', () => {
  expect(toBase32(Buffer.from('fooba'))).toBe('MZXW6YTB')
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
