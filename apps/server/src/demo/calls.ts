import { randomUUID } from 'node:crypto'
import { addressOf } from '@arcadia/contract/addresses'
import type { Endpoint, Input, Output } from '@arcadia/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

/** The caller's session token and network address. */
export interface Caller {
  token?: string
  address: string
}

export type Call = <E extends Endpoint>(caller: Caller, endpoint: E, input: Input<E>) => Promise<Output<E>>

export class Refused extends Error {
  readonly status: number
  constructor(endpoint: Endpoint, status: number, answer: string) {
    super(`${endpoint.method} ${endpoint.path} answered ${status} ${answer}`)
    this.status = status
  }
}

interface Parts {
  params?: object
  query?: unknown
  body?: unknown
}

/** An API client typed by the contract. @throws Refused */
export function createCall(http: FastifyInstance): Call {
  return async ({ token, address }, endpoint, input) => {
    const { params, query, body } = input as Parts
    const response = await http.inject({
      method: endpoint.method,
      url: addressOf(endpoint, { params, query: endpoint.query && (z.encode(endpoint.query, query ?? {}) as object) }),
      remoteAddress: address,
      headers: { 'idempotency-key': randomUUID(), ...(token && { authorization: `Bearer ${token}` }) },
      ...(endpoint.body && { payload: z.encode(endpoint.body, body) as object }),
    })
    if (response.statusCode >= 300) throw new Refused(endpoint, response.statusCode, response.body)
    const { response: expected } = endpoint
    return (typeof expected === 'object' && expected ? z.decode(expected, response.json()) : undefined) as never
  }
}
