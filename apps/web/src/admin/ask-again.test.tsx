import { refundBooking } from '@arcadia/contract/refunds'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from '../api/call.ts'
import { answerWith, refused, showToAdmin } from '../testing/show.tsx'
import { AskAgain } from './ask-again.tsx'

vi.mock('../features/accounts/confirm-it-is-you-dialog.tsx', () => {
  throw new Error('connection reset')
})

test('a question whose file is lost says so over the page, and closed it lets the call fail', async () => {
  const sentence = "Please confirm that it's you."
  // React reports what the boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith({ 'POST /api/admin/bookings/7/refund': refused(403, sentence, 'confirm-it-is-you') })
  showToAdmin(<AskAgain />)
  const refund = call(refundBooking, { params: { id: 7 }, query: { amount: 100 } }, { idempotencyKey: 'key' })
  refund.catch(() => {})
  const lost = await screen.findByText("That didn't load")
  expect(lost.closest('.dlg-veil')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect(refund).rejects.toThrow(sentence)
  expect(screen.queryByText("That didn't load")).toBeNull()
})
