import * as z from 'zod/mini'
import { addresses } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { LinkToken } from './fields.ts'

/** The emails that whoever gets them may end, by kind (docs/rules.md §8.21). */
export const OPTIONAL_MAILS = {
  'review-asked': 'emails that ask how a trip was',
  'waitlist-offer': 'emails about open spots',
} as const

export const OptionalMail = z.enum(['review-asked', 'waitlist-offer'])
export type OptionalMail = z.infer<typeof OptionalMail>

/** What the link of such an email is about. */
export const Unsubscription = z.object({ email: z.string(), kind: OptionalMail, isSubscribed: z.boolean() })
export type Unsubscription = z.infer<typeof Unsubscription>

export const errors = {
  'unsubscribe-link-invalid': { status: 404, message: "This link doesn't work anymore." },
} as const

export const openUnsubscription = endpoint({
  method: 'POST',
  path: '/api/unsubscriptions/open',
  access: 'public',
  summary: 'Which emails the link in one of them ends, and whether they still go out.',
  failed: 'Failed to open the link',
  body: z.strictObject({ token: LinkToken }),
  response: Unsubscription,
  errors: ['unsubscribe-link-invalid', 'too-many-requests'],
})

export const setSubscribed = endpoint({
  method: 'PUT',
  path: '/api/unsubscriptions',
  access: 'public',
  summary:
    'Ends these emails for the address that got the link, or lets them go out again. Ending those about open spots leaves every waitlist.',
  failed: 'Failed to save it',
  body: z.strictObject({ token: LinkToken, isSubscribed: z.boolean() }),
  response: Unsubscription,
  errors: ['unsubscribe-link-invalid', 'too-many-requests'],
})

export const unsubscribeInOneClick = endpoint({
  method: 'POST',
  path: addresses.unsubscribe.oneClick.path,
  access: 'public',
  takesForm: true,
  summary: 'What a mail program sends for its own "Unsubscribe" (RFC 8058); the page of the same address only asks.',
  params: z.object({ link: LinkToken }),
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') }),
  response: 'text',
  errors: ['unsubscribe-link-invalid', 'too-many-requests'],
})
