import * as z from 'zod/mini'
import { Session } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { LinkToken } from './fields.ts'
import { Email, PhoneNumber, requiredLine } from './text-fields.ts'
import { TripDate } from './trip-date.ts'

/** A first-time customer, who books without choosing a username or password. */
export const Newcomer = z.strictObject({
  firstName: requiredLine('First name'),
  lastName: requiredLine('Last name'),
  email: Email,
  phoneNumber: PhoneNumber,
})
export type Newcomer = z.infer<typeof Newcomer>

export const registerNewcomer = endpoint({
  method: 'POST',
  path: '/api/auth/register/newcomer',
  access: 'public',
  takesKey: true,
  summary:
    'Creates a USER account without a password, signs it in and emails a link to set one. A retry within 15 minutes under the same `Idempotency-Key` signs in to the same account.',
  failed: 'Registration failed',
  body: Newcomer,
  response: Session,
  status: 201,
  errors: ['email-taken', 'too-many-requests'],
})

export const askForSignInLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link',
  access: 'public',
  summary:
    'Emails a single-use sign-in link, good for 15 minutes, if the address has a USER account; the answer is the same either way. With a `selectedDate`, the link leads back to booking it.',
  body: z.strictObject({ email: Email, selectedDate: z.optional(TripDate) }),
  response: z.object({ message: z.string() }),
  status: 202,
})

export const openSignInLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link/open',
  access: 'public',
  summary: 'Whose account a sign-in link opens, and the date it leads back to. Signs nobody in and uses nothing up.',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({ email: z.string(), selectedDate: z.nullable(TripDate) }),
  errors: ['link-invalid'],
})

export const signInWithLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link/use',
  access: 'public',
  summary: 'Signs in with the single-use token of an emailed link and confirms the address.',
  failed: 'Login failed',
  body: z.strictObject({ token: LinkToken }),
  response: Session,
  errors: ['link-invalid'],
})

/** A default username made from the email address; `suffix` avoids a taken one. */
export function usernameFor(email: string, suffix = ''): string {
  const plain = email
    .trim()
    .replace(/@.*/, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\w.-]+/g, '.')
    .slice(0, 90)
  return `${plain.length < 3 ? `angler.${plain}` : plain}${suffix && `.${suffix}`}`
}
