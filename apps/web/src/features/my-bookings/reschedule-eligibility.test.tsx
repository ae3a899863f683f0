import type { Booking } from '@arcadia/contract/bookings'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { RescheduleEligibility } from './reschedule-eligibility.tsx'

const BOOKING = { id: 1, numberOfGuests: 2 } as Booking

test('while it is asked again whether a booking can move, one can go on with the answer there is', async () => {
  customerSession.signIn({ token: 'token', user: {} } as Parameters<typeof customerSession.signIn>[0])
  const answer = { canReschedule: true, message: 'It can be moved.', daysUntilBooking: 30 }
  const ask = vi
    .fn()
    .mockResolvedValueOnce(Response.json(answer))
    .mockReturnValue(new Promise(() => {}))
  vi.stubGlobal('fetch', ask)
  const client = new QueryClient()
  const goTo = vi.fn()
  const rest = { booking: BOOKING, movedDay: undefined, onDepositBack: () => {}, onClose: () => {} }
  render(
    <QueryClientProvider client={client}>
      <RescheduleEligibility {...rest} oldDate="2027-07-01" goTo={goTo} />
    </QueryClientProvider>,
  )
  const goOn = await screen.findByRole('button', { name: 'Choose a new date' })
  // The page reads everything anew whenever its stream says that something changed.
  void client.invalidateQueries()
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  await userEvent.click(goOn)
  expect(goTo).toHaveBeenCalledWith('New Date')
})
