import { addressOf, portal } from '@arcadia/contract/addresses'
import {
  approveRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  refundFailure,
} from '@arcadia/contract/refunds'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BOOKING_ON_THE_WIRE } from '../../testing/a-booking.ts'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { AdminRefundsTab } from './admin-refunds-tab.tsx'

const FAILURE = {
  id: 1,
  kind: 'REFUNDABLE',
  reason: 'REFUND_REFUSED',
  createdAt: '2027-06-01T12:00:00Z',
  paymentId: null,
  realmId: '1',
  bookingId: 7,
  confirmationNumber: 'JB-00000007',
  customer: 'No Payment',
  email: 'ada@example.com',
  bookingDate: '2027-06-10',
  guests: 1,
  amount: 350,
  intuitTid: 't',
  paidFor: 'DEPOSIT',
  needsRefund: true,
  stillOwes: false,
  message: 'The provider refused the refund.',
  actions: ['REFUND'],
}
const UNDER_WAY = { ...FAILURE, id: 2, customer: 'Under Way', needsRefund: false, actions: [] }

const REQUEST = {
  id: 4,
  bookingId: 7,
  confirmationNumber: 'JB-00000007',
  customer: 'Ada Angler',
  email: 'ada@example.com',
  selectedDate: '2027-06-10',
  bookingStatus: 'CONFIRMED',
  amount: 100,
  refundable: 350,
  description: null,
  createdAt: '2027-06-01T12:00:00Z',
  refusedAt: null,
  stillOwes: false,
  whyNotRefund: 'Only an owner can make refunds.',
}

test('an email leads to the very request, and says if it waits no longer', async () => {
  const answers = {
    'GET /api/admin/refunds': () => Response.json([FAILURE]),
    'GET /api/admin/refund-requests': () => Response.json([REQUEST]),
  }
  answerWith(answers)
  showToAdmin(<AdminRefundsTab />, portal.refunds.href({ id: 'request-4' }))
  const row = (await screen.findByText('Ada Angler')).closest('tr')!
  expect(document.activeElement).toBe(row)
  expect(row.getAttribute('aria-current')).toBe('true')
  expect(screen.queryByText('Somebody has taken care of that already.')).toBeNull()
  cleanup()
  showToAdmin(<AdminRefundsTab />, portal.refunds.href({ id: 'issue-9' }))
  expect(await screen.findByText('Somebody has taken care of that already.')).toBeDefined()
})

test('what is to be given back by hand is listed with the way to its booking, while there is any', async () => {
  const booking = { ...BOOKING_ON_THE_WIRE, toGiveBack: 700, status: 'CANCELLED' }
  const answers = {
    'GET /api/admin/refunds': () => Response.json([]),
    'GET /api/admin/refund-requests': () => Response.json([]),
    'GET /api/admin/bookings': () => Response.json([booking]),
  }
  answerWith(answers)
  showToAdmin(<AdminRefundsTab />)
  const table = within(await screen.findByRole('table', { name: 'To give back by hand' }))
  expect(table.getByText('$700.00')).toBeDefined()
  const link = table.getByRole('link', { name: 'Open the booking of Ada Angler' })
  expect(link.getAttribute('href')).toBe(portal.bookings.href({ id: booking.id }))

  answers['GET /api/admin/bookings'] = () => Response.json([])
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await vi.waitFor(() => expect(screen.queryByText(/^To give back by hand/)).toBeNull())
})

test('an issue that cannot be refunded says why or has a disabled button', async () => {
  const answers = {
    'GET /api/admin/refunds': () => Response.json([FAILURE, UNDER_WAY]),
    'GET /api/admin/refund-requests': () => Response.json([REQUEST]),
  }
  const asked = answerWith(answers)
  showToAdmin(<AdminRefundsTab />)
  const waits = await screen.findByRole<HTMLButtonElement>('button', { name: 'Refund Under Way' })
  expect(waits.disabled).toBe(true)
  const approve = await screen.findByRole<HTMLButtonElement>('button', { name: 'Approve the request of Ada Angler' })
  expect(approve.disabled).toBe(true)
  expect(screen.getByText('Only an owner can make refunds.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Refund No Payment' }))
  const dialog = screen.getByRole('dialog', { name: 'Refund payment' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund/ }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('No paymentId to act on')
  expect(asked.filter((request) => request.startsWith('POST'))).toEqual([])

  answers['GET /api/admin/refunds'] = broken
  fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/Failed to load refund items/)).toBeDefined()
})

test('a failed list retries in its own place', async () => {
  const again = Promise.withResolvers<Response>()
  const answers: Parameters<typeof answerWith>[0] = {
    'GET /api/admin/refunds': broken,
    'GET /api/admin/refund-requests': () => Response.json([REQUEST]),
  }
  answerWith(answers)
  showToAdmin(<AdminRefundsTab />)
  await screen.findByText(/Failed to load refund items/)
  answers['GET /api/admin/refunds'] = () => again.promise
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByRole('table', { name: 'Payments to settle', busy: true })
  expect(screen.getByRole('button', { name: 'Decline the request of Ada Angler' })).toBeDefined()
  again.resolve(Response.json([FAILURE]))
  expect(await screen.findByRole('button', { name: 'Refund No Payment' })).toBeDefined()
})

