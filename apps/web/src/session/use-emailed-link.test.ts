import { expect, test } from 'vitest'
import { readLink } from './use-emailed-link.ts'

test('the token of an emailed link follows the number sign, then the chosen date', () => {
  expect(readLink('#token=a-b_c')).toEqual({ token: 'a-b_c', date: undefined })
  expect(readLink('#token=a-b_c&date=2027-05-20')).toEqual({ token: 'a-b_c', date: '2027-05-20' })
  expect(readLink('#token=a-b_c&date=tomorrow')).toEqual({ token: 'a-b_c', date: undefined })
  for (const hash of ['#token=', '#pricing', '']) expect(readLink(hash)).toBeNull()
})
