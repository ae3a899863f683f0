import type { Session } from '@arcadia/contract/accounts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show } from '../../testing/show.tsx'
import { GiftVouchersPage } from './gift-vouchers-page.tsx'

const sessionOf = (id: number) =>
  ({ token: `t${id}`, user: { id, username: `u${id}`, email: `u${id}@example.com`, role: 'USER' } }) as Session
const signIn = (id: number) => act(() => customerSession.signIn(sessionOf(id)))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

document.head.innerHTML = '<script type="application/json" id="site-data">{"testMode":true}</script>'

beforeEach(() => {
  answerWith({
    'GET /api/gift-vouchers': () => Response.json([]),
    'GET /api/quickbooks/oauth/status': () =>
      Response.json({ isConnected: true, realmId: '1', needsRefresh: false, message: '' }),
  })
})
afterEach(() => {
  cleanup()
  customerSession.signOut()
  sessionStorage.clear()
})

function fillIn() {
  fireEvent.change(field('Amount in dollars'), { target: { value: '200' } })
  fireEvent.change(field("Who it's for"), { target: { value: 'Grandpa' } })
  fireEvent.change(field('From'), { target: { value: 'Ann' } })
  fireEvent.change(field('Your message (optional)'), { target: { value: 'See you at the ramp' } })
}
const toPayment = async () => {
  press(/^Continue/)
  await screen.findByLabelText('Card number')
}

test('a gift typed before signing in is still there on the way back from the card, and after a reload', async () => {
  show(<GiftVouchersPage />)
  fillIn()
  signIn(1)
  await toPayment()
  press('Back')
  expect(field('Your message (optional)').value).toBe('See you at the ramp')
  cleanup()
  show(<GiftVouchersPage />)
  expect(field('Your message (optional)').value).toBe('See you at the ramp')
})

test('the next person to sign in sees neither the card step nor the gift of another', async () => {
  signIn(1)
  show(<GiftVouchersPage />)
  fillIn()
  await toPayment()
  signIn(2)
  expect(screen.queryByText('Grandpa')).toBeNull()
  expect(field("Who it's for").value).toBe('')
  expect(field('Your message (optional)').value).toBe('')
})
