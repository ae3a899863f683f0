import type { Endpoint, Input, Output } from '@arcadia/contract/endpoint'
import type { QueryFunctionContext } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { onPersonChange, sessionOf } from '../session/session.tsx'
import { attempt } from './attempt.ts'
import { call } from './call.ts'
import { queryOf } from './query-of.ts'

/** Older data is of no use at the ramp, also on a device that stays signed in. */
const KEEP_MS = 24 * 3_600_000
const PREFIX = 'arcadia.admin.last.'

interface Kept {
  at: number
  userId: number
  wire: unknown
}

type Readable = Endpoint & { response: z.ZodMiniType }

/**
 * `queryOf` for what the portal must show offline: it starts with this device's last answer, whose time becomes
 * `dataUpdatedAt`. Stored in wire format, and no longer than the session (docs/rules.md §23.3).
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
  // Another release may have stored another format.
  const decoded = kept && z.safeDecode(response, kept.wire as never)
  return decoded?.success ? (decoded.data as Output<E>) : undefined
}

function read(name: string): Kept | undefined {
  const kept: Kept | null | undefined = attempt(() => JSON.parse(localStorage.getItem(name) ?? 'null'))
  return kept && kept.userId === sessionOf('admin')?.user.id && kept.at > Date.now() - KEEP_MS ? kept : undefined
}

function keep(name: string, wire: unknown): void {
  const userId = sessionOf('admin')?.user.id
  // Store nothing if the person signed out meanwhile.
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
