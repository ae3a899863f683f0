import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, LinkToken } from './fields.ts'
import { withoutUnseen } from './phone-numbers.ts'
import { Email, lineChecks, optionalLine, PhoneNumber, requiredLine } from './text-fields.ts'

export const Role = z.enum(['USER', 'ADMIN'])
export type Role = z.infer<typeof Role>

/** An ADMIN's position; docs/rules.md §22 says what each may do. */
export const Position = z.enum(['OWNER', 'OFFICE', 'GUIDE'], 'The position must be OWNER, OFFICE or GUIDE.')
export type Position = z.infer<typeof Position>

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  /** False until the link in the confirmation email is opened. */
  emailConfirmed: z.boolean(),
  /** False for an account that an admin or a first booking created, until its customer sets a password. */
  hasPassword: z.boolean(),
  /** Replaces `email` once the link sent to it is opened. */
  pendingEmail: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  role: Role,
  /** Null for a USER. */
  position: z.nullable(Position),
  /** Only of the guest that an owner books a test as (docs/rules.md §9.11). */
  isTest: z.optional(z.boolean()),
})
export type User = z.infer<typeof User>

/** A first start makes an owner whose address is at `localhost`. */
export const isReachable = (email: string) => z.safeParse(Email, email).success

export const Session = z.object({ token: z.string(), user: User })
export type Session = z.infer<typeof Session>

/** The texts are fixed in docs/rules.md §6.2. The server's `PASSWORD_MIN_LENGTH` can raise the minimum. */
export const PASSWORD_MIN_LENGTH = 6
export const ADMIN_PASSWORD_MIN_LENGTH = 12
export const passwordTooShort = (minLength: number) => `Password must be at least ${minLength} characters long`

export const NewPassword = z
  .string('Password is required')
  .check(
    z.normalize('NFC'),
    z.minLength(1, 'Password is required'),
    z.minLength(PASSWORD_MIN_LENGTH, passwordTooShort(PASSWORD_MIN_LENGTH)),
    z.maxLength(256, 'Password can be at most 256 characters long'),
  )

export const Username = z
  .string('Username is required')
  .check(
    z.trim(),
    z.normalize('NFKC'),
    z.minLength(1, 'Username is required'),
    z.minLength(3, 'Username must be at least 3 characters long'),
    z.maxLength(100, 'Username can be at most 100 characters long'),
    z.regex(/^[a-z\d._-]+$/i, 'A username can only have letters, digits, dots, dashes, and underscores'),
  )

export const NewAccount = z.strictObject({
  username: Username,
  email: Email,
  password: NewPassword,
  firstName: optionalLine('First name'),
  lastName: optionalLine('Last name'),
  phoneNumber: PhoneNumber,
})
export type NewAccount = z.infer<typeof NewAccount>

const atMost256 = z.maxLength(256, 'Password can be at most 256 characters long')

/** An existing account's password. */
export const KnownPassword = z.string('Password is required').check(z.minLength(1, 'Password is required'), atMost256)

/** What keyboards and clipboards add to a name: invisible marks, and blanks inside an address. */
function asMeant(typed: string): string {
  const visible = withoutUnseen(typed)
  return visible.includes('@') ? visible.replace(/\s/g, '') : visible.trim()
}

export const Credentials = z.strictObject({
  usernameOrEmail: z
    .string('Username or email is required')
    .check(
      z.overwrite(asMeant),
      z.normalize('NFKC'),
      z.minLength(1, 'Username or email is required'),
      ...lineChecks('Username or email', 254),
    ),
  password: KnownPassword,
})

/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const SecondFactorCode = requiredLine('Code', 40)

/** Given at sign-in to stay signed in on this device for 30 days (docs/rules.md §4.21); only for staff. */
export const DeviceName = z.optional(requiredLine('Device name', 40))

export const errors = {
  'invalid-login': { status: 401, message: 'Invalid username or password' },
  'account-deactivated': { status: 403, message: 'This account has been deactivated.' },
  'too-many-failures': {
    status: 429,
    message: 'Too many failed attempts. You can reset your password right away.',
  },
  'username-taken': { status: 409, message: 'That username is already taken.' },
  'email-taken': { status: 409, message: 'An account with that email address already exists.' },
  'password-refused': { status: 400, message: 'Please choose a different password.' },
  'wrong-password': { status: 400, message: 'The current password is incorrect.' },
  'no-password': {
    status: 409,
    message: "Your account doesn't have a password yet. Set one first: we'll email you a link.",
  },
  'whose-sign-up': { status: 409, message: 'Please say whether you signed up with this address.' },
  'link-invalid': { status: 400, message: 'This link has expired or was already used. Please ask for a new one.' },
} as const

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary:
    'Signs in, either role. `second-factor-required` only follows the right password: resend with a `code`. Staff stay signed in for 30 days on a named `device`.',
  failed: 'Login failed',
  body: z.extend(Credentials, { code: z.optional(SecondFactorCode), device: DeviceName }),
  response: Session,
  errors: [
    'invalid-login',
    'account-deactivated',
    'second-factor-required',
    'wrong-code',
    'too-many-failures',
    'too-many-requests',
  ],
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Creates a USER account and signs it in; an email asks to confirm the address.',
  failed: 'Registration failed',
  body: NewAccount,
  response: Session,
  status: 201,
  errors: ['username-taken', 'email-taken', 'password-refused', 'too-many-requests'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signed-in',
  summary: "Revokes the caller's token.",
  response: null,
})

