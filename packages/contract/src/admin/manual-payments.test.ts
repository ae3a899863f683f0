import { expect, test } from 'vitest'
import { readCheckNote } from './manual-payments.ts'

test.each([
  ['2210', '2210', null],
  ['88', '88', null],
  ['Check 88', '88', null],
  ['check no. 1041', '1041', null],
  ['No. 1204', '1204', null],
  ['#7', '7', null],
  ['Check # 00501, from Sue', '00501', 'from Sue'],
  ['From 2 brothers, ck 4411', '4411', 'From 2 brothers'],
  ['Robin, 7731', '7731', 'Robin'],
  ['For 2 of us', null, 'For 2 of us'],
  ['From Sue', null, 'From Sue'],
  ['No note', null, 'No note'],
  [null, null, null],
])('%j beside a check is number %j and note %j', (typed, checkNumber, note) => {
  expect(readCheckNote(typed)).toEqual({ checkNumber, note })
})
