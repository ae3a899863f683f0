import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { requiredLine } from '../text-fields.ts'

// Push notifications on devices where the owner turned them on (docs/rules.md §23).

export const errors = {
  'not-a-push-service': { status: 400, message: "Notifications don't work with this browser." },
} as const

const Address = requiredLine('The address of the push service', 1000).check(z.refine(URL.canParse, 'Not an address.'))

/** A browser's push subscription, as its push manager returns it. */
export const PushDevice = z.strictObject({
  endpoint: Address,
  keys: z.strictObject({
    /** A P-256 point and a 16-byte secret, in base64url. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, 'Not a key.')),
    auth: z.string().check(z.regex(/^[\w-]{22}$/, 'Not a secret.')),
  }),
})
export type PushDevice = z.infer<typeof PushDevice>

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/admin/push-key',
  access: 'owner',
  summary: 'The key a browser needs to turn on notifications.',
  failed: 'Failed to turn on notifications',
  response: z.object({ publicKey: z.string() }),
})

export const keepPushDevice = endpoint({
  method: 'PUT',
  path: '/api/admin/push-devices',
  access: 'owner',
  summary: 'Sends notifications to this browser too; idempotent.',
  failed: 'Failed to turn on notifications',
  body: PushDevice,
  response: null,
  errors: ['not-a-push-service'],
})

export const forgetPushDevice = endpoint({
  method: 'POST',
  path: '/api/admin/push-devices/off',
  access: 'owner',
  summary: 'Stops notifications to this browser.',
  failed: 'Failed to turn off notifications',
  body: z.pick(PushDevice, { endpoint: true }),
  response: null,
})