test('the owner can say that QuickBooks canceled a charge itself', async () => {
  const sent: unknown[] = []
  answerWith({
    'GET /api/admin/refunds': () => Response.json([{ ...FAILURE, actions: ['REFUND', 'PROVIDER_CANCELLED'] }]),
    'GET /api/admin/refund-requests': () => Response.json([]),
    'POST /api/admin/refunds/1/resolve': (body) => {
      sent.push(body)
      return Response.json(FAILURE)
    },
  })
  showToAdmin(<AdminRefundsTab />)
  fireEvent.click(await screen.findByRole('button', { name: /^QuickBooks canceled it/ }))
  const dialog = screen.getByRole('dialog', { name: 'QuickBooks canceled the charge' })
  fireEvent.click(within(dialog).getByRole('button', { name: /^QuickBooks canceled it/ }))
  await vi.waitFor(() => expect(sent).toEqual([expect.objectContaining({ outcome: 'PROVIDER_CANCELLED' })]))
})

test('an approval offers first to cancel the trip as well, and only for a trip that is still on', async () => {
  const sent: string[] = []
  const OPEN = { ...REQUEST, whyNotRefund: null }
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    if (init?.method === 'POST') {
      sent.push(pathname + search)
      return Response.json({ success: true, message: 'Done.', booking: BOOKING_ON_THE_WIRE })
    }
    if (pathname !== listRefundRequests.path) return Response.json([])
    return Response.json([OPEN, { ...OPEN, id: 5, customer: 'Off Already', bookingStatus: 'CANCELLED', email: null }])
  })
  showToAdmin(<AdminRefundsTab />)
  const approve = async (customer: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Approve the request of ${customer}` }))
    return within(screen.getByRole('dialog', { name: 'Approve request' }))
  }
  let dialog = await approve('Ada Angler')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Refund and cancel the trip/ }).checked).toBe(true)
  // A trip that is canceled is owed nothing for.
  expect(dialog.queryByLabelText('Yes, it is still owed')).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: /^Refund \$100\.00 and cancel/ }))
  const approved = (query: object) => addressOf(approveRefundRequest, { params: { id: 4 }, query })
  await vi.waitFor(() => expect(sent).toEqual([approved({ cancels: true })]))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  dialog = await approve('Ada Angler')
  fireEvent.click(dialog.getByRole('radio', { name: /^Refund only/ }))
  fireEvent.click(dialog.getByLabelText('Yes, it is still owed'))
  fireEvent.click(dialog.getByRole('button', { name: /^Refund \$100\.00/ }))
  await vi.waitFor(() => expect(sent.at(-1)).toBe(approved({ stillOwes: true })))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  dialog = await approve('Off Already')
  expect(dialog.queryByRole('radio')).toBeNull()
  expect(dialog.getByText('$100.00 will be refunded to Off Already the way they paid.')).toBeDefined()
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'Decline the request of Off Already' }))
  expect(screen.getByText(/^Off Already has no email, so call or text them\./)).toBeDefined()
})

test('a refund that was refused is asked about again with the answer of before', async () => {
  const RETRIED = { ...FAILURE, paymentId: 'c1', stillOwes: true }
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    if (init?.method === 'POST') {
      sent.push(pathname + search)
      return Response.json({ success: true, message: 'Done.', booking: BOOKING_ON_THE_WIRE, failure: RETRIED })
    }
    if (pathname === listRefundRequests.path)
      return Response.json([{ ...REQUEST, whyNotRefund: null, refusedAt: '2027-05-20T10:00:00Z', stillOwes: true }])
    return Response.json(pathname === listRefundableFailures.path ? [RETRIED] : [])
  })
  showToAdmin(<AdminRefundsTab />)
  fireEvent.click(await screen.findByRole('button', { name: /^Approve the request/ }))
  let dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Refund only/ }).checked).toBe(true)
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /still owed/ }).checked).toBe(true)
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]!)
  fireEvent.click(await screen.findByRole('button', { name: `Refund ${RETRIED.customer}` }))
  dialog = within(screen.getByRole('dialog'))
  const owes = dialog.getByRole<HTMLInputElement>('checkbox', { name: /still owed/ })
  expect(owes.checked).toBe(true)
  fireEvent.click(owes)
  fireEvent.click(dialog.getByRole('button', { name: /^Refund \$/ }))
  const retried = addressOf(refundFailure, { params: { id: RETRIED.id }, query: { stillOwes: false } })
  await vi.waitFor(() => expect(sent).toEqual([retried]))
})
