import { checkIn } from '@arcadia/contract/admin/check-ins'
import { type DaySheet, getDaySheet } from '@arcadia/contract/admin/dashboard'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { type DayMove, listDayMoves, reachParty } from '@arcadia/contract/day-moves'
import { Id } from '@arcadia/contract/fields'
import type { Page } from '@arcadia/contract/lists'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { sessionOf } from '../../session/session.tsx'

/**
 * What was tapped on a day sheet or a called-off day and the server may not know yet. It is written down on this phone before anything is sent
 * (docs/rules.md §21.4), each under a key of its own, so that two tabs cannot lose each other's; signing out deletes it.
 */
const PREFIX = 'arcadia.day.change.'

const about = {
  bookingId: Id,
  /** Of who booked, to say whose it was. */
  name: z.string(),
  /** Made at the tap: however often it is sent, it counts once. */
  key: z.string(),
  /** Why the server refused it; it is not sent again. */
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

/** A change, and where it is kept. */
export type WaitingChange = Change & { id: string }
export type Party = DaySheet['parties'][number]

const listeners = new Set<() => void>()
let read: { text: string; changes: readonly WaitingChange[] } = { text: '[]', changes: [] }

/** Where those of whoever is signed in are kept: nobody else on this phone sees or deletes them. */
const listIds = () =>
  Object.keys(localStorage).filter((id) => id.startsWith(`${PREFIX}${sessionOf('admin')?.user.id}.`))

/** Those of whoever is signed in, in the order of their taps. */
export function listChanges(): readonly WaitingChange[] {
  const kept = listIds()
    .sort()
    .map((id) => [id, localStorage.getItem(id) ?? ''] as const)
  const text = JSON.stringify(kept)
  if (text !== read.text) read = { text, changes: kept.flatMap(([id, one]) => parse(id, one)) }
  return read.changes
}

/** What this release cannot read stays where it is, and stops nothing else. */
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

/** Keeps a tap and lets the portal send it. */
export function tap(
  { id: bookingId, firstName, lastName }: Pick<Party, 'id' | 'firstName' | 'lastName'>,
  what: Tapped,
) {
  const last = Number(listChanges().at(-1)?.id.split('.').at(-2) ?? 0)
  const key = newIdempotencyKey()
  const place = String(last + 1).padStart(6, '0')
  const name = `${firstName} ${lastName}`
  write(`${PREFIX}${sessionOf('admin')?.user.id}.${place}.${key}`, { ...what, bookingId, name, key, problem: null })
}

export function forget({ id }: WaitingChange): void {
  localStorage.removeItem(id)
  for (const tell of listeners) tell()
}

/** Whoever signs out leaves nothing behind; a session that the server ended leaves it for the same person to sign in again. */
export function forgetChanges(): void {
  for (const id of listIds()) localStorage.removeItem(id)
}

/** @returns what waits here, also from other tabs */
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

/** A group as it is once this has arrived. Where it has arrived already, nothing changes. */
export function withChange(party: Party, change: Tapped): Party {
  if ('checkIn' in change) {
    const { state, at } = change.checkIn
    return state === (party.checkIn?.state ?? null) ? party : { ...party, checkIn: state && { state, at, by: 'you' } }
  }
  if ('reached' in change) return party
  const { amount, method, owed = party.pendingAmount } = change.payment
  // The sheet that was read last has it.
  if (party.pendingAmount !== owed) return party
  return {
    ...party,
    pendingAmount: owed - amount,
    // A guide is not told what was paid in all.
    paidAmount: party.paidAmount === null ? null : party.paidAmount + amount,
    received: [...party.received, { amount, method, createdAt: serverNow(), recordedBy: 'you' }],
  }
}

let sending: Promise<boolean> | undefined

/** Sends what waits, one after the other. @returns false when the network or the server has to come back first */
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
        // At once, so that nothing looks undone until the sheet is read again.
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
        // Whoever signed out meanwhile has deleted it.
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

/** A dead spot, a hotel's sign-in page, a server that restarts, a session that ended: none is an answer. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return status === 0 || status >= 500 || [401, 408, 429].includes(status) || code === 'unreadable-answer'
}
