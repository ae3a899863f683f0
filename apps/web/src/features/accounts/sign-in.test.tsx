import { addresses } from '@arcadia/contract/addresses'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { adminSession, customerSession } from '../../session/session.tsx'
import { ADMIN, answerWith, refused, show } from '../../testing/show.tsx'
import { AdminLoginForm } from './admin-login-form.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { SignInLinkPage } from './sign-in-link-page.tsx'
import { SignUpDialog } from './sign-up-dialog.tsx'

const USER = {
  id: 2,
  username: 'ada',
  email: 'ada@example.com',
  emailConfirmed: true,
  hasPassword: true,
  pendingEmail: null,
}
const NAMES = { firstName: 'Ada', lastName: 'Angler', phoneNumber: '(863) 555-0142' }
const session = (role: 'USER' | 'ADMIN') => () =>
  Response.json({
    token: 'opened',
    user: { ...USER, ...NAMES, role, position: role === 'ADMIN' ? 'OFFICE' : null },
  })
const onClose = vi.fn()

afterEach(() => {
  customerSession.signOut()
  adminSession.signOut()
  onClose.mockClear()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
// A busy button also has its other text, hidden.
const submit = () => fireEvent.submit(document.querySelector('form')!)

function signIn(): void {
  type('Username or email', 'ada')
  type('Password', 'correct horse battery')
  submit()
}

test('sign-up shows the specified errors and sends nothing', async () => {
  const asked = answerWith({})
  show(<SignUpDialog onClose={onClose} />)
  type('Username', 'ab')
  type('Email', 'new@example.com')
  type('Password', 'short')
  type('Confirm password', 'other')
  submit()
  for (const message of [
    'Username must be at least 3 characters long',
    'Password must be at least 6 characters long',
    'Passwords do not match',
    'Phone number is required',
  ])
    expect(await screen.findByText(message)).toBeDefined()
  expect(asked).toEqual([])
})

test('reports a taken username and keeps what was typed', async () => {
  answerWith({ 'POST /api/auth/register': refused(409, 'That username is already taken.', 'username-taken') })
  show(<SignUpDialog onClose={onClose} />)
  type('Username', 'ADA')
  type('Email', 'new@example.com')
  type('Password', 'correct horse battery')
  type('Confirm password', 'correct horse battery')
  type('Phone number', '(863) 555-0142')
  submit()
  expect(await screen.findByText('That username is already taken.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com')
})

test('shows a wrong password in the dialog', async () => {
  answerWith({ 'POST /api/auth/login': refused(401, 'Invalid username or password', 'invalid-credentials') })
  show(<SignInDialog onClose={onClose} />)
  signIn()
  expect(await screen.findByText('Invalid username or password')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('sends an owner to the portal and ends the session that was opened', async () => {
  const asked = answerWith({
    'POST /api/auth/login': session('ADMIN'),
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  })
  show(<SignInDialog onClose={onClose} />)
  signIn()
  expect(await screen.findByText('This account requires admin access. Please use the admin portal.')).toBeDefined()
  await waitFor(() => expect(asked).toEqual(['POST /api/auth/login', 'POST /api/auth/logout']))
  expect(customerSession.getState().session).toBeNull()
})

test('a customer’s password does not open the portal', async () => {
  const asked = answerWith({
    'POST /api/auth/login': session('USER'),
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  })
  show(<AdminLoginForm>{null}</AdminLoginForm>)
  signIn()
  expect(await screen.findByText('Access denied. Admin privileges required.')).toBeDefined()
  await waitFor(() => expect(asked).toContain('POST /api/auth/logout'))
  expect(adminSession.getState().session).toBeNull()
})

test('an admin’s password does', async () => {
  answerWith({ 'POST /api/auth/login': session('ADMIN') })
  show(<AdminLoginForm>{null}</AdminLoginForm>)
  signIn()
  await waitFor(() => expect(adminSession.getState().session?.user.role).toBe(ADMIN.user.role))
})

test('who picked a date is asked once if they are new', () => {
  show(<SignInDialog date="2027-06-10" hasAccount onClose={onClose} />)
  expect(screen.getByRole('button', { name: "I'm new here" })).toBeDefined()
  expect(screen.queryByText(/^New here\?/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign Up' })).toBeDefined()
})

const Where = () => <p>{`at ${useLocation().pathname}`}</p>

test.each([
  { asks: USER.email.toUpperCase(), ends: addresses.trip.own.href({ id: 33 }) },
  { asks: 'bea@example.com', ends: addresses.bookings.href() },
])('a link that $asks asked for at the page of a trip ends at $ends', async ({ asks, ends }) => {
  answerWith({
    'POST /api/auth/sign-in-link': () => Response.json({ message: 'On its way.' }, { status: 202 }),
    'POST /api/auth/sign-in-link/open': () => Response.json({ email: USER.email, selectedDate: null }),
    'POST /api/auth/sign-in-link/use': session('USER'),
  })
  show(<SignInDialog goOnTo={addresses.trip.own.href({ id: 33 })} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  type('Email', asks)
  submit()
  // The address may break before its @, so it is in pieces.
  await waitFor(() => expect(document.body.textContent).toContain(asks))
  cleanup()
  const page = (
    <>
      <SignInLinkPage />
      <Where />
    </>
  )
  show(page, addresses.signIn.href({ id: 'abc', token: 'token' }))
  fireEvent.click(await screen.findByText('Sign In', { selector: 'button *' }))
  expect(await screen.findByText(`at ${ends}`)).toBeDefined()
})
