import { addresses } from '@arcadia/contract/addresses'
import type { LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { answerWith, show, textOf } from '../../testing/show.tsx'
import { PayVoucherPage } from './pay-voucher-page.tsx'

function open(
  voucher: Partial<Record<keyof LinkedVoucher, unknown>>,
  answer = (linked: object) => Response.json({ ...linked, ...voucher }),
  others: Parameters<typeof answerWith>[0] = {},
) {
  const linked = {
    senderName: 'Priya',
    recipientName: 'Tom',
    recipientEmail: null,
    buyerEmail: 'priya@example.com',
    words: null,
    picture: 'cypress',
    sendOn: null,
    sentAt: null,
    worth: 700,
    left: 700,
    trip: null,
    code: 'WXYZ-2345-ABCD-6789',
    card: 'Visa ending in 1111',
    message: null,
    expiresOn: null,
    isSetAside: false,
    uses: [],
    status: 'CAPTURED',
  }
  answerWith({ 'POST /api/gift-vouchers/link': () => answer(linked), ...others })
  const { href, path } = addresses.payVoucher
  show(
    <Routes>
      <Route path={path} element={<PayVoucherPage />} />
    </Routes>,
    href({ id: 'abcdefghijkl', token: 'secret' }),
  )
}

test('who has paid for a gift reads the sum and the card', async () => {
  open({})
  expect(await screen.findByText('$700.00, Visa ending in 1111')).toBeDefined()
})

test('who gave a gift that a booking is being made with is not asked to print it', async () => {
  open({ isSetAside: true })
  expect(await screen.findByRole('heading', { name: 'Your gift is in use' })).toBeDefined()
  expect(screen.getByText(/It's being used for a booking right now\./).textContent).not.toContain('Print')
})

test('a gift whose code cannot be read is not asked to be paid again', async () => {
  open({ code: null })
  expect(await screen.findByText(/^This gift is paid for, but its code can't be read anymore\./)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('who gave a gift that was canceled since reads for whom it was, where its money went, and how to reach us', async () => {
  const refund = { number: 'R-B1', at: new Date(), isBack: true, amount: 175, what: 'Refund', payer: 'Vera' }
  const receipts = {
    trip: null,
    opensTrip: false,
    gift: { trip: null, worth: 175, recipientName: 'Tom' },
    receipts: [{ ...refund, how: 'Visa ending in 1111' }],
    tips: [],
    statement: null,
  }
  open(
    {},
    () => Response.json({ success: false, error: 'voucher-void', message: 'This gift was canceled.' }, { status: 409 }),
    { 'POST /api/trips/receipts': () => Response.json(receipts) },
  )
  expect(textOf(await screen.findByText(/^Refund:/))).toBe('Refund: $175.00, Visa ending in 1111.')
  expect(screen.getByText('It was $175.00, for Tom.')).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'This gift was canceled' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Receipts' }).getAttribute('href')).toMatch(/^\/receipts\/.*#/)
  expect(screen.getByText(/^Please (call|contact|write to) us/)).toBeDefined()
  expect(screen.queryByText(/payment link/)).toBeNull()
})

test('who gave a gift that was used reads where it went, and can give it no more', async () => {
  const use = { tripDate: '2027-05-28', isCanceled: false, amount: 500 }
  open({ sentAt: '2027-01-01T14:00:00Z', recipientEmail: 'tom@example.com', left: 200, uses: [use] })
  expect(await screen.findByText(/\$500\.00 went to a trip on Friday, May 28, 2027\./)).toBeDefined()
  expect(screen.getByText('$200.00')).toBeDefined()
  expect(screen.getByText('WXYZ-2345-ABCD-6789')).toBeDefined()
  for (const way of ['Print the poster', 'Send it to another address', 'Text it'])
    expect(screen.queryByText(way), way).toBeNull()
  cleanup()
  open({ left: 0, uses: [{ ...use, amount: 700 }] })
  expect(await screen.findByText('Nothing')).toBeDefined()
  expect(screen.queryByText('WXYZ-2345-ABCD-6789')).toBeNull()
})

test.each([
  ['Priya Nair', 'Priya Nair'],
  ['Priya', ''],
  ['Priya Nair & family', ''],
  ['The Nairs', ''],
])('the card of a gift from %j has the name %j', async (senderName, name) => {
  open({ senderName, code: null, status: null })
  expect(await screen.findByLabelText<HTMLInputElement>('Cardholder name')).toHaveProperty('value', name)
})
