import { checkIn } from '@arcadia/contract/admin/check-ins'
import { type DaySheet, getDaySheet } from '@arcadia/contract/admin/dashboard'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { type DayMove, listDayMoves, reachParty } from '@arcadia/contract/day-moves'
import { Id } from '@arcadia/contract/fields'
import { fullName, personName } from '@arcadia/contract/full-name'
import type { Page } from '@arcadia/contract/lists'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { sessionOf } from '../../session/session.tsx'

/**
 * Taps on a day sheet or called-off day that the server may not know yet. Stored on this phone before anything is sent
 * (docs/rules.md §21.4), each under its own key so that two tabs can't overwrite each other. Signing out deletes them.
 */
const PREFIX = 'arcadia.day.change.'

const about = {
  bookingId: Id,
  /** The customer's name, for messages. */
  name: z.string(),
  /** Made at the tap: an idempotency key. */
  key: z.string(),
  /** Why the server refused it; it isn't sent again. */
  problem: z.nullable(z.string()),
}
const Reached = z.extend(reachParty.body, { moveId: Id })
const Change = z.union([
  z.object({ ...about, checkIn: checkIn.body }),
  z.object({ ...about, payment: recordManualPayment.body }),
  z.object({ ...about, reached: Reached }),
])
type Change = z.output<typeof Change>
type Tapped =
  | { checkIn: z.output<typeof checkIn.body> }
  | { payment: z.output<typeof recordManualPayment.body> }
  | { reached: z.output<typeof Reached> }

/** A change and its storage key. */
export type WaitingChange = Change & { id: string }
export type Party = DaySheet['parties'][number]

const listeners = new Set<() => void>()
let read: { text: string; changes: readonly WaitingChange[] } = { text: '[]', changes: [] }

/** The storage keys of the signed-in person: nobody else on this phone sees or deletes their changes. */
const listIds = () =>
  Object.keys(localStorage).filter((id) => id.startsWith(`${PREFIX}${sessionOf('admin')?.user.id}.`))

/** How many changes of anybody wait on this phone; signing in sends one's own. */
export const countWaiting = () =>
  Object.entries<string>(localStorage)
    .filter(([id]) => id.startsWith(PREFIX))
    .flatMap(([id, one]) => parse(id, one))
    .filter(({ problem }) => problem === null).length

/** The signed-in person's changes, in the order they tapped them. */
export function listChanges(): readonly WaitingChange[] {
  const kept = listIds()
    .sort()
    .map((id) => [id, localStorage.getItem(id) ?? ''] as const)
  const text = JSON.stringify(kept)
  if (text !== read.text) read = { text, changes: kept.flatMap(([id, one]) => parse(id, one)) }
  return read.changes
}

/** Entries this release can't read stay stored and are skipped. */
function parse(id: string, text: string): WaitingChange[] {
  try {
    return [{ ...z.decode(Change, JSON.parse(text)), id }]
  } catch {
    return []
  }
}

function write(id: string, change: Change): void {
  localStorage.setItem(id, JSON.stringify(z.encode(Change, change)))
  for (const tell of listeners) tell()
}

/** Stores a tap for the portal to send. */
export function tap(
  { id: bookingId, firstName, lastName }: Pick<Party, 'id' | 'firstName' | 'lastName'>,
  what: Tapped,
) {
  const last = Number(listChanges().at(-1)?.id.split('.').at(-2) ?? 0)
  const key = newIdempotencyKey()
  const place = String(last + 1).padStart(6, '0')
  const name = fullName({ firstName, lastName })
  write(`${PREFIX}${sessionOf('admin')?.user.id}.${place}.${key}`, { ...what, bookingId, name, key, problem: null })
}

export function forget({ id }: WaitingChange): void {
  localStorage.removeItem(id)
  for (const tell of listeners) tell()
}

/** For signing out. When the server ends a session, the changes stay for the same person to sign in again. */
export function forgetChanges(): void {
  for (const id of listIds()) localStorage.removeItem(id)
}

/** @returns unsent changes, including those of other tabs */
export function useChanges(): readonly WaitingChange[] {
  return useSyncExternalStore(subscribe, listChanges)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whose taps these are, as the server will name them. */
function me(): string {
  const user = sessionOf('admin')?.user
  return user ? personName(user) : ''
}

/** A group with this change applied; a no-op if the server already has it. */
export function withChange(party: Party, change: Tapped): Party {
  if ('checkIn' in change) {
    const { state, at } = change.checkIn
    if (state === (party.checkIn?.state ?? null)) return party
    const checkIn = state && { state, at, by: me() }
    // The mark forgives the rest.
    if (state === 'NO_SHOW') return { ...party, checkIn, outcome: 'NO_SHOW', pendingAmount: 0 }
    return { ...party, checkIn, outcome: party.status === 'COMPLETED' ? 'TOOK_PLACE' : 'ON' }
  }
  if ('reached' in change) return party
  const { amount, method, owed = party.pendingAmount } = change.payment
  // The latest sheet already includes it.
  if (party.pendingAmount !== owed) return party
  return {
    ...party,
    pendingAmount: owed - amount,
    // Guides don't see the total paid.
    paidAmount: party.paidAmount === null ? null : party.paidAmount + amount,
    received: [...party.received, { amount, method, createdAt: serverNow(), recordedBy: me() }],
  }
}

let sending: Promise<boolean> | undefined

/** Sends unsent changes one by one. @returns false if the network or server must come back first */
export function sendChanges(client: QueryClient): Promise<boolean> {
  sending ??= sendAll(client).finally(() => {
    sending = undefined
  })
  return sending
}

async function sendAll(client: QueryClient): Promise<boolean> {
  let hasSent = false
  try {
    for (;;) {
      const session = sessionOf('admin')
      const next = listChanges().find(({ problem }) => problem === null)
      if (!session || !next) return true
      const { id, bookingId, key } = next
      const options = { as: session, idempotencyKey: key }
      try {
        if ('checkIn' in next) await call(checkIn, { params: { id: bookingId }, body: next.checkIn }, options)
        else if ('reached' in next) {
          const { moveId, ...body } = next.reached
          const move = await call(reachParty, { params: { id: moveId, bookingId }, body }, options)
          client.setQueriesData<Page<DayMove>>(
            { predicate: ({ queryKey }) => queryKey[1] === listDayMoves.path },
            (moves) => moves && { ...moves, content: moves.content.map((one) => (one.id === moveId ? move : one)) },
          )
        } else await call(recordManualPayment, { params: { id: bookingId }, body: next.payment }, options)
        // Update at once, so nothing looks undone until the sheet is refetched.
        client.setQueriesData<DaySheet>(
          { predicate: ({ queryKey }) => queryKey[1] === getDaySheet.path },
          (sheet) =>
            sheet && {
              ...sheet,
              parties: sheet.parties.map((party) => (party.id === bookingId ? withChange(party, next) : party)),
            },
        )
        forget(next)
      } catch (error) {
        if (isPassing(error)) return false
        // Signing out meanwhile has deleted it.
        if (localStorage.getItem(id) !== null) {
          const { id: _, ...change } = next
          write(id, { ...change, problem: (error as Error).message })
        }
      }
      hasSent = true
    }
  } finally {
    if (hasSent) void client.invalidateQueries({ queryKey: ['admin'] })
  }
}

/** A dead spot, a captive portal, a restarting server or an ended session: none is a real answer. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return status === 0 || status >= 500 || [401, 408, 429].includes(status) || code === 'unreadable-answer'
}
