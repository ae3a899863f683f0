import type { Booking } from '@arcadia/contract/bookings'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { RescheduleEligibility } from './reschedule-eligibility.tsx'

const BOOKING = { id: 1, numberOfGuests: 2 } as Booking

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const goTo = vi.fn()
  const rest = { booking: BOOKING, movedDay: undefined, onDepositBack: () => {}, onClose: () => {} }
  render(
    <QueryClientProvider client={client}>
      <RescheduleEligibility {...rest} oldDate="2027-07-01" goTo={goTo} />
    </QueryClientProvider>,
  )
  return { client, goTo }
}

test('too late to move: shows the reason, the days left, and only Close', async () => {
  customerSession.signIn({ token: 'token', user: {} } as Parameters<typeof customerSession.signIn>[0])
  const message = 'A booking can be moved until 2 days before the trip. Please call us.'
  vi.stubGlobal('fetch', async () => Response.json({ canReschedule: false, message, daysUntilBooking: 1 }))
  open()
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByText('Days until the trip').parentElement?.textContent).toContain('1')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
})

test('a failed eligibility check shows an error and can be retried', async () => {
  customerSession.signIn({ token: 'token', user: {} } as Parameters<typeof customerSession.signIn>[0])
  const answer = { canReschedule: true, message: 'It can be moved.', daysUntilBooking: 30 }
  const ask = vi
    .fn()
    .mockResolvedValueOnce(new Response('x', { status: 500 }))
    .mockResolvedValueOnce(Response.json(answer))
  vi.stubGlobal('fetch', ask)
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load reschedule information')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Choose a new date' })).toBeDefined()
})

test('while eligibility is refetched, the earlier answer still works', async () => {
  customerSession.signIn({ token: 'token', user: {} } as Parameters<typeof customerSession.signIn>[0])
  const answer = { canReschedule: true, message: 'It can be moved.', daysUntilBooking: 30 }
  const ask = vi
    .fn()
    .mockResolvedValueOnce(Response.json(answer))
    .mockReturnValue(new Promise(() => {}))
  vi.stubGlobal('fetch', ask)
  const { client, goTo } = open()
  const goOn = await screen.findByRole('button', { name: 'Choose a new date' })
  // The page refetches everything whenever its stream reports a change.
  void client.invalidateQueries()
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  await userEvent.click(goOn)
  expect(goTo).toHaveBeenCalledWith('New Date')
})
