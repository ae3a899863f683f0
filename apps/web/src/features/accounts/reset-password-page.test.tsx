import type { Session } from '@arcadia/contract/accounts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, refused, show } from '../../testing/show.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

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
  show(<ResetPasswordPage />, '/reset-password/abc#token')
  for (const name of ['New password', 'Confirm new password'])
    fireEvent.change(screen.getByLabelText(name), { target: { value: 'a brand new passphrase' } })
  fireEvent.submit(screen.getByLabelText('New password').closest('form')!)
  expect(await screen.findByText('Your password is changed.')).toBeDefined()
  await waitFor(() => expect(customerSession.getState().session).toBeNull())
  expect(told).not.toHaveBeenCalled()
})
