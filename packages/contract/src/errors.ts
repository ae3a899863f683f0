import * as z from 'zod/mini'

/** What any endpoint can answer. */
export const errors = {
  'invalid-input': { status: 400, message: 'Please check what you entered.' },
  'malformed-body': { status: 400, message: 'The request could not be read.' },
  unauthorized: { status: 401, message: 'Authentication required. Please log in to continue.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  'not-found': { status: 404, message: 'We could not find what you asked for.' },
  'body-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'Please send JSON.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a little and try again.' },
  'internal-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'not-ready': { status: 503, message: 'The service is not ready. Please try again in a moment.' },
} as const

/** The form of every failed answer (docs/rules.md §7.1). */
export const ErrorBody = z.object({
  message: z.string(),
  error: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
