import * as z from 'zod/mini'
import { DeviceName, Session } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { requiredLine } from '../text-fields.ts'

// Passkeys of staff (WebAuthn, docs/rules.md §4.22).

export const errors = {
  'passkey-refused': { status: 400, message: "That passkey didn't work. Try again, or use your password." },
  'passkey-not-found': { status: 404, message: "That passkey isn't there anymore." },
  'too-many-passkeys': { status: 409, message: 'You have 20 passkeys. Remove one to add another.' },
} as const

/** The most that an account may have. */
export const MOST_PASSKEYS = 20

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** The host that the site had when it was made, if that is another one: it signs in there only. */
  formerHost: z.nullable(z.string()),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type Passkey = z.infer<typeof Passkey>

export const PasskeyName = z.strictObject({ name: requiredLine('A name', 40) })

/** What the browser asks a key for, as the WebAuthn library makes it; the host is the only one that the key signs for. */
const Options = z.looseObject({ challenge: z.string(), rpId: z.string() })
const NewPasskeyOptions = z.looseObject({ challenge: z.string(), rp: z.object({ id: z.string(), name: z.string() }) })

const part = (limit = 2000) => z.string().check(z.minLength(1), z.maxLength(limit))
const credential = { id: part(), rawId: part(), type: z.literal('public-key'), clientExtensionResults: z.object({}) }

/** What a new key answers. */
const NewPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part(),
    attestationObject: part(20_000),
    transports: z.optional(z.array(part(40)).check(z.maxLength(10))),
  }),
})

/** What a known key answers. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part(),
    authenticatorData: part(),
    signature: part(),
    userHandle: z.optional(part(200)),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/auth/me/passkeys',
  access: 'guide',
  summary: "The caller's passkeys, newest first.",
  failed: 'Failed to load your passkeys',
  response: z.array(Passkey),
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/me/passkeys/options',
  access: 'guide',
  asksAgain: 'staff',
  summary: 'What a browser needs to make a passkey; for one `addPasskey`, within five minutes.',
  failed: 'Failed to add the passkey',
  response: NewPasskeyOptions,
  errors: ['too-many-passkeys'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/me/passkeys',
  access: 'guide',
  asksAgain: 'staff',
  summary: 'Adds the passkey that the browser made. Its person is emailed.',
  failed: 'Failed to add the passkey',
  body: z.strictObject({ ...PasskeyName.shape, passkey: NewPasskeyAnswer }),
  response: Passkey,
  status: 201,
  errors: ['passkey-refused', 'too-many-passkeys'],
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/auth/me/passkeys/:id',
  access: 'guide',
  summary: "Gives one of the caller's passkeys another name.",
  failed: 'Failed to rename the passkey',
  params: z.object({ id: IdInPath }),
  body: PasskeyName,
  response: null,
  errors: ['passkey-not-found'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/passkeys/:id',
  access: 'guide',
  asksAgain: 'staff',
  summary: "Removes one of the caller's passkeys, who is emailed.",
  failed: 'Failed to remove the passkey',
  params: z.object({ id: IdInPath }),
  response: null,
  errors: ['passkey-not-found'],
})

export const startPasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/confirm/passkey',
  access: 'guide',
  summary: "What a browser needs to ask one of the caller's passkeys; for one `confirmItIsYou`, within five minutes.",
  failed: "Failed to confirm that it's you",
  response: Options,
})

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'public',
  summary: 'What a browser needs to ask for a passkey; for one `signInWithPasskey`, within five minutes.',
  failed: 'Login failed',
  response: Options,
  errors: ['too-many-requests'],
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  access: 'public',
  summary:
    'Signs staff in with a passkey, which stands for password and code. They stay signed in for 30 days on a named `device`.',
  failed: 'Login failed',
  body: z.strictObject({ passkey: PasskeyAnswer, device: DeviceName }),
  response: Session,
  errors: ['passkey-refused', 'account-deactivated'],
})
