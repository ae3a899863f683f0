import { expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'

test.each([
  ["You'll be done around 1:30~PM Eastern."],
  ['8:00~AM to 12:30~PM Eastern'],
  ['sign the waiver, pay $4,300.00 by Fri,~May~21'],
  ['Thursday, June~10, 2027'],
  ['Mon, May~3,~2027. Deposit: $700.00 paid by card.'],
  ['May~12,~2027, 12:10~PM Eastern'],
  ['100 Sample Street, Arcadia, FL~34266'],
  ['Visa ending~in~1111, R-B3'],
  ['May 2027 was calm.'],
])('no line ends within the units of %o', (marked) => {
  expect(unbroken(marked.replaceAll('~', ' ')).replaceAll('\u00a0', '~')).toBe(marked)
})
