import type { Session } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import type { Endpoint, Input, Output } from '@arcadia/contract/endpoint'
import * as z from 'zod/mini'
import { readSiteData } from '../prerender/site-data.ts'
import { endSession, type SessionName, sessionOf } from '../session/session.tsx'
import { apiBase } from './api-base.ts'
import { askWhoItIs } from './ask-again.ts'
import { learnServerTime } from './clock.ts'

interface Failure {
  /** 0: no answer came. */
  status: number
  /** The stable code of the answer; `no-answer`, `unreadable-answer` or `other-session` when there is none. */
  code: string
  details?: { path: string; message: string; value?: unknown }[] | undefined
  /** Seconds to wait, when the server said so. */
  retryAfter?: number | undefined
}

export const TRY_LATER = 'Please try again in a moment'

/** What to do about a failure that the server didn't word, by its code. */
const ADVICE: Record<string, string> = {
  'no-answer': 'Check your connection and try again',
  'unreadable-answer': TRY_LATER,
}

/** A message that says what to do keeps it, unless that is only to try again. */
function withAdvice(message: string, code: string): string {
  const said = message.replace(/\. Please try again\.$/, '')
  return ADVICE[code] && !said.endsWith('.') ? `${said}. ${ADVICE[code]}.` : message
}

/** A failed call; `message` can be shown to people, and says what to do where no answer came. */
export class ApiError extends Error implements Failure {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: Failure['details']
  readonly retryAfter: number | undefined

  constructor(message: string, failure: Failure, options?: ErrorOptions) {
    super(withAdvice(message, failure.code), options)
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details
    this.retryAfter = failure.retryAfter
  }
}

/** Whose session to call with, where the endpoint allows either. */
export interface Caller {
  /** `admin` in the portal; a fixed session for work that must end as the person who began it, such as a payment. */
  as?: 'admin' | Session | undefined
}

interface CallOptions extends Caller {
  signal?: AbortSignal | undefined
  /** Sent even from a page that is closing. */
  keepalive?: boolean
  /** A session that a 401 ends, ends without a word: the person has just asked for that. */
  endsQuietly?: boolean
  /** Replaces the endpoint's `failed`. */
  fallback?: string
  /** What the form showed before, in wire format, where the endpoint `overwrites` it (docs/rules.md §7.12). */
  shown?: object | undefined
  /** The same key gets the same answer: for calls that move money (docs/rules.md §3.10). */
  idempotencyKey?: string
}

interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

/**
 * One call of the API, typed by its contract. Rejects with an ApiError, whose text is the server's `message`, else its
 * `error`, else the default; an aborted call rejects with the signal's reason. A 401 ends the session it was sent with. Where the
 * server asks again who it is, the call waits for the answer and goes again.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  const fallback = options.fallback ?? endpoint.failed ?? 'Something went wrong. Please try again.'
  const session = sessionFor(endpoint, options)
  const token = session?.token
  const response = await send(endpoint, input as Parts, token, options, fallback)
  if (!response.ok) {
    if (response.status === 401 && token) endSession(token, options.endsQuietly)
    const phone = audienceOf(endpoint, options) === 'admin' ? '' : readSiteData().business.phone
    const failure = await readFailure(response, fallback, phone)
    // The same call, with the same key, once the person has said who they are.
    if (failure.code === 'confirm-it-is-you' && (await askWhoItIs()) && sessionFor(endpoint, options)?.token === token)
      return call(endpoint, input, options)
    throw failure
  }
  const now = sessionFor(endpoint, options)
  // Someone else signed in meanwhile and must not see this answer.
  if (session && now && now !== session && now.user.id !== session.user.id)
    throw new ApiError(fallback, { status: 0, code: 'other-session' })
  try {
    return (await readAnswer(endpoint, response)) as Output<E>
  } catch (cause) {
    options.signal?.throwIfAborted()
    throw new ApiError(fallback, { status: response.status, code: 'unreadable-answer' }, { cause })
  }
}

/** Which session an endpoint is called with; visitors have none. */
export function audienceOf({ access }: Pick<Endpoint, 'access'>, { as }: Caller = {}): SessionName | 'public' {
  if (as === 'admin' || access === 'owner' || access === 'office' || access === 'guide') return 'admin'
  return access === 'public' || access === 'anyone' ? 'public' : 'customer'
}

function sessionFor(endpoint: Endpoint, caller: Caller): Session | null {
  if (typeof caller.as === 'object') return caller.as
  const audience = audienceOf(endpoint, caller)
  return audience === 'public' || endpoint.access === 'public' ? null : sessionOf(audience)
}

/** The URL of an endpoint, for what `call` can't do: event streams and navigations. */
export function urlOf(endpoint: Endpoint, { params, query }: Parts): string {
  const address = addressOf(endpoint, {
    params: endpoint.params && (z.encode(endpoint.params, params) as object),
    query: endpoint.query && (z.encode(endpoint.query, query) as object),
  })
  return address.replace(/^\/api/, () => apiBase(window.location.hostname))
}

async function send(
  endpoint: Endpoint,
  input: Parts,
  token: string | undefined,
  options: CallOptions,
  fallback: string,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (endpoint.body) headers.set('content-type', 'application/json')

  const url = urlOf(endpoint, input)
  const body = endpoint.body
    ? JSON.stringify({ ...(z.encode(endpoint.body, input.body) as object), shown: options.shown })
    : null
  const sentAt = Date.now()
  try {
    const { signal = null, keepalive = false } = options
    const response = await fetch(url, { method: endpoint.method, headers, body, signal, keepalive })
    learnServerTime(response.headers.get('date'), sentAt, Date.now())
    return response
  } catch (cause) {
    options.signal?.throwIfAborted()
    throw new ApiError(fallback, { status: 0, code: 'no-answer' }, { cause })
  }
}

async function readAnswer({ response: expected }: Endpoint, response: Response): Promise<unknown> {
  if (expected === null) return undefined
  if (expected === 'text' || expected === 'calendar' || expected === 'page') return response.text()
  if (expected === 'photo') return new Uint8Array(await response.arrayBuffer())
  if (expected === 'stream') throw new TypeError(`call() can't read a ${expected}.`)
  return z.decode(expected, await response.json())
}

async function readFailure(response: Response, fallback: string, phone: string): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => null)
  const { message, error, details } = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<
    string,
    unknown
  >
  const code = typeof error === 'string' && error ? error : undefined
  const words = (typeof message === 'string' && message) || code || fallback
  // Nobody is left with a locked door: a guest can always call (docs/rules.md §7.11).
  const { status } = response
  return new ApiError(status === 429 && phone ? `${words} Or call ${phone}.` : words, {
    status,
    code: code ?? 'unreadable-answer',
    details: Array.isArray(details) ? details : undefined,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  })
}
