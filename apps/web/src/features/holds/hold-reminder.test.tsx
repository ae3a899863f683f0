import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DialogsContext } from '../../dialogs.ts'
import { keepDraft, readDraft } from '../booking-dialog/booking-draft.ts'
import type { BookingDraft } from '../booking-dialog/booking-wizard.ts'
import { newDetails } from '../booking-dialog/trip-details.ts'
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
const DRAFT: BookingDraft = { userId: 7, selectedDate: DATE, details: newDetails(), paying: null, madeHere: null }

let hold: typeof HOLD | null
let client: QueryClient

beforeEach(() => {
  hold = HOLD
  client = new QueryClient()
  vi.stubGlobal('fetch', async () => Response.json({ hold, attempt: null, booking: null }))
})
afterEach(() => {
  sessionStorage.clear()
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
        <HoldReminder kept={readDraft(7)} />
      </QueryClientProvider>
    </DialogsContext>,
  )
}
const reminder = () => screen.queryByRole('region', { name: 'Your date is held' })

test('a reloaded tab offers to continue with the date it holds', async () => {
  keepDraft(DRAFT)
  show()
  await waitFor(() => expect(reminder()).not.toBeNull())
})

test.each([
  ['no booking of its own', null],
  ['a booking of another date', { ...DRAFT, selectedDate: '2099-06-11' }],
  ["somebody else's booking", { ...DRAFT, userId: 8 }],
])('a tab with %s ignores what another tab holds', async (_, draft) => {
  keepDraft(draft)
  show()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(reminder()).toBeNull()
})

test('a hold paid for in another tab is no longer offered', async () => {
  keepDraft(DRAFT)
  show()
  await waitFor(() => expect(reminder()).not.toBeNull())
  hold = null
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
  await waitFor(() => expect(reminder()).toBeNull())
})
