import { addressOf, type Endpoint, type Input, type Output } from '@arcadia/contract/endpoint'
import * as z from 'zod/mini'
import { endSession } from '../session/session.tsx'
import { apiBase } from './api-base.ts'
import { learnServerTime } from './clock.ts'

interface Failure {
  /** 0: no answer came. */
  status: number
  /** The stable code of the answer; `no-answer` or `unreadable-answer` when there is none. */
  code: string
  details?: { path: string; message: string }[] | undefined
  /** Seconds to wait, when the server said so. */
  retryAfter?: number | undefined
}

export const CHECK_CONNECTION = 'Check your connection and try again'
export const TRY_LATER = 'Please try again in a moment'

/** A call that failed; `message` is fit for a person. */
export class ApiError extends Error implements Failure {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: Failure['details']
  readonly retryAfter: number | undefined

  constructor(message: string, failure: Failure, options?: ErrorOptions) {
    super(message, options)
    this.status = failure.status
    this.code = failure.code
    this.details = failure.details
    this.retryAfter = failure.retryAfter
  }

  /** What to do about it, where the server had no words of its own. */
  get advice(): string | undefined {
    if (this.code === 'no-answer') return `${CHECK_CONNECTION}.`
    return this.code === 'unreadable-answer' ? `${TRY_LATER}.` : undefined
  }
}

interface CallOptions {
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** Instead of the endpoint's `failed`. */
  fallback?: string
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
 * `error`, else the default; an aborted call rejects with the signal's reason. A 401 ends the session the token is of.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Output<E>> {
  const fallback = options.fallback ?? endpoint.failed ?? 'Something went wrong. Please try again.'
  const response = await send(endpoint, input as Parts, options, fallback)
  if (!response.ok) {
    if (response.status === 401 && options.token) endSession(options.token)
    throw await readFailure(response, fallback)
  }
  try {
    return (await readAnswer(endpoint, response)) as Output<E>
  } catch (cause) {
    options.signal?.throwIfAborted()
    throw new ApiError(fallback, { status: response.status, code: 'unreadable-answer' }, { cause })
  }
}

/** Where an endpoint is, for what `call` does not do: event streams and navigations. */
export function urlOf(endpoint: Endpoint, { params, query }: Parts): string {
  const address = addressOf(endpoint, {
    params: endpoint.params && (z.encode(endpoint.params, params) as object),
    query: endpoint.query && (z.encode(endpoint.query, query) as object),
  })
  return address.replace(/^\/api/, () => apiBase(window.location.hostname))
}

async function send(endpoint: Endpoint, input: Parts, options: CallOptions, fallback: string): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (endpoint.body) headers.set('content-type', 'application/json')

  const url = urlOf(endpoint, input)
  const body = endpoint.body ? JSON.stringify(z.encode(endpoint.body, input.body)) : null
  const sentAt = Date.now()
  try {
    const response = await fetch(url, { method: endpoint.method, headers, body, signal: options.signal ?? null })
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
  if (expected === 'stream') throw new TypeError('An event stream is read with EventSource or fetch, not with call.')
  return z.decode(expected, await response.json())
}

async function readFailure(response: Response, fallback: string): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => null)
  const { message, error, details } = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<
    string,
    unknown
  >
  const code = typeof error === 'string' && error ? error : undefined
  return new ApiError((typeof message === 'string' && message) || code || fallback, {
    status: response.status,
    code: code ?? 'unreadable-answer',
    details: Array.isArray(details) ? details : undefined,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  })
}
