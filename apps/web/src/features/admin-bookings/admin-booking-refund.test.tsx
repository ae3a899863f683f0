import { addressOf } from '@arcadia/contract/addresses'
import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import { voidBooking } from '@arcadia/contract/refunds'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { BOOKING_ON_THE_WIRE } from '../../testing/a-booking.ts'
import { refused, showToAdmin } from '../../testing/show.tsx'
import { AdminBookingRefund } from './admin-booking-refund.tsx'

const CHARGE = {
  status: 'CAPTURED',
  amount: 35_000,
  refundedAmount: 0,
  cardBrand: 'VISA',
  last4: '4242',
  startedAt: new Date('2027-05-04T09:43:00Z'),
} as AdminBookingDetails['charges'][number]
const BOOKING = {
  id: 7,
  firstName: 'Ada',
  lastName: 'Angler',
  email: 'ada@example.com',
  paidAmount: 35_000,
  cashAmount: 0,
  refundedAmount: 0,
  refundableAmount: 35_000,
  endedVoucherAmount: 0,
  charges: [CHARGE],
  refunds: [],
  forgiven: [],
  whyNotRefund: null,
  refundLimit: null,
} as unknown as AdminBookingDetails

const press = async (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('cancels the newest charge that can still be canceled, says why another one cannot, and asks if it is still owed', async () => {
  const sent: string[] = []
  const charges = [
    { ...CHARGE, id: 1, amount: 70_000 },
    { ...CHARGE, id: 2, amount: 20_000, last4: '1111' },
    { ...CHARGE, id: 3, amount: 460_000, last4: '0005' },
  ]
  vi.stubGlobal('fetch', async (url: string | URL, { method }: RequestInit) => {
    if (method === 'GET')
      return Response.json([
        { id: 3, whyNot: null },
        { id: 2, whyNot: null },
        { id: 1, whyNot: 'This charge has settled. Refund it instead.' },
      ])
    sent.push(String(url))
    return refused(409, 'It is settled.', 'already-settled')()
  })
  showToAdmin(<AdminBookingRefund booking={{ ...BOOKING, charges, refundableAmount: 550_000 }} />)
  await press('Cancel charge')
  const dialog = screen.getByRole('dialog', { name: 'Cancel charge' })
  const options = await within(dialog).findAllByRole('radio')
  expect(options.map((one) => [(one as HTMLInputElement).checked, (one as HTMLInputElement).disabled])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
  expect(within(dialog).getByText('$4,600.00, VISA ending in 0005')).toBeDefined()
  expect(within(dialog).getByText(/^May 4, 2027, 5:43 AM. This charge has settled. Refund it instead.$/)).toBeDefined()
  expect(within(dialog).getByRole('button', { name: /^Cancel \$4,600\.00 charge/ })).toBeDefined()
  await userEvent.click(options[1]!)
  await userEvent.click(within(dialog).getByLabelText('Yes, it is still owed'))
  await press(/^Cancel \$200\.00 charge/)
  expect((await within(dialog).findByRole('alert')).textContent).toContain('It is settled.')
  const query = { stillOwes: true, chargeId: 2 }
  expect(sent).toEqual([expect.stringContaining(addressOf(voidBooking, { params: { id: 7 }, query }))])
})

test.each([
  [0, 'Up to $350.00. The newest payment is refunded first.'],
  [10_000, 'Up to $350.00. What a gift voucher paid goes back to it first, then the newest card payment is refunded.'],
])('of what was paid with %i cents by voucher it says what goes back first', async (voucherAmount, words) => {
  showToAdmin(<AdminBookingRefund booking={{ ...BOOKING, voucherAmount }} />)
  await press('Refund')
  expect(screen.getByText(words)).toBeDefined()
})

test('never sends more than was paid, and sends five presses once, under a key from the last refund that was seen', async () => {
  const sent: [string, string | null][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/shares')) return Response.json({ shares: [], rest: 0 })
    sent.push([new URL(url, 'http://localhost').search, new Headers(init.headers).get('idempotency-key')])
    return Response.json({
      success: true,
      message: '$100.00 was refunded.',
      booking: { ...BOOKING_ON_THE_WIRE, refundedAmount: 100 },
    })
  })
  const refunds = [{ id: 3, kind: 'CHARGED_BACK', status: 'DONE', parts: [] }] as never
  showToAdmin(<AdminBookingRefund booking={{ ...BOOKING, refunds }} />)
  await press('Refund')
  const dialog = screen.getByRole('dialog', { name: 'Refund payment' })
  const amount = within(dialog).getByLabelText<HTMLInputElement>('Amount in dollars')
  expect(amount.value).toBe('350.00')
  await userEvent.clear(amount)
  await userEvent.type(amount, '350.01{Enter}')
  await within(dialog).findByText('That is more than can be refunded.')
  expect(document.activeElement).toBe(amount)
  expect(sent).toEqual([])
  await userEvent.clear(amount)
  await userEvent.type(amount, '100')
  await userEvent.type(within(dialog).getByLabelText('Reason (optional)'), 'Fog')
  const refund = within(dialog).getByRole('button', { name: /^Refund \$100\.00/ })
  // Faster than any hand: all five before the button can render as busy.
  for (let click = 0; click < 5; click++) refund.click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([['?amount=100&description=Fog', 'booking-7-after-3']])
})

test('what a voucher paid that has ended is left, until an owner says to renew it', async () => {
  let query = ''
  vi.stubGlobal('fetch', async (url: string) => {
    query = new URL(url, 'http://localhost').search
    return Response.json({ success: true, message: 'Refunded.', booking: BOOKING_ON_THE_WIRE })
  })
  const booking = { ...BOOKING, refundableAmount: 70_000, voucherAmount: 20_000, endedVoucherAmount: 20_000 }
  showToAdmin(<AdminBookingRefund booking={booking} />)
  await press('Refund')
  const amount = screen.getByLabelText<HTMLInputElement>('Amount in dollars')
  expect(amount.value).toBe('500.00')
  expect(screen.getByText(/^Up to \$500\.00\./)).toBeDefined()
  await userEvent.click(screen.getByLabelText('Renew the voucher and give the $200.00 back on it'))
  expect(amount.value).toBe('700.00')
  await userEvent.type(screen.getByLabelText('Good through (optional)'), '2099-01-31')
  await press(/^Refund \$700\.00/)
  await waitFor(() => expect(query).toContain('renewVouchers=true'))
  expect(query).toContain('amount=700')
  expect(query).toContain('lastDay=2099-01-31')
})

const UNDER_WAY = { ...BOOKING, refundableAmount: 25_000 }
function Followed() {
  const [seen, setSeen] = useState(BOOKING)
  return (
    <>
      <AdminBookingRefund booking={seen} />
      <button type="button" onClick={() => setSeen(UNDER_WAY)}>
        Under way
      </button>
      <button type="button" onClick={() => setSeen({ ...UNDER_WAY, refundedAmount: 10_000 })}>
        Made
      </button>
      <button type="button" onClick={() => setSeen(BOOKING)}>
        Turned down
      </button>
    </>
  )
}

test('"is being confirmed" goes once the outcome of the refund is known', async () => {
  const booking = { ...BOOKING_ON_THE_WIRE, refundedAmount: 0, refundableAmount: 250 }
  vi.stubGlobal('fetch', async () => Response.json({ success: false, message: 'It is being confirmed.', booking }))
  showToAdmin(<Followed />)
  await press('Refund')
  await press(/^Refund \$350\.00/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const outcome of ['Made', 'Turned down']) {
    await press('Under way')
    expect(screen.getByText('It is being confirmed.')).toBeDefined()
    await press(outcome)
    expect(screen.queryByText('It is being confirmed.')).toBeNull()
  }
})

test('somebody with a limit sees it, not all that was paid, and cannot cancel a charge above it', async () => {
  showToAdmin(<AdminBookingRefund booking={{ ...BOOKING, refundLimit: 20_000 }} />)
  expect(screen.getByRole('button', { name: 'Cancel charge' }).ariaDisabled).toBe('true')
  expect(
    screen.getByText("Can't cancel the charge: it is more than you can refund. An owner can cancel it."),
  ).toBeDefined()
  await press('Refund')
  const amount = screen.getByLabelText<HTMLInputElement>('Amount in dollars')
  expect(amount.value).toBe('200.00')
  expect(screen.getByText(/^Up to \$200\.00\. An owner can refund more\./)).toBeDefined()
  await userEvent.clear(amount)
  await userEvent.type(amount, '200.01{Enter}')
  expect(await screen.findByText('That is more than you can refund. An owner can refund more.')).toBeDefined()
})

test.each([
  ['ada@example.com', 'It goes back the way it was paid, and we email Ada Angler. The booking stays as it is.'],
  [null, 'It goes back the way it was paid. The booking stays as it is.'],
])('to %s it promises no email that cannot be sent', async (email, words) => {
  showToAdmin(<AdminBookingRefund booking={{ ...BOOKING, email }} />)
  await press('Refund')
  expect(screen.getByText(words)).toBeDefined()
})
