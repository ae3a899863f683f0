import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'

// Where staff are signed in (docs/rules.md §4.21).

export const errors = {
  'device-not-found': { status: 404, message: 'That device is already signed out.' },
} as const

export const Device = z.object({
  id: Id,
  /** Null for a sign-in that nobody asked to keep: it ends after 12 hours. */
  name: z.nullable(z.string()),
  signedInAt: Instant,
  /** To within ten minutes. */
  lastUsedAt: Instant,
  endsAt: Instant,
  /** The one that asks. */
  isThisOne: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/auth/me/devices',
  access: 'guide',
  summary: 'Where the caller is signed in: this device first, then the last used.',
  failed: 'Failed to load your devices',
  response: z.array(Device),
})

export const endDevice = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/devices/:id',
  access: 'guide',
  summary: "Signs one of the caller's devices out, and ends the notifications that it turned on.",
  failed: 'Failed to sign that device out',
  params: z.object({ id: IdInPath }),
  response: null,
  errors: ['device-not-found'],
})

export const endOtherDevices = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/devices',
  access: 'guide',
  summary: "Signs all of the caller's devices out but this one, and ends the notifications that they turned on.",
  failed: 'Failed to sign your other devices out',
  response: null,
})