export const testSession = endpoint({
  method: 'GET',
  path: '/api/auth/test',
  access: 'signed-in',
  summary: 'Plain text with the name of the signed-in user.',
  failed: 'Authentication failed',
  response: 'text',
})

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'signed-in',
  summary: 'The signed-in user.',
  response: User,
})

export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/auth/me',
  access: 'signed-in',
  overwrites: true,
  summary:
    'Changes name, phone or email. A new email needs the `currentPassword` and becomes `pendingEmail`; the old one gets a notice and stays in use until the new one is confirmed. At once for an address at `localhost` while no mail server is set.',
  body: z.strictObject({
    firstName: z.optional(optionalLine('First name')),
    lastName: z.optional(optionalLine('Last name')),
    phoneNumber: z.optional(PhoneNumber),
    email: z.optional(Email),
    currentPassword: z.optional(z.string('Password is required').check(atMost256)),
  }),
  response: User,
  errors: ['email-taken', 'wrong-password', 'no-password', 'too-many-failures', 'too-many-requests'],
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/pending-email',
  access: 'signed-in',
  summary: 'Cancels a change of email; the link sent to the new address stops working.',
  response: User,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/me/password',
  access: 'signed-in',
  summary: 'Changes the password, ends every other session of the account and returns a new token.',
  body: z.strictObject({
    currentPassword: z.string('Password is required').check(atMost256),
    newPassword: NewPassword,
  }),
  response: Session,
  errors: ['wrong-password', 'no-password', 'password-refused', 'too-many-failures'],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Emails a reset link if the address has an account; the answer is the same either way.',
  body: z.strictObject({ email: Email }),
  response: z.object({ message: z.string() }),
  status: 202,
})

export const openPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/open',
  access: 'public',
  summary: 'Whose password a reset link sets. Changes nothing and uses nothing up.',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({ username: z.string(), email: z.string(), hasPassword: z.boolean() }),
  errors: ['link-invalid'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary:
    'Sets a new password with the single-use token of a reset link, ends every session, and signs a customer in with a new one; staff sign in at the portal.',
  body: z.strictObject({ token: LinkToken, password: NewPassword }),
  response: z.object({ message: z.string(), session: z.nullable(Session) }),
  errors: ['link-invalid', 'password-refused'],
})

export const openConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email/open',
  access: 'public',
  summary: 'What a confirmation link confirms, and whether to ask whose it is. Confirms nothing.',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({
    email: z.string(),
    /** The account gets a new address; otherwise someone signed up with this one. */
    isNewAddress: z.boolean(),
    isConfirmed: z.boolean(),
    /** The first name, or the username if that looks like none. */
    name: z.string(),
    /** Null on the device that gave the address. */
    question: z.nullable(z.object({ device: z.nullable(z.string()), askedAt: Instant, needsPassword: z.boolean() })),
  }),
  errors: ['link-invalid'],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  summary:
    'Confirms the email address with the token of a confirmation link; a pending new address takes effect. On another device than the one that gave the address, `isMine` answers whether that was the person, with the password if the account has one; false ends the sign-up, or the change.',
  body: z.strictObject({ token: LinkToken, isMine: z.optional(z.boolean()), password: z.optional(KnownPassword) }),
  response: z.object({ message: z.string() }),
  errors: ['link-invalid', 'email-taken', 'whose-sign-up', 'wrong-password', 'too-many-failures'],
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/me/confirmation',
  access: 'signed-in',
  summary: 'Sends the confirmation link again, to the new address if one is waiting; at most 3 an hour.',
  response: z.object({ message: z.string() }),
  status: 202,
  errors: ['too-many-requests'],
})

export const logoutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  access: 'signed-in',
  summary: "Ends every session of the caller's account, on every device.",
  response: null,
})

export const closeAccount = endpoint({
  method: 'POST',
  path: '/api/auth/me/close',
  access: 'customer',
  summary: "Closes the caller's account for good. Its bookings stay, with name and address for disputes.",
  body: z.strictObject({ password: KnownPassword }),
  response: null,
  errors: ['wrong-password', 'no-password', 'payment-in-progress', 'too-many-failures'],
})
