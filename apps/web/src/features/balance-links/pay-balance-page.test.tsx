import { addresses } from '@arcadia/contract/addresses'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerWith, refused, show, textOf } from '../../testing/show.tsx'
import { PayBalancePage } from './pay-balance-page.tsx'

const AWAITED = {
  firstName: 'Ines',
  selectedDate: '2099-06-10',
  numberOfGuests: 2,
  riders: 0,
  privateMorning: null,
  owed: 5000,
  deposit: 700,
  isBalanceByCard: true,
  isPaying: false,
  depositUntil: '2099-06-01T12:00:00Z',
  asksTerms: true,
  hasEmail: false,
  share: null,
}

const site = document.createElement('script')
site.id = 'site-data'
site.type = 'application/json'
site.textContent = JSON.stringify({
  testMode: true,
  simulatesPayments: true,
  business: { phone: '(863) 555-0142', balanceDueDays: 7 },
})
beforeEach(() => document.head.append(site))
afterEach(() => site.remove())

test('a gift voucher pays the whole deposit once the terms are accepted', async () => {
  let sent: unknown
  const asked = answerWith({
    'POST /api/balance-links': () => Response.json(AWAITED),
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
    'POST /api/balance-links/voucher': (body) => {
      sent = body
      return Response.json({ paid: 700, left: 100 })
    },
  })
  show(<PayBalancePage />, addresses.payBalance.href({ id: 'abcdef-GHIJK', token: 'a-link' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use a gift code' }))
  fireEvent.change(screen.getByLabelText('Gift code'), { target: { value: 'WXYZ-2345-ABCD-6789' } })
  const pay = () => fireEvent.click(screen.getByRole('button', { name: /^Pay with the gift/ }))
  pay()
  expect(await screen.findByText('Please agree to the terms before you pay.')).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox'))
  pay()
  await screen.findByRole('heading', { name: 'Deposit paid' })
  expect(screen.getByText(/\$4,300\.00 is left to pay\./)).toBeDefined()
  expect(sent).toMatchObject({ token: 'a-link', owed: 5000, termsVersion: expect.any(String) })
  expect(asked.filter((request) => request.endsWith('/voucher'))).toHaveLength(1)
})

test.each([
  ['a deposit that is awaited', AWAITED, 'Pay the deposit', ['Deposit$700.00', 'Balance$4,300.00']],
  [
    'a deposit that is due',
    { ...AWAITED, depositUntil: null },
    'Pay the deposit',
    ['Deposit$700.00', 'Balance$4,300.00'],
  ],
  ['the rest', { ...AWAITED, deposit: null, depositUntil: null }, 'Pay the balance', ['Balance$5,000.00']],
])('says what is paid: %s', async (_, balance, title, sums) => {
  answerWith({
    'POST /api/balance-links': () => Response.json(balance),
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
  })
  show(<PayBalancePage />, addresses.payBalance.href({ id: 'abcdef-GHIJK', token: 'a-link' }))
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  const rows = (await screen.findByText('Booked by')).closest('dl')!
  const read = [...rows.children].map(({ textContent }) => textContent)
  expect(read.filter((row) => row!.includes('$'))).toEqual(sums)
})

test('says when a share or balance is due, as the page of the trip does', async () => {
  answerWith({
    'POST /api/balance-links': () => Response.json({ ...BALANCE, share: { name: 'Sam', isOwn: false } }),
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
  })
  show(<PayBalancePage />, addresses.payBalance.href({ id: 'abcdef-GHIJK', token: 'a-link' }))
  expect(textOf((await screen.findByText('Due')).parentElement)).toBe('DueBy Wed, Jun 3')
})

test('whoever booked reads on the page of their own share not who booked', async () => {
  answerWith({
    'POST /api/balance-links': () => Response.json({ ...BALANCE, share: { name: 'Ines', isOwn: true } }),
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
  })
  show(<PayBalancePage />, addresses.payBalance.href({ id: 'abcdef-GHIJK', token: 'a-link' }))
  expect(await screen.findByText('Your share')).toBeDefined()
  expect(screen.queryByText('Booked by')).toBeNull()
})

test('a link that was cut asks for nothing and shows no card; one press sends a fresh one', async () => {
  const message = 'A fresh one is on its way.'
  const asked = answerWith({ 'POST /api/fresh-links': () => Response.json({ message }, { status: 202 }) })
  show(<PayBalancePage />, addresses.payBalance.path.replace(':link?', 'abcdef-GHIJK'))
  expect(screen.getByRole('alert').textContent).toBe('Your email app cut off part of this link.')
  expect(screen.queryByLabelText('Card number')).toBeNull()
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /^Send a fresh link/ }))
  expect(await screen.findByText(message)).toBeDefined()
})

const BALANCE = { ...AWAITED, deposit: null, depositUntil: null, asksTerms: false }
const paid = "This balance is paid. Thank you, there's nothing left to pay."

test('whoever presses second, after somebody else with the link has paid, reads that their card was not charged', async () => {
  let isPaid = false
  const refusal = refused(409, paid, 'balance-link-paid')
  answerWith({
    'POST /api/balance-links': () => (isPaid ? refusal() : Response.json(BALANCE)),
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
    'POST /api/payments/tokens': () => Response.json({ value: 'a-card' }, { status: 201 }),
    'POST /api/balance-links/payments': refusal,
  })
  show(<PayBalancePage />, addresses.payBalance.href({ id: 'abcdef-GHIJK', token: 'a-link' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use sandbox test card' }))
  isPaid = true
  await userEvent.click(screen.getByRole('button', { name: /^Pay \$5,000\.00 USD/ }))
  expect(await screen.findByText(`${paid} Your card wasn't charged.`)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Balance paid' })).toBeDefined()
})

test('a link whose cards were declined too often says until when and whom to call, and what was typed stays', async () => {
  const limit = 'Too many cards were declined with this link. Please try again at 11:00 AM Eastern.'
  answerWith({
    'POST /api/balance-links': () => Response.json(BALANCE),
    'GET /api/quickbooks/oauth/status': () => Response.json({ isConnected: true, realmId: '1' }),
    'POST /api/payments/tokens': () => Response.json({ value: 'a-card' }, { status: 201 }),
    'POST /api/balance-links/payments': refused(429, limit, 'too-many-declines'),
  })
  show(<PayBalancePage />, addresses.payBalance.href({ id: 'abcdef-GHIJK', token: 'a-link' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use sandbox test card' }))
  const name = () => screen.getByLabelText<HTMLInputElement>('Cardholder name')
  await userEvent.clear(name())
  await userEvent.type(name(), 'Kim Angler')
  await userEvent.click(screen.getByRole('button', { name: /^Pay \$5,000\.00 USD/ }))
  const told = await screen.findByRole('alert')
  // The phone number comes with the facts of the business.
  await waitFor(() => expect(textOf(told)).toContain(`${limit} Or call (863) 555-0142.`))
  expect(name().value).toBe('Kim Angler')
})

test('a reopened link whose balance is paid says so, takes no card and says nothing of one', async () => {
  answerWith({ 'POST /api/balance-links': refused(409, paid, 'balance-link-paid') })
  show(<PayBalancePage />, addresses.payBalance.href({ id: 'abcdef-GHIJK', token: 'a-link' }))
  expect(await screen.findByText(paid)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Balance paid' })).toBeDefined()
  expect(screen.queryByLabelText('Card number')).toBeNull()
})
