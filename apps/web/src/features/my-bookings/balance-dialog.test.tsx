import type { Session } from '@arcadia/contract/accounts'
import type { Booking } from '@arcadia/contract/bookings'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, refused, show, textOf } from '../../testing/show.tsx'
import { BalanceDialog } from './balance-dialog.tsx'

/** Entered by the owner: nothing is paid yet. */
const BOOKED = {
  id: 7,
  confirmationNumber: 'JB-00000007',
  selectedDate: '2099-06-10',
  firstName: 'Ada',
  lastName: 'Angler',
  email: 'ada@example.com',
  status: 'CONFIRMED',
  totalAmount: 500_000,
  depositAmount: 70_000,
  paidAmount: 0,
  pendingAmount: 500_000,
} as Booking

const site = document.createElement('script')
site.id = 'site-data'
site.type = 'application/json'
site.textContent = JSON.stringify({ testMode: true, simulatesPayments: true })

beforeEach(() => {
  document.head.append(site)
  customerSession.signIn({ token: 't', user: { id: 1 } } as Session)
})
afterEach(() => {
  customerSession.signOut()
  site.remove()
})

test('on a phone booking the customer chooses deposit or full amount, and sees what is left', async () => {
  let paid: unknown
  answerWith({
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
    'POST /api/payments/tokens': () => Response.json({ value: 'a-card' }, { status: 201 }),
    'POST /api/payments': (body) => {
      paid = body
      const payment = { id: 3, bookingId: 7, amount: 700, currency: 'USD', status: 'CAPTURED', refundedAmount: 0 }
      return Response.json({ ...payment, createdAt: '2027-06-01T12:00:00Z' }, { status: 201 })
    },
  })
  show(<BalanceDialog booking={BOOKED} onClose={() => {}} />)
  const choice = await screen.findByLabelText('What to pay')
  expect(textOf(screen.getByText('Trip').parentElement)).toContain('Wednesday, June 10, 2099')
  expect(screen.getByLabelText<HTMLInputElement>('Cardholder name').value).toBe('Ada Angler')
  await userEvent.selectOptions(choice, 'Everything, $5,000.00')
  expect(screen.getByRole('button', { name: /^Pay \$5,000\.00 USD/ })).toBeDefined()
  await userEvent.selectOptions(choice, 'The deposit, $700.00')
  await userEvent.click(screen.getByRole('button', { name: 'Use sandbox test card' }))
  await userEvent.click(screen.getByRole('button', { name: /^Pay \$700\.00 USD/ }))
  const paidDialog = await screen.findByRole('dialog', { name: 'Deposit paid' })
  expect(paidDialog.textContent).toContain('$4,300.00 is left to pay.')
  expect(paidDialog.textContent).toContain("We're emailing your receipt to ada@example.com.")
  expect(paid).toMatchObject({ bookingId: 7, amount: 700, owed: 5000, paymentToken: 'a-card' })
})

/** The dialog over a list that learns of other people's payments. */
function LiveDialog() {
  const [booking, setBooking] = useState(BOOKED)
  return (
    <>
      <button type="button" onClick={() => setBooking({ ...BOOKED, pendingAmount: 0 })}>
        Others pay
      </button>
      <BalanceDialog booking={booking} onClose={() => {}} />
    </>
  )
}

test.each([
  ['paid it meanwhile', refused(409, "There's nothing to pay on this booking right now.", 'nothing-owed')],
  ['is paying it', refused(409, "A payment is being processed. Please wait until it's done.", 'payment-in-progress')],
])('whoever comes second reads that their card was not charged, where somebody else %s', async (_, answer) => {
  answerWith({
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
    'POST /api/payments/tokens': () => Response.json({ value: 'a-card' }, { status: 201 }),
    'POST /api/payments': answer,
  })
  show(<LiveDialog />)
  await userEvent.click(await screen.findByRole('button', { name: 'Use sandbox test card' }))
  await userEvent.click(screen.getByRole('button', { name: /^Pay \$700\.00 USD/ }))
  await screen.findByText(/^(There's nothing to pay|A payment is being processed)/)
  // The open dialog has everything else inert.
  act(() => screen.getByText('Others pay').click())
  expect(screen.getByText("You're all paid up. Your card wasn't charged.")).toBeDefined()
})

test('whoever paid nothing here reads only that nothing is owed', () => {
  show(<BalanceDialog booking={{ ...BOOKED, pendingAmount: 0 }} onClose={() => {}} />)
  expect(screen.getByText("You're all paid up.")).toBeDefined()
})
