import type { Booking } from '@arcadia/contract/bookings'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, textOf } from '../../testing/show.tsx'
import { ConfirmStep } from './confirm-step.tsx'

test.each([
  [{ paidAmount: 70_000, voucherAmount: 0 }, 'what you paid'],
  [{ paidAmount: 70_000, voucherAmount: 20_000 }, 'what you paid'],
  [{ paidAmount: 70_000, voucherAmount: 70_000 }, 'your gift'],
  [{ paidAmount: 0, voucherAmount: 0 }, 'what you paid'],
])('of %o goes with a new date: %s', (paid, goes) => {
  const group = { packageType: 'TROPHY', numberOfGuests: 2, riders: 0, privateMorning: null }
  const booking = {
    ...paid,
    ...group,
    confirmationNumber: 'JB-1',
    email: 'ada@example.com',
    selectedDate: '2099-06-09',
  }
  show(<ConfirmStep booking={{ ...booking, pendingAmount: 430_000 } as unknown as Booking} onClose={() => {}} />)
  expect(textOf(screen.getByText(/^Plans change/))).toContain(`and ${goes} goes with it.`)
})
