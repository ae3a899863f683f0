import { addressOf, portal } from '@arcadia/contract/addresses'
import { getAdminBooking } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdminAuthProvider, adminSession } from '../../session/session.tsx'
import { DETAILS_ON_THE_WIRE } from '../../testing/a-booking.ts'
import { ADMIN } from '../../testing/show.tsx'
import { Toaster } from '../../ui/toast.tsx'
import { useStatusChange } from './use-status-change.tsx'

const BOOKING: AdminBooking = {
  id: 7,
  selectedDate: '2099-06-10',
  numberOfGuests: 2,
  packageType: 'STANDARD',
  riders: 0,
  riderPrice: 150_00,
  tackle: 'DECIDE_LATER',
  privateMorning: null,
  firstName: 'Ada',
  lastName: 'Angler',
  email: 'ada@example.com',
  phone: '555-0100',
  addressLine1: null,
  city: null,
  state: null,
  totalAmount: 3000_00,
  depositAmount: 700_00,
  paidAmount: 700_00,
  cashAmount: 0,
  voucherAmount: 0,
  pendingAmount: 2300_00,
  forgivenAmount: 0,
  depositUntil: null,
  refundedAmount: 0,
  refundedToVouchers: 0,
  canceledAmount: 0,
  chargedBackAmount: 0,
  canceledByUs: false,
  wasCalledOff: false,
  refundableAmount: 700_00,
  refundableToVouchers: 0,
  endedVoucherAmount: 0,
  surplusAmount: 0,
  refundAskedAt: null,
  refundDeclined: null,
  status: 'CONFIRMED',
  outcome: 'ON',
  confirmationNumber: 'JB-00000007',
  paymentData: { metadata: { realmId: null } },
  paymentId: 'E1',
  refundInQuestion: 0,
  keptByHand: 0,
  toGiveBack: 0,
  createdAt: new Date('2099-01-01'),
  updatedAt: new Date('2099-01-01'),
}

const REFUNDED_TWICE: AdminBooking = {
  ...BOOKING,
  status: 'CANCELLED',
  refundedAmount: 1400_00,
  refundInQuestion: 700_00,
}

/** The requests sent, and the refund the server answers with. */
let asked: string[]
let answering: Promise<unknown>
let refund: { success: boolean; message: string } | undefined
let isConnected: boolean
/** What the server knows of the booking besides. */
let details: object
/** What can still go back after a cancellation. */
let left: number
let client: QueryClient

beforeEach(() => {
  asked = []
  refund = undefined
  isConnected = true
  details = {}
  left = 700
  adminSession.signIn(ADMIN)
  answering = Promise.resolve()
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (pathname.endsWith('/oauth/status'))
      return Response.json({ isConnected, realmId: '1', needsRefresh: false, message: '' })
    if (pathname === addressOf(getAdminBooking, { params: { id: 7 } }))
      return Response.json({ ...DETAILS_ON_THE_WIRE, ...details })
    const change = JSON.parse(String(body))
    asked.push(`?${new URLSearchParams(change)}`)
    await answering
    const dollars = {
      totalAmount: 3000,
      depositAmount: 700,
      paidAmount: 700,
      pendingAmount: 2300,
      refundableAmount: left,
    }
    return Response.json({ ...BOOKING, ...dollars, status: change.status, refund })
  })
  client = new QueryClient()
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <AdminAuthProvider>
          <Portal />
        </AdminAuthProvider>
        <Toaster />
      </QueryClientProvider>
    </MemoryRouter>,
  )
})
afterEach(() => vi.unstubAllGlobals())

function Portal() {
  const [tab, setTab] = useState('bookings')
  return (
    <>
      <button type="button" onClick={() => setTab('enquiries')}>
        Enquiries
      </button>
      {tab === 'bookings' && <Owner />}
      <output>{useLocation().search}</output>
    </>
  )
}

function Owner() {
  const { setStatus, refusal, dialog } = useStatusChange()
  return (
    <>
      {(['PENDING', 'COMPLETED', 'CANCELLED'] as const).map((to) => (
        <button key={to} type="button" onClick={() => setStatus(BOOKING, to)}>
          {to}
        </button>
      ))}
      <button type="button" onClick={() => setStatus(REFUNDED_TWICE, 'CONFIRMED')}>
        Confirm again
      </button>
      <p role="alert">{refusal.message}</p>
      {dialog}
    </>
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a change that emails nobody happens at once and is undone without an email', async () => {
  await press('PENDING')
  await screen.findByText("Ada Angler's booking is now pending.")
  await press('Undo')
  await screen.findByText("Ada Angler's booking is now confirmed.")
  expect(asked).toEqual(['?status=PENDING&from=CONFIRMED', '?status=CONFIRMED&from=PENDING&notify=false'])
})

test('a future trip is marked as completed only after asking, and can be undone', async () => {
  await press('COMPLETED')
  await screen.findByText(/that day hasn't come yet/)
  expect(asked).toEqual([])
  await press('Mark as completed')
  await screen.findByText("Ada Angler's booking is now completed.")
  // An earlier test's message may still show.
  await userEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!)
  await waitFor(() => expect(asked.at(-1)).toBe('?status=CONFIRMED&from=COMPLETED&notify=false'))
})

