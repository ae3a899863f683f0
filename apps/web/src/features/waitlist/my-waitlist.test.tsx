import type { Session } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Dialogs, DialogsContext } from '../../dialogs.ts'
import { customerSession } from '../../session/session.tsx'
import { answerWith, broken, show, textOf } from '../../testing/show.tsx'
import { MyWaitlist } from './my-waitlist.tsx'

const ENTRY = { id: 1, selectedDate: '2099-06-10', numberOfGuests: 2, createdAt: '2099-01-01T00:00:00.000Z' }
const OFFER = {
  holdId: '0b9ba6a8-5b0c-4ea5-8f5c-0d0a4c0f6f5e',
  expiresAt: '2099-06-01T12:00:00.000Z',
  holdDurationMinutes: 30,
  selectedDate: ENTRY.selectedDate,
  numberOfGuests: 1,
  depositPerGuest: 350,
  standardPackagePrice: 1500,
  trophyPackagePrice: 2500,
  isOffer: true,
}

beforeEach(() => customerSession.signIn({ token: 'token', user: { id: 1 } } as Session))
afterEach(() => customerSession.signOut())

test('a waitlist that fails to load does not look empty, and can be retried', async () => {
  let answer = broken
  answerWith({ 'GET /api/waitlist': () => answer() })
  show(<MyWaitlist />)
  expect((await screen.findByRole('alert')).textContent).toContain("We couldn't load your waitlist.")
  answer = () => Response.json([{ ...ENTRY, offer: null, lapsedAt: null }])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole('listitem')).textContent).toContain('Waiting for 2 spots.')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a link to someone else’s offer opens nothing, even with an own offer waiting', async () => {
  answerWith({
    'GET /api/waitlist': () => Response.json([{ ...ENTRY, numberOfGuests: 1, offer: OFFER, lapsedAt: null }]),
  })
  const openBooking = vi.fn()
  show(
    <DialogsContext value={{ openBooking } as unknown as Dialogs}>
      <MyWaitlist />
    </DialogsContext>,
    addresses.bookings.offer.href({ entryId: 2 }),
  )
  await screen.findByText(/^That offer is over/)
  expect(screen.getByRole('button', { name: 'Book it' })).toBeDefined()
  expect(openBooking).not.toHaveBeenCalled()
})

test('an offer that ran out claims nothing of others, and leads to its date and number, which may be open', async () => {
  const lapsed = { ...ENTRY, numberOfGuests: 1, offer: null, lapsedAt: '2099-05-12T15:35:00.000Z' }
  answerWith({ 'GET /api/waitlist': () => Response.json([lapsed]) })
  const openBooking = vi.fn()
  show(
    <DialogsContext value={{ openBooking } as unknown as Dialogs}>
      <MyWaitlist />
    </DialogsContext>,
  )
  expect(textOf(await screen.findByRole('status'))).toBe(
    'Your hold ran out Tue, May 12, 11:35 AM Eastern. If the spot is still open, you can book it.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'See that date' }))
  expect(openBooking).toHaveBeenCalledWith({ date: ENTRY.selectedDate, numberOfGuests: 1 })
})

test('an offer that ran out promises nothing once its day has come', async () => {
  const lapsed = { ...ENTRY, selectedDate: '2020-06-10', offer: null, lapsedAt: '2020-06-10T01:00:00.000Z' }
  answerWith({ 'GET /api/waitlist': () => Response.json([lapsed]) })
  show(<MyWaitlist />)
  expect(textOf(await screen.findByRole('status'))).toBe('Your hold ran out Tue, Jun 9, 9:00 PM Eastern.')
  expect(screen.queryByRole('button')).toBeNull()
})
