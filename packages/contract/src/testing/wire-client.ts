import type * as z from 'zod/mini'
import { addressOf, type Endpoint, type ErrorBody } from '../endpoint.ts'

type Schema = z.ZodMiniType

/** In an address everything is text, so a number may stand for the digits it is written in. */
type InAddress<T> = { [Name in keyof T]: T[Name] | number | boolean }

type WireParams<E> = E extends { params: infer S extends Schema } ? { params: InAddress<z.input<S>> } : unknown
type WireQuery<E> = E extends { query: infer S extends Schema }
  ? object extends z.input<S>
    ? { query?: InAddress<z.input<S>> }
    : { query: InAddress<z.input<S>> }
  : unknown
type WireBody<E> = E extends { body: infer S extends Schema } ? { body: z.input<S> } : unknown

/** What a call takes as it is sent: money in dollars, instants as text. */
export type WireInput<E extends Endpoint> = WireParams<E> & WireQuery<E> & WireBody<E>

/** What a call answers as it is received: money in dollars, instants as text. */
export type WireOutput<E extends Endpoint> = E extends { response: infer S extends Schema }
  ? z.input<S>
  : E extends { response: 'text' | 'calendar' | 'page' }
    ? string
    : undefined

/** A whole answer; which of the two bodies it has says the status. */
export interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, unknown>
  body: E extends { response: null } ? Required<ErrorBody> : WireOutput<E> & Required<ErrorBody>
}

type Arguments<E extends Endpoint, Options> =
  object extends WireInput<E> ? [input?: WireInput<E> & Options] : [input: WireInput<E> & Options]

export interface WireClient<Options> {
  /** What the endpoint answers; rejects with the server's sentence when it refuses. */
  call<E extends Endpoint>(endpoint: E, ...input: Arguments<E, Options>): Promise<WireOutput<E>>
  /** The whole answer, where the status matters or a refusal is expected. */
  answer<E extends Endpoint>(endpoint: E, ...input: Arguments<E, Options>): Promise<Answer<E>>
}

/** A request on its way, and what came back. */
export type Send<Options> = (
  method: Endpoint['method'],
  path: string,
  options: Options & { body?: unknown },
) => Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>

/** A client of the contract that speaks as one over the network does: what tests see the API with, from inside and outside. */
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
