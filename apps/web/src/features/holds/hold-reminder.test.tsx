import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DialogsContext } from '../../dialogs.ts'
import { HoldReminder } from './hold-reminder.tsx'

const DATE = '2099-06-10'
const HOLD = {
  holdId: 'b1f6a6f0-7c53-4c1f-9f0a-2f6f0d6c2f11',
  expiresAt: '2099-06-01T12:00:00.000Z',
  holdDurationMinutes: 5,
  selectedDate: DATE,
  numberOfGuests: 2,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  isOffer: false,
}
let hold: typeof HOLD | null
let client: QueryClient

beforeEach(() => {
  hold = HOLD
  client = new QueryClient()
  vi.stubGlobal('fetch', async () => Response.json({ hold, attempt: null, booking: null }))
})
afterEach(() => {
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
})

function show() {
  const nothing = () => {}
  const dialogs = {
    openBooking: nothing,
    openSignIn: nothing,
    openSignUp: nothing,
    openEnquiry: nothing,
    openAccount: nothing,
  }
  render(
    <DialogsContext value={dialogs}>
      <QueryClientProvider client={client}>
        <HoldReminder madeHere={null} />
      </QueryClientProvider>
    </DialogsContext>,
  )
}
function lookAgain() {
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
}
const reminder = () => screen.queryByRole('region', { name: 'Your date is held' })

test('any tab offers to continue with the date that this customer holds, also one that was there before', async () => {
  hold = null
  show()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(reminder()).toBeNull()
  hold = HOLD
  lookAgain()
  await waitFor(() => expect(reminder()?.textContent).toContain('Holding Wed, Jun 10 for you'))
})

test('closed, it stays away for this hold, not for the next one', async () => {
  show()
  fireEvent.click(await screen.findByLabelText('Close'))
  expect(reminder()).toBeNull()
  hold = { ...HOLD, holdId: 'b1f6a6f0-7c53-4c1f-9f0a-2f6f0d6c2f12', selectedDate: '2099-06-11' }
  lookAgain()
  await waitFor(() => expect(reminder()?.textContent).toContain('Holding Thu, Jun 11 for you'))
})

test('an offer of the waitlist is shown elsewhere', async () => {
  hold = { ...HOLD, isOffer: true }
  show()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(reminder()).toBeNull()
})

test('a hold paid for in another tab is no longer offered', async () => {
  show()
  await waitFor(() => expect(reminder()).not.toBeNull())
  hold = null
  lookAgain()
  await waitFor(() => expect(reminder()).toBeNull())
})
