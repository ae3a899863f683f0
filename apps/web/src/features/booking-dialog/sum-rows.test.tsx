import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SummaryList } from '../../ui/summary-list.tsx'
import type { TypedVoucher } from '../gift-vouchers/voucher-field.tsx'
import { dueRows } from './sum-rows.tsx'
import { lessVoucher } from './wizard-state.ts'

function pay(total: number, covered: number, left?: number) {
  const voucher = { typed: 'WXYZ-2345-ABCD-6789', left } as TypedVoucher
  const sum = lessVoucher({ total, deposit: 70000 }, covered)
  render(<SummaryList rows={dueRows(sum, voucher)} />)
}

test('a gift that is worth more than the trip says what stays on it', () => {
  pay(250000, 250000, 500000)
  expect(screen.getByText('stays on it', { exact: false }).textContent).toBe('$2,500.00 stays on it')
})

test('nothing is said to stay on one that is used up, or whose rest is not known', () => {
  pay(250000, 50000, 50000)
  pay(250000, 250000)
  expect(screen.queryByText('stays on it', { exact: false })).toBeNull()
})
