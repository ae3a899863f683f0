import { expect, test } from 'vitest'
import { readToken } from './use-emailed-link.ts'

test('a token is read as we write it, as we used to, and with what a filter added', () => {
  for (const hash of [
    '#a-b_c',
    '#token=a-b_c',
    '#token%3Da-b_c',
    '#a-b_c?utm_source=mail',
    '#token=a-b_c&date=2027-05-20',
  ])
    expect(readToken(hash)).toBe('a-b_c')
  for (const hash of ['#token=', '#', '']) expect(readToken(hash)).toBeUndefined()
})
