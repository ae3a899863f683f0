import type { Booking } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { RescheduleEligibility } from './reschedule-eligibility.tsx'

const BOOKING = { id: 1, numberOfGuests: 2 } as Booking

function open(date: TripDate | null = null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const goTo = vi.fn()
  const rest = { booking: BOOKING, movedDay: undefined, onDepositBack: () => {}, onClose: () => {} }
  render(
    <QueryClientProvider client={client}>
      <RescheduleEligibility {...rest} oldDate="2027-07-01" date={date} goTo={goTo} />
    </QueryClientProvider>,
  )
  return { goTo }
}

test('too late to move: shows the reason, the trip, and only Close', async () => {
  customerSession.signIn({ token: 'token', user: {} } as Parameters<typeof customerSession.signIn>[0])
  const message = 'A booking can be moved until 2 days before the trip. Please call us.'
  vi.stubGlobal('fetch', async () => Response.json({ canReschedule: false, message, daysUntilBooking: 1 }))
  open()
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByText('Your trip: Thursday, July 1, 2027, 2 anglers.')).toBeDefined()
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
  const { goTo } = open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load reschedule information')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('New Date'))
})

test('a booking that can be moved goes straight to the calendar, but after a refused move to its reason', async () => {
  customerSession.signIn({ token: 'token', user: {} } as Parameters<typeof customerSession.signIn>[0])
  const answer = { canReschedule: true, message: 'It can be moved.', daysUntilBooking: 30 }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const first = open()
  await waitFor(() => expect(first.goTo).toHaveBeenCalledWith('New Date'))
  cleanup()
  const again = open('2027-07-02')
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a new date' }))
  expect(again.goTo).toHaveBeenCalledTimes(1)
})
