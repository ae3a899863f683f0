import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { requiredLine } from '../fields.ts'

// Notices on a device that the owner turned them on in (docs/rules.md §23).

export const errors = {
  'not-a-push-service': { status: 400, message: "This browser's notifications cannot be used here." },
} as const

const Address = requiredLine('The address of the push service', 1000).check(z.refine(URL.canParse, 'Not an address.'))

/** Where a browser takes notices, in the form that its push manager gives. */
export const PushDevice = z.strictObject({
  endpoint: Address,
  keys: z.strictObject({
    /** A point of P-256 and 16 bytes, in base64url. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, 'Not a key.')),
    auth: z.string().check(z.regex(/^[\w-]{22}$/, 'Not a secret.')),
  }),
})
export type PushDevice = z.infer<typeof PushDevice>

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/admin/push-key',
  access: 'owner',
  summary: 'The key that a browser turns notices on with.',
  failed: 'Failed to turn on notifications',
  response: z.object({ publicKey: z.string() }),
})

export const keepPushDevice = endpoint({
  method: 'PUT',
  path: '/api/admin/push-devices',
  access: 'owner',
  summary: 'Sends the notices to this browser too; once, however often it is called.',
  failed: 'Failed to turn on notifications',
  body: PushDevice,
  response: null,
  errors: ['not-a-push-service'],
})

export const forgetPushDevice = endpoint({
  method: 'POST',
  path: '/api/admin/push-devices/off',
  access: 'owner',
  summary: 'Sends no more notices to this browser.',
  failed: 'Failed to turn off notifications',
  body: z.pick(PushDevice, { endpoint: true }),
  response: null,
})
