import type { AdminGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { adminSession } from '../../session/session.tsx'
import { ADMIN, answerWith, show, showToAdmin } from '../../testing/show.tsx'
import { AdminVoucherPanel } from './admin-voucher-panel.tsx'

const VOUCHER: AdminGiftVoucher = {
  id: 7,
  worth: 500_00,
  left: 500_00,
  trip: null,
  senderName: 'Sam',
  recipientName: 'Robin',
  recipientEmail: null,
  words: null,
  picture: 'moss',
  sendOn: null,
  sentAt: null,
  expiresOn: null,
  createdAt: new Date('2027-06-01T12:00:00Z'),
  lastFour: 'WXYZ',
  isSold: true,
  sale: null,
  charge: { left: 500_00, takenBack: 0 },
  buyerEmail: 'sam@example.com',
  buyerPhone: null,
  status: 'GOOD',
  by: { id: null, name: 'sam@example.com', isAdmin: false },
  uses: [],
}
const history = { 'GET /api/admin/audit-log': () => Response.json({ content: [], totalPages: 0, totalElements: 0 }) }
const panel = (more: Partial<AdminGiftVoucher> = {}) => (
  <AdminVoucherPanel voucher={{ ...VOUCHER, ...more }} onClose={() => {}} />
)
const take = () => screen.queryByRole('button', { name: 'The bank took it back' })

test('an owner records that the bank took back what a card paid, also of a void voucher', async () => {
  const recorded: unknown[] = []
  const path = 'POST /api/admin/gift-vouchers/7/chargeback'
  const record = (body: unknown) => {
    recorded.push(body)
    return new Response(null, { status: 204 })
  }
  answerWith({ ...history, [path]: record })
  showToAdmin(panel({ status: 'VOID' }))
  fireEvent.click(take()!)
  expect(await screen.findByText('$500.00 of this payment is left.')).toBeDefined()
  fireEvent.change(screen.getByLabelText('What the bank says'), { target: { value: 'Case 42' } })
  fireEvent.click(screen.getByRole('button', { name: /^Record it/ }))
  await waitFor(() => expect(recorded).toMatchObject([{ amount: 500, description: 'Case 42' }]))
})

test('what was taken back stands in its summary, and is won back by a press', async () => {
  const path = 'POST /api/admin/gift-vouchers/7/chargeback-won'
  const asked = answerWith({ ...history, [path]: () => new Response(null, { status: 204 }) })
  showToAdmin(panel({ charge: { left: 0, takenBack: 500_00 } }))
  expect(screen.getByText('Taken back by the bank').closest('div')!.textContent).toContain('$500.00')
  expect(take()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^We won it after all/ }))
  await waitFor(() => expect(asked).toContain(path))
})

test('the office and a voucher that no card paid have neither', () => {
  answerWith(history)
  showToAdmin(panel({ charge: null }))
  expect(take()).toBeNull()
  cleanup()
  adminSession.signIn({ ...ADMIN, user: { ...ADMIN.user, position: 'OFFICE' } })
  show(panel())
  expect(take()).toBeNull()
})