test('confirming a booking again asks about what went back last, yes by default', async () => {
  await press('Confirm again')
  const owes = await screen.findByRole('checkbox', { name: 'Ada still owes the $700.00 that was refunded' })
  expect((owes as HTMLInputElement).checked).toBe(true)
  await userEvent.click(owes)
  await press('Confirm and email Ada')
  await waitFor(() => expect(asked).toEqual(['?status=CONFIRMED&from=CANCELLED&stillOwes=false']))
})

test('a cancellation with a refused refund shows a message with a link to Refunds until dismissed', async () => {
  refund = { success: false, message: 'Refund failed: the payments provider refused $700.00.' }
  await press('CANCELLED')
  await press('Cancel and refund $700.00')
  await screen.findByText(/Ada Angler's booking is now canceled\. Refund failed/)
  expect(screen.getByRole('link', { name: 'Open Refunds' })).toBeDefined()
  expect(asked).toEqual(['?status=CANCELLED&from=CONFIRMED&refund=true'])
})

test('without QuickBooks the dialog says what to do, and cancels only without the refund', async () => {
  isConnected = false
  await press('CANCELLED')
  await screen.findByText(/QuickBooks isn't connected.*Connect it in Merchant Setup/)
  const button = screen.getByRole('button', { name: 'Cancel and refund $700.00' })
  expect(button.ariaDisabled).toBe('true')
  await userEvent.click(button)
  expect(asked).toEqual([])
  await press('Cancel and keep $700.00')
  await waitFor(() => expect(asked).toEqual(['?status=CANCELLED&from=CONFIRMED']))
})

test('a cancellation with a successful refund is reported too', async () => {
  refund = { success: true, message: '$700.00 was refunded.' }
  await press('CANCELLED')
  await press('Cancel and refund $700.00')
  await screen.findByText("Ada Angler's booking is now canceled. $700.00 was refunded.")
})

test('a refused refund reaches an owner who switched to another tab', async () => {
  refund = { success: false, message: 'Refund failed: the payments provider refused $700.00.' }
  const { promise, resolve } = Promise.withResolvers<void>()
  answering = promise
  await press('CANCELLED')
  await press('Cancel and refund $700.00')
  await press('Enquiries')
  resolve()
  await screen.findByText(/Ada Angler's booking is now canceled\. Refund failed/)
  await press('Open Refunds')
  expect(screen.getByText(portal.refunds.href().replace(portal.path, ''))).toBeDefined()
})

test('what was said of a refund under way goes once it is through, and says so if it is turned down', async () => {
  refund = { success: false, message: 'The $700.00 refund is being confirmed.' }
  const order = {
    id: 1,
    kind: 'REFUND',
    isNeverTaken: false,
    orderedAt: '2099-01-02T12:00:00Z',
    orderedBy: 'Ray',
    stillOwes: false,
    description: null,
    parts: [],
  }
  const become = (status: string, refundableAmount: number) => {
    details = { refundableAmount, refunds: [{ ...order, status }] }
    return client.invalidateQueries()
  }
  left = 0
  for (const [status, rest] of [
    ['DONE', 0],
    ['FAILED', 700],
  ] as const) {
    details = { refundableAmount: 0, refunds: [{ ...order, status: 'PROCESSING' }] }
    await press('CANCELLED')
    await press('Cancel and refund $700.00')
    await screen.findByText(/The \$700\.00 refund is being confirmed\./)
    await become('PROCESSING', 0)
    expect(screen.getByText(/is being confirmed/)).toBeDefined()
    await become(status, rest)
    await waitFor(() => expect(screen.queryByText(/is being confirmed/)).toBeNull())
    expect(screen.queryByText(/QuickBooks turned down this refund\./) !== null).toBe(status === 'FAILED')
  }
})

test('the office is offered what it may refund, and told who can refund more', async () => {
  adminSession.signIn({ ...ADMIN, user: { ...ADMIN.user, position: 'OFFICE' } })
  details = { refundLimit: 200 }
  await press('CANCELLED')
  await screen.findByText('$700.00 was paid, and you can refund up to $200.00 of it. An owner can refund more.')
  await press('Cancel and refund $200.00')
  await waitFor(() => expect(asked).toEqual(['?status=CANCELLED&from=CONFIRMED&refund=true']))
})

test('the office without a limit left cancels only, and is told who can refund', async () => {
  adminSession.signIn({ ...ADMIN, user: { ...ADMIN.user, position: 'OFFICE' } })
  details = { refundLimit: 0, whyNotRefund: 'Only an owner can make refunds.' }
  await press('CANCELLED')
  await screen.findByText('Only an owner can make refunds.')
  const button = screen.getByRole('button', { name: 'Cancel and refund $700.00' })
  expect(button.ariaDisabled).toBe('true')
  await userEvent.click(button)
  expect(asked).toEqual([])
})
