import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EnquiryDialog } from './enquiry-dialog.tsx'

const TYPED = {
  'First Name': 'Grace',
  'Last Name': 'Hopper',
  'Email Address': 'grace@example.com',
  'Phone Number': '+1 863 555 0142',
  Country: 'Other',
}
const SENT = {
  id: 1,
  firstName: 'Grace',
  lastName: 'Hopper',
  fullName: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '+1 863 555 0142',
  country: 'Other',
  message: null,
  status: 'NEW',
  createdAt: '2099-01-01T00:00:00.000Z',
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json(SENT, { status: 201 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the thanks for an enquiry stand for three seconds, then the dialog closes', async () => {
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EnquiryDialog onClose={onClose} />
    </QueryClientProvider>,
  )
  for (const [label, value] of Object.entries(TYPED))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: /^Send Enquiry/ }))
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('heading', { name: 'Enquiry Sent!' })).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2990))
  expect(onClose).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(onClose).toHaveBeenCalledOnce()
})
