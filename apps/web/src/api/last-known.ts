import type { Endpoint, Input, Output } from '@arcadia/contract/endpoint'
import type { QueryFunctionContext } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { LAST_KNOWN, sessionOf } from '../session/session.tsx'
import { attempt } from './attempt.ts'
import { audienceOf, call } from './call.ts'
import { queryOf } from './query-of.ts'

const DAY_MS = 24 * 3_600_000
/** The portal changes by the hour, also on a device that stays signed in; a trip is opened again on its morning. */
const KEEP_MS = { admin: DAY_MS, customer: 7 * DAY_MS }

interface Kept {
  at: number
  /** Who read it; nobody, by a link. */
  userId?: number | undefined
  wire: unknown
}

export type Readable = Endpoint & { response: z.ZodMiniType }

export interface LastAnswer<E extends Readable> {
  at: number
  data: Output<E>
}

/** This device's last answer of a call, in wire format, no longer than the session (docs/rules.md §23.7). */
export function lastAnswer<E extends Readable>(endpoint: E, of: unknown) {
  const audience = audienceOf(endpoint)
  const side = audience === 'admin' ? 'admin' : 'customer'
  const name = LAST_KNOWN[side] + JSON.stringify([endpoint.path, of])
  const reader = () => (audience === 'public' ? undefined : sessionOf(audience)?.user.id)
  const isReadable = () => audience === 'public' || reader() !== undefined
  return {
    read(): LastAnswer<E> | undefined {
      const kept = isReadable() ? parse(name) : undefined
      if (!kept || kept.userId !== reader() || isOld(kept, side)) return undefined
      // Another release may have stored another format.
      const decoded = z.safeDecode(endpoint.response, kept.wire as never)
      return decoded.success ? { at: kept.at, data: decoded.data as Output<E> } : undefined
    },
    keep(data: Output<E>, at = Date.now()): void {
      // Store nothing if the person signed out meanwhile.
      if (!isReadable()) return
      const kept: Kept = { at, userId: reader(), wire: z.encode(endpoint.response, data) }
      // With a full or forbidden store the page needs its network.
      attempt(() => localStorage.setItem(name, JSON.stringify(kept)))
    },
    drop: () => void attempt(() => localStorage.removeItem(name)),
  }
}

/** `queryOf` for what the portal must show offline: it starts with the last answer, whose time becomes `dataUpdatedAt`. */
export function lastKnownOf<E extends Readable>(endpoint: E, input: Input<E>) {
  const last = lastAnswer(endpoint, input)
  return {
    ...queryOf(endpoint, input),
    queryFn: async ({ signal }: QueryFunctionContext) => {
      const data = await call(endpoint, input, { signal })
      last.keep(data)
      return data
    },
    initialData: () => last.read()?.data,
    initialDataUpdatedAt: () => last.read()?.at,
  }
}

const parse = (name: string): Kept | null | undefined => attempt(() => JSON.parse(localStorage.getItem(name) ?? 'null'))

/** Also what comes from a time that is still far ahead: the device's clock was wrong. */
const isOld = (kept: Kept | null | undefined, side: keyof typeof KEEP_MS) =>
  !(Math.abs(Date.now() - (kept?.at ?? 0)) < KEEP_MS[side])

for (const side of ['admin', 'customer'] as const)
  for (const name of attempt(() => Object.keys(localStorage)) ?? [])
    if (name.startsWith(LAST_KNOWN[side]) && isOld(parse(name), side)) localStorage.removeItem(name)
