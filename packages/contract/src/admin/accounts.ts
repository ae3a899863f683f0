import * as z from 'zod/mini'
import { KnownPassword, Position, Role, SecondFactorCode } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { optionalPageQuery, pageOf, SearchText, sortedBy, TrueOrFalse } from '../lists.ts'
import { OptionalMail } from '../unsubscriptions.ts'
import { PasskeyAnswer } from './passkeys.ts'

// Separate from `accounts.ts`, which every page loads.

export const errors = {
  'user-not-found': { status: 404, message: "We couldn't find that account." },
  'own-account': { status: 409, message: "You can't deactivate your own account." },
  'confirm-it-is-you': { status: 403, message: "Please confirm that it's you." },
  'second-factor-required': {
    status: 401,
    message: 'Please enter the code from your authenticator app, or a recovery code.',
  },
  'wrong-code': { status: 400, message: 'That code is incorrect, or it was already used.' },
  'second-factor-is-on': { status: 409, message: 'Two-step sign-in is already on. Turn it off to set it up again.' },
  'second-factor-is-off': { status: 409, message: "Two-step sign-in isn't set up yet. Please set it up first." },
} as const

/** An account as the owner sees it. */
export const AdminUser = z.object({
  id: Id,
  username: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  role: Role,
  position: z.nullable(Position),
  isActive: z.boolean(),
  /** Of any status. */
  bookingCount: z.int(),
  /** The emails that they ended, by kind. */
  unsubscribedFrom: z.array(OptionalMail),
  createdAt: Instant,
})
export type AdminUser = z.infer<typeof AdminUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'office',
  summary:
    'Accounts, newest first: a page with `page`, without it a plain array of at most 1000. Closed ones are not listed.',
  failed: 'Failed to load users',
  query: z.object({
    ...optionalPageQuery,
    q: z.optional(SearchText),
    status: z.optional(z.enum(['ACTIVE', 'INACTIVE'], 'The status is ACTIVE or INACTIVE.')),
    sort: sortedBy('name', 'email', 'role', 'bookings', 'created'),
  }),
  response: z.union([pageOf(AdminUser), z.array(AdminUser)]),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'office',
  summary: 'One account.',
  failed: 'Failed to load users',
  params: z.object({ id: IdInPath }),
  response: AdminUser,
  errors: ['user-not-found'],
})

export const setUserStatus = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/status',
  access: 'office',
  asksAgain: 'staff',
  summary:
    'Activates or deactivates an account. Deactivating ends its sessions right away, frees its unpaid holds and takes it off waitlists; bookings stay.',
  failed: 'Failed to update user status',
  params: z.object({ id: IdInPath }),
  query: z.object({ isActive: TrueOrFalse }),
  response: AdminUser,
  errors: ['user-not-found', 'own-account'],
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/auth/me/second-factor',
  access: 'guide',
  summary:
    'Whether signing in to this account needs a second factor, and how many recovery codes and passkeys there are.',
  failed: 'Failed to load two-step sign-in',
  response: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int(), passkeys: z.int() }),
})

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/me/second-factor',
  access: 'guide',
  summary: 'Creates a secret for an authenticator app (TOTP). It takes effect once confirmed.',
  failed: 'Failed to set up two-step sign-in',
  body: z.strictObject({ password: KnownPassword }),
  response: z.object({
    /** Base 32, for typing. */
    secret: z.string(),
    /** `otpauth://`, for a QR code. */
    uri: z.string(),
  }),
  errors: ['wrong-password', 'second-factor-is-on', 'too-many-failures'],
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/me/second-factor/confirm',
  access: 'guide',
  summary: 'Turns the second factor on with a first code; returns the ten recovery codes, once.',
  failed: 'Failed to turn on two-step sign-in',
  body: z.strictObject({ code: SecondFactorCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['wrong-code', 'second-factor-is-on', 'second-factor-is-off', 'too-many-failures'],
})

export const confirmItIsYou = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  access: 'guide',
  summary:
    'Answers `confirm-it-is-you`, for this session and 15 minutes: a passkey, or the password, and a code where two-step sign-in is on. Then the refused call goes again, under the same `Idempotency-Key`.',
  failed: "Failed to confirm that it's you",
  body: z
    .strictObject({
      password: z.optional(KnownPassword),
      code: z.optional(SecondFactorCode),
      passkey: z.optional(PasskeyAnswer),
    })
    .check(
      z.refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
        error: 'Password is required',
        path: ['password'],
      }),
    ),
  response: null,
  errors: ['wrong-password', 'wrong-code', 'passkey-refused', 'too-many-failures'],
})

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/second-factor',
  access: 'guide',
  summary: 'Turns the second factor off, with an app code or a recovery code.',
  failed: 'Failed to turn off two-step sign-in',
  body: z.strictObject({ code: SecondFactorCode }),
  response: null,
  errors: ['wrong-code', 'second-factor-is-off', 'too-many-failures'],
})
