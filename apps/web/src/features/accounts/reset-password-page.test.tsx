import type { Session } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, refused, show } from '../../testing/show.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { SignInLinkPage } from './sign-in-link-page.tsx'

const ADA = { token: 'a', user: { id: 1, username: 'ada', email: 'ada@example.com', role: 'USER' } } as Session

afterEach(() => customerSession.signOut())

test('who sets a new password where they are signed in reads that it is changed, not that their session has ended', async () => {
  const told = vi.fn()
  customerSession.onEnd(told)
  customerSession.signIn(ADA)
  answerWith({
    'POST /api/auth/reset-password': () => Response.json({ message: 'Your password is changed.' }),
    'GET /api/auth/me': refused(401, 'Please sign in.', 'unauthorized'),
  })
  show(<ResetPasswordPage />, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  for (const name of ['New password', 'Confirm new password'])
    fireEvent.change(screen.getByLabelText(name), { target: { value: 'a brand new passphrase' } })
  fireEvent.submit(screen.getByLabelText('New password').closest('form')!)
  expect(await screen.findByText('Your password is changed.')).toBeDefined()
  await waitFor(() => expect(customerSession.getState().session).toBeNull())
  expect(told).not.toHaveBeenCalled()
})

const INVALID = refused(400, 'This link has expired or was already used. Please ask for a new one.', 'link-invalid')
const SENT = 'A fresh one is on its way.'

/** What the press sends. */
function freshLinks() {
  const sent: unknown[] = []
  answerWith({
    'POST /api/auth/reset-password': INVALID,
    'POST /api/auth/sign-in-link/open': INVALID,
    'POST /api/fresh-links': (body) => {
      sent.push(body)
      return Response.json({ message: SENT }, { status: 202 })
    },
  })
  return sent
}

test('a used or expired link to reset a password brings a fresh one with one press, and asks for no address', async () => {
  const sent = freshLinks()
  show(<ResetPasswordPage />, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  for (const name of ['New password', 'Confirm new password'])
    fireEvent.change(screen.getByLabelText(name), { target: { value: 'a brand new passphrase' } })
  fireEvent.submit(screen.getByLabelText('New password').closest('form')!)
  expect(await screen.findByText(/expired or was already used/)).toBeDefined()
  expect(screen.queryByLabelText('Email')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Send a fresh link/ }))
  expect(await screen.findByText(SENT)).toBeDefined()
  expect(sent).toEqual([{ link: 'abc' }])
})

test('a used or expired sign-in link brings a fresh one with one press, and asks for no address', async () => {
  const sent = freshLinks()
  show(<SignInLinkPage />, addresses.signIn.href({ id: 'abc', token: 'token' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Send a fresh link/ }))
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(await screen.findByText(SENT)).toBeDefined()
  expect(sent).toEqual([{ link: 'abc' }])
})
