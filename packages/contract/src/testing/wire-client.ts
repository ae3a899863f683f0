import type * as z from 'zod/mini'
import { addressOf } from '../addresses.ts'
import type { Endpoint, ErrorBody } from '../endpoint.ts'

type Schema = z.ZodMiniType

/** Everything in a URL is text, so tests may pass numbers and booleans. */
type InAddress<T> = { [Name in keyof T]: T[Name] | number | boolean }

type WireParams<E> = E extends { params: infer S extends Schema } ? { params: InAddress<z.input<S>> } : unknown
type WireQuery<E> = E extends { query: infer S extends Schema }
  ? object extends z.input<S>
    ? { query?: InAddress<z.input<S>> }
    : { query: InAddress<z.input<S>> }
  : unknown
type WireBody<E> = E extends { body: infer S extends Schema }
  ? { body: z.input<S> & (E extends { overwrites: true } ? { shown?: object } : unknown) }
  : unknown

/** A call's input on the wire: money in dollars, instants as text. */
export type WireInput<E extends Endpoint> = WireParams<E> & WireQuery<E> & WireBody<E>

/** A call's answer on the wire: money in dollars, instants as text. */
export type WireOutput<E extends Endpoint> = E extends { response: infer S extends Schema }
  ? z.input<S>
  : E extends { response: 'text' | 'calendar' | 'page' }
    ? string
    : undefined

/** A full response; the status says which of the two bodies it has. */
export interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, unknown>
  body: E extends { response: null } ? Required<ErrorBody> : WireOutput<E> & Required<ErrorBody>
}

type Arguments<E extends Endpoint, Options> =
  object extends WireInput<E> ? [input?: WireInput<E> & Options] : [input: WireInput<E> & Options]

export interface WireClient<Options> {
  /** Returns the body; rejects with the server's message on an error. */
  call<E extends Endpoint>(endpoint: E, ...input: Arguments<E, Options>): Promise<WireOutput<E>>
  /** Returns the full response, for tests of statuses and errors. */
  answer<E extends Endpoint>(endpoint: E, ...input: Arguments<E, Options>): Promise<Answer<E>>
}

/** Sends a request and returns the response. */
export type Send<Options> = (
  method: Endpoint['method'],
  path: string,
  options: Options & { body?: unknown },
) => Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>

/** A contract client that uses wire values, for tests in process and over the network. */
export function wireClient<Options extends object>(send: Send<Options>): WireClient<Options> {
  async function answer<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E, Options>): Promise<Answer<E>> {
    const { params, query, ...options } = (input ?? {}) as { params?: object; query?: object } & Options
    const address = addressOf(endpoint, { params, query })
    return (await send(endpoint.method, address, options as unknown as Options)) as Answer<E>
  }
  return {
    answer,
    async call(endpoint, ...input) {
      const { status, body } = await answer(endpoint, ...input)
      if (status >= 200 && status < 400) return body as WireOutput<typeof endpoint>
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${status} ${body.error}: ${body.message}`)
    },
  }
}
