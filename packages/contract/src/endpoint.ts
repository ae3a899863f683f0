import * as z from 'zod/mini'
import type { ErrorCode } from './catalog.ts'

/** Which roles and positions may call an endpoint (docs/rules.md §5.1). */
export const MAY_CALL = {
  'signed-in': ['USER', 'OWNER', 'OFFICE', 'GUIDE'],
  customer: ['USER'],
  'customer-or-office': ['USER', 'OWNER', 'OFFICE'],
  owner: ['OWNER'],
  office: ['OWNER', 'OFFICE'],
  guide: ['OWNER', 'OFFICE', 'GUIDE'],
} as const

/**
 * Who may call an endpoint, decided before the body or an id is read (docs/rules.md §5.2).
 * `anyone` reads a token if one is sent, `public` never does.
 */
export type Access = 'public' | 'anyone' | keyof typeof MAY_CALL

/**
 * Calls that change who rules or where money goes. Staff whose last answer is older than `ANSWER_HOLDS_MS` are asked again who
 * they are before these (docs/rules.md §4.17). Closing a day and calling it off are never among them.
 */
export const ASKED_AGAIN = [
  'backups',
  'configuration',
  'exports',
  'merchant',
  'refunds',
  'staff',
  'unpaid vouchers',
] as const
export type AskedAgain = (typeof ASKED_AGAIN)[number]

/** How long an answer holds on the device that gave it. Signing in is the first one. */
export const ANSWER_HOLDS_MS = 15 * 60_000

type Schema = z.ZodMiniType

/** One API call, defined once: the server binds it, the web app calls it, the API docs list it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In Fastify's syntax, `/api/bookings/:id`. */
  path: string
  access: Access
  /** Takes an `Idempotency-Key` header: the same key again gets the first answer (docs/rules.md §3.10). */
  takesKey?: true
  /** Why staff are asked again before this call; with `asksAgainIf`, only for such input. */
  asksAgain?: AskedAgain
  asksAgainIf?: (input: { query?: unknown; body?: unknown }) => boolean
  /** One line for the OpenAPI document. */
  summary: string
  /** Shown when the call fails and the server sent no message (docs/rules.md §6.1). */
  failed?: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** A schema; `'text'`, `'calendar'` (.ics), `'page'` (HTML), `'photo'` (JPEG) and `'stream'` (server-sent events) are sent as is; `null` means no body. */
  response: Schema | 'text' | 'calendar' | 'page' | 'photo' | 'stream' | null
  /** 200, or 204 without a body, unless given; several when the status depends on the outcome, the usual one first. */
  status?: number | readonly number[]
  /** How many pictures its body may have; any other body is small (docs/rules.md §7.3). */
  takesPictures?: number
  /** Overwrites what somebody else may have changed: beside its body, a request may say what its form `shown` (docs/rules.md §7.12). */
  overwrites?: true
  /** Its body may be a form, as mail programs send it. */
  takesForm?: true
  /** In addition to the errors every endpoint can return. */
  errors?: readonly ErrorCode[]
}

/** Declares an endpoint and keeps its literal type. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** Whether staff are asked again who they are before a call with this input. */
export function isAskedAgain(
  { asksAgain, asksAgainIf }: Endpoint,
  input: { query?: unknown; body?: unknown },
): boolean {
  return asksAgain !== undefined && (asksAgainIf?.(input) ?? true)
}

/** What an endpoint answers when nothing fails, the usual one first. */
export function statusesOf({ status, response }: Endpoint): readonly number[] {
  return [status ?? (response === null ? 204 : 200)].flat()
}

type Part<E, K extends keyof Endpoint> = E extends { [P in K]: infer S extends Schema }
  ? { [P in K]: z.output<S> }
  : unknown

/** A call's input, decoded (money in cents), for handlers and clients alike. */
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

/** A call's answer, decoded (money in cents). */
export type Output<E extends Endpoint> = E extends { response: infer S extends Schema }
  ? z.output<S>
  : E extends { response: 'text' | 'calendar' | 'page' }
    ? string
    : E extends { response: 'photo' }
      ? Uint8Array
      : undefined

/** Errors that every endpoint can return. */
export const errors = {
  'invalid-input': { status: 400, message: 'Please check what you entered.' },
  'malformed-body': { status: 400, message: 'The request could not be read.' },
  unauthorized: { status: 401, message: 'Authentication required. Please log in to continue.' },
  forbidden: { status: 403, message: "You're not allowed to do this." },
  'not-found': { status: 404, message: "We couldn't find what you asked for." },
  'changed-meanwhile': { status: 409, message: 'Someone changed this while you had it open.' },
  'body-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'Please send JSON.' },
  'too-many-requests': { status: 429, message: "You've tried that too many times." },
  'internal-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'not-ready': { status: 503, message: 'The service is not ready. Please try again in a moment.' },
} as const

/** The body of every error response (docs/rules.md §7.1); `value` is what is stored, with `changed-meanwhile`. */
export const ErrorBody = z.object({
  message: z.string(),
  error: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string(), value: z.optional(z.unknown()) }))),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
