import type { User } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, refused, show } from '../../testing/show.tsx'
import { dropToasts, Toaster } from '../../ui/toast.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { SignInLinkPage } from './sign-in-link-page.tsx'

const ADA = { id: 1, username: 'ada', email: 'ada@example.com', role: 'USER' } as User
const OWNER = { username: 'ada', email: 'ada@example.com', hasPassword: true }
const OPENED = () => Response.json(OWNER)

afterEach(() => {
  customerSession.signOut()
  dropToasts()
})

async function setPassword() {
  for (const name of ['New password', 'Confirm new password'])
    fireEvent.change(await screen.findByLabelText(name), { target: { value: 'a brand new passphrase' } })
  fireEvent.submit(screen.getByLabelText('New password').closest('form')!)
}

/** The page and the one it leads to. */
const pages = (
  <>
    <Routes>
      <Route path={addresses.resetPassword.path} element={<ResetPasswordPage />} />
      <Route path={addresses.bookings.path} element={<h1>Manage Bookings</h1>} />
      <Route path={addresses.trip.own.href({ id: 33 })} element={<h1>Trip 33</h1>} />
    </Routes>
    <Toaster />
  </>
)

test.each([
  ['who is signed out', null],
  ['who is signed in, and reads nothing of a session that has ended,', { token: 'a', user: ADA }],
])('%s sets a new password and goes on to the bookings, signed in', async (_, before) => {
  const told = vi.fn()
  customerSession.onEnd(told)
  if (before) customerSession.signIn(before)
  const user = { ...ADA, emailConfirmed: true, hasPassword: true, pendingEmail: null, firstName: null, lastName: null }
  const session = { token: 'fresh', user: { ...user, phoneNumber: null, position: null } }
  answerWith({
    'POST /api/auth/reset-password/open': OPENED,
    'POST /api/auth/reset-password': () => Response.json({ message: 'Your password is changed.', session }),
  })
  show(pages, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  await setPassword()
  expect(await screen.findByRole('heading', { name: 'Manage Bookings' })).toBeDefined()
  expect(await screen.findByText('Your password is changed.')).toBeDefined()
  expect(customerSession.getState().session?.token).toBe('fresh')
  expect(told).not.toHaveBeenCalled()
})

test('who asked at the page of a trip ends there', async () => {
  const user = { ...ADA, emailConfirmed: true, hasPassword: true, pendingEmail: null, firstName: null, lastName: null }
  const session = { token: 'fresh', user: { ...user, phoneNumber: null, position: null } }
  answerWith({
    'POST /api/auth/forgot-password': () => Response.json({ message: 'On its way.' }, { status: 202 }),
    'POST /api/auth/reset-password/open': OPENED,
    'POST /api/auth/reset-password': () => Response.json({ message: 'Your password is changed.', session }),
  })
  show(<SignInDialog goOnTo={addresses.trip.own.href({ id: 33 })} onClose={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ADA.email } })
  fireEvent.submit(screen.getByLabelText('Email').closest('form')!)
  await screen.findByText(/On its way/)
  cleanup()
  show(pages, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  await setPassword()
  expect(await screen.findByRole('heading', { name: 'Trip 33' })).toBeDefined()
})

test('staff are led to their own sign-in, which asks for the code', async () => {
  const message = 'Your password is changed. Sign in with the new one.'
  answerWith({
    'POST /api/auth/reset-password/open': OPENED,
    'POST /api/auth/reset-password': () => Response.json({ message, session: null }),
  })
  show(pages, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  await setPassword()
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Owner sign-in' }).getAttribute('href')).toBe(addresses.staffSignIn.href())
  expect(customerSession.getState().session).toBeNull()
})

test('a password manager reads whose password it is, and so does the person', async () => {
  answerWith({ 'POST /api/auth/reset-password/open': OPENED })
  show(pages, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  const form = (await screen.findByLabelText('New password')).closest('form')!
  expect(form.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe('ada')
  expect(form.textContent).toContain('For ada@example.com')
})

test('who is signed in as somebody else reads so before saving', async () => {
  customerSession.signIn({ token: 'a', user: { ...ADA, username: 'bea', email: 'bea@example.com' } })
  answerWith({ 'POST /api/auth/reset-password/open': OPENED })
  show(pages, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  expect(await screen.findByText('bea@example.com')).toBeDefined()
})

const INVALID = refused(400, 'This link has expired or was already used. Please ask for a new one.', 'link-invalid')
const SENT = 'A fresh one is on its way.'

/** What the press sends. */
function freshLinks(opened = INVALID) {
  const sent: unknown[] = []
  answerWith({
    'POST /api/auth/reset-password/open': opened,
    'POST /api/auth/reset-password': INVALID,
    'POST /api/auth/sign-in-link/open': INVALID,
    'POST /api/fresh-links': (body) => {
      sent.push(body)
      return Response.json({ message: SENT }, { status: 202 })
    },
  })
  return sent
}

test.each([
  ['before anything is typed', INVALID],
  ['also if it was used meanwhile', OPENED],
])('a used or expired link to reset a password brings a fresh one with one press, %s', async (_, opened) => {
  const sent = freshLinks(opened)
  show(pages, addresses.resetPassword.href({ id: 'abc', token: 'token' }))
  if (opened === OPENED) await setPassword()
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
