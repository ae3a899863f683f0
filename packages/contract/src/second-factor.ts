import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requiredLine } from './fields.ts'

/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const SecondFactorCode = requiredLine('Code', 40)

export const errors = {
  'second-factor-required': {
    status: 401,
    message: 'Please enter the code from your authenticator app, or a recovery code.',
  },
  'wrong-code': { status: 400, message: 'That code is not right, or it was used already.' },
  'second-factor-is-on': { status: 409, message: 'A second factor is on already. Remove it to set up another one.' },
  'second-factor-is-off': { status: 409, message: 'There is no second factor yet. Please set it up first.' },
} as const

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/auth/me/second-factor',
  access: 'admin',
  summary: 'Whether signing in to this account needs a second factor, and how many recovery codes are left.',
  failed: 'Failed to load the second factor',
  response: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
})

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/me/second-factor',
  access: 'admin',
  summary: 'Makes a secret for an authenticator app (TOTP); it counts once it is confirmed.',
  failed: 'Failed to set up the second factor',
  body: z.strictObject({
    password: z
      .string('Password is required')
      .check(z.minLength(1, 'Password is required'), z.maxLength(256, 'Password can be at most 256 characters long')),
  }),
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
  access: 'admin',
  summary: 'Switches the second factor on with a first code; answers the ten recovery codes, once.',
  failed: 'Failed to switch on the second factor',
  body: z.strictObject({ code: SecondFactorCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['wrong-code', 'second-factor-is-on', 'second-factor-is-off', 'too-many-failures'],
})

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/auth/me/second-factor',
  access: 'admin',
  summary: 'Switches the second factor off, with a code of the app or a recovery code.',
  failed: 'Failed to switch off the second factor',
  body: z.strictObject({ code: SecondFactorCode }),
  response: null,
  status: 204,
  errors: ['wrong-code', 'second-factor-is-off', 'too-many-failures'],
})
