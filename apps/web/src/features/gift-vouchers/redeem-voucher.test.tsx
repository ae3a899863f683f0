import { Booking } from '@arcadia/contract/bookings'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BOOKING_ON_THE_WIRE } from '../../testing/a-booking.ts'
import { answerWith, show } from '../../testing/show.tsx'
import { RedeemVoucher } from './redeem-voucher.tsx'

test('a voucher code that could not be sent stays typed, with advice', async () => {
  answerWith({})
  show(<RedeemVoucher booking={Booking.parse(BOOKING_ON_THE_WIRE)} />)
  fireEvent.click(screen.getByRole('button', { name: 'Use a gift voucher' }))
  const code = screen.getByLabelText<HTMLInputElement>('Gift voucher code')
  fireEvent.change(code, { target: { value: 'WXYZ-2345-ABCD-6789' } })
  fireEvent.click(screen.getByRole('button', { name: /^Pay with the voucher/ }))
  expect(await screen.findByText('Failed to use the gift voucher. Please try again in a moment.')).toBeDefined()
  expect(code.value).toBe('WXYZ-2345-ABCD-6789')
})
