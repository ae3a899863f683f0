import type { Endpoint, Input, Output } from '@arcadia/contract/endpoint'
import type { QueryFunctionContext } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import { onPersonChange, sessionOf } from '../session/session.tsx'
import { call } from './call.ts'
import { queryOf } from './query-of.ts'

/** A session of the portal ends after twelve hours (docs/rules.md §4.1), and what it read is of no use much longer. */
const KEEP_MS = 24 * 3_600_000
const PREFIX = 'arcadia.admin.last.'

interface Kept {
  at: number
  userId: number
  wire: unknown
}

type Readable = Endpoint & { response: z.ZodMiniType }

/**
 * `queryOf` for what the portal must show without a network: it begins with what this device was last answered, with the time
 * of that as `dataUpdatedAt`. Kept in the form it has on the wire, and for no longer than the session (docs/rules.md §23.3).
 */
export function lastKnownOf<E extends Readable>(endpoint: E, input: Input<E>) {
  const name = PREFIX + JSON.stringify([endpoint.path, input])
  return {
    ...queryOf(endpoint, input),
    queryFn: async ({ signal }: QueryFunctionContext) => {
      const data = await call(endpoint, input, { signal })
      keep(name, z.encode(endpoint.response, data))
      return data
    },
    initialData: () => dataOf(endpoint, read(name)),
    initialDataUpdatedAt: () => read(name)?.at,
  }
}

function dataOf<E extends Readable>({ response }: E, kept: Kept | undefined): Output<E> | undefined {
  // An answer of another release may have another form.
  const decoded = kept && z.safeDecode(response, kept.wire as never)
  return decoded?.success ? (decoded.data as Output<E>) : undefined
}

function read(name: string): Kept | undefined {
  const kept: Kept | null | undefined = attempt(() => JSON.parse(localStorage.getItem(name) ?? 'null'))
  return kept && kept.userId === sessionOf('admin')?.user.id && kept.at > Date.now() - KEEP_MS ? kept : undefined
}

function keep(name: string, wire: unknown): void {
  const userId = sessionOf('admin')?.user.id
  // Who signed out meanwhile leaves nothing behind.
  if (userId === undefined) return
  // With a full or forbidden store the portal needs its network.
  attempt(() => localStorage.setItem(name, JSON.stringify({ at: Date.now(), userId, wire } satisfies Kept)))
}

function forget(isOver: (name: string) => boolean): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX) && isOver(name)) localStorage.removeItem(name)
}

onPersonChange((session) => session === 'admin' && forget(() => true))
forget((name) => read(name) === undefined)
