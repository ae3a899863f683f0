import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DETAILS_ON_THE_WIRE } from '../../testing/a-booking.ts'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { AdminBookingPanel } from './admin-booking-panel.tsx'

const DETAILS = { ...DETAILS_ON_THE_WIRE, voucherAmount: 200 }

test('nothing can be pressed before every section has its place, and a failing section does not delay the others', async () => {
  const notes = Promise.withResolvers<Response>()
  const asked = answerWith({
    'GET /api/admin/bookings/7': () => Response.json(DETAILS),
    'GET /api/bookings/7/guest-notes': broken,
    'GET /api/admin/bookings/7/notes': () => notes.promise,
  })
  showToAdmin(
    <AdminBookingPanel
      id={7}
      known={undefined}
      refusal={{ message: null, onDismiss: () => {} }}
      onStatus={() => {}}
      onClose={() => {}}
    />,
  )
  await screen.findByRole('heading', { name: 'Ada Angler' })
  await vi.waitFor(() => expect(asked).toContain('GET /api/admin/bookings/7/waivers'))
  expect(screen.queryByText('Account and terms')).toBeNull()
  notes.resolve(Response.json([]))
  await screen.findByText('Account and terms')
  expect(screen.getByLabelText('New note')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Money/ }))
  expect(screen.getByText('Gift vouchers').closest('div')?.textContent).toContain('$200.00')
})

test('a refund that was turned down says what to do next, until another one was made', async () => {
  const refund = (id: number, status: string) => ({
    id,
    kind: 'REFUND',
    isNeverTaken: false,
    orderedAt: '2099-01-02T12:00:00Z',
    orderedBy: 'Marlene Dugan',
    stillOwes: false,
    description: null,
    status,
    parts: [],
  })
  const show = async (refunds: object[]) => {
    answerWith({ 'GET /api/admin/bookings/7': () => Response.json({ ...DETAILS, refunds }) })
    showToAdmin(
      <AdminBookingPanel
        id={7}
        known={undefined}
        refusal={{ message: null, onDismiss: () => {} }}
        onStatus={() => {}}
        onClose={() => {}}
      />,
    )
    fireEvent.click(await screen.findByRole('button', { name: /^Money/ }))
  }
  const step = /^QuickBooks turned down this refund\. Try again, or pay it back another way\.$/
  await show([refund(1, 'FAILED')])
  expect(screen.getByText(step)).toBeDefined()
  cleanup()
  await show([refund(1, 'FAILED'), refund(2, 'DONE')])
  expect(screen.getByText('QuickBooks turned down this refund.')).toBeDefined()
  expect(screen.queryByText(step)).toBeNull()
})

test('what we owe a guest by hand stands on top, with the way to say that it was given back', async () => {
  const payment = {
    id: 3,
    amount: 700,
    method: 'ZELLE',
    note: null,
    createdAt: '2099-01-02T12:00:00Z',
    recordedBy: 'Ray',
  }
  answerWith({
    'GET /api/admin/bookings/7': () => Response.json({ ...DETAILS, status: 'CANCELLED', toGiveBack: 700 }),
    'GET /api/admin/bookings/7/payments': () => Response.json([{ ...payment, share: null, takenBack: null }]),
    'GET /api/admin/bookings/7/notes': () => Response.json([]),
  })
  showToAdmin(
    <AdminBookingPanel
      id={7}
      known={undefined}
      refusal={{ message: null, onDismiss: () => {} }}
      onStatus={() => {}}
      onClose={() => {}}
    />,
  )
  const top = within(await screen.findByRole('region', { name: 'Booking' }))
  expect(top.getByText('To give back').parentElement?.textContent).toContain('$700.00')
  fireEvent.click(await top.findByRole('button', { name: 'Given back by Zelle' }))
  expect(await screen.findByRole('dialog', { name: 'Given back' })).toBeDefined()
})
