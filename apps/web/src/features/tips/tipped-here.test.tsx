import type { PaidTip } from '@arcadia/contract/tips'
import { expect, test } from 'vitest'
import { rememberTip, tippedHere } from './tipped-here.ts'

test('a device knows each tip that it paid once, and no other trip', () => {
  const tip = { id: 1, amount: 500_00, status: 'CAPTURED', receiptUrl: 'https://a.example/receipts/1#t' } as PaidTip
  rememberTip('7-x', tip)
  rememberTip('7-x', tip)
  rememberTip('7-x', { ...tip, amount: 20_00, receiptUrl: 'https://a.example/receipts/2#t' })
  expect(tippedHere('https://a.example/tip/7#7-x').map(({ amount }) => amount)).toEqual([500_00, 20_00])
  expect(tippedHere('https://a.example/tip/8#8-x')).toEqual([])
})
