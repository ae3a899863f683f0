import type { Position } from '@arcadia/contract/accounts'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { createHold } from '@arcadia/contract/holds'
import type { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { datesBetween, weekdayOf } from '@arcadia/contract/trip-date'
import type { Clock } from '../clock.ts'
import { inTransaction } from '../database/transaction.ts'
import { findUserByName, insertUser } from '../features/accounts/accounts.writes.ts'
import { openSession } from '../http/sessions.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { cheapHash } from './cheap-hash.ts'
import type { TestApp } from './test-app.ts'

/** Builders with defaults for whatever a test doesn't specify. They use the API like a client, except for signing in. */

export const PASSWORD = 'correct horse battery'
/** An open Monday of the seeded season. */
export const OPEN_DATE = '2027-05-17'

/** Longer than a hold lasts in a new installation. */
export const PAST_THE_HOLD = { minutes: FALLBACK_CONFIG.holdDurationMinutes + 1 }

/** Every open date of the seeded season, in order, so each test can use its own. */
export function openDates(): string[] {
  return datesBetween('2027-05-17', '2027-09-04').filter((date) => ![0, 3].includes(weekdayOf(date)))
}

let made = 0

/** What builders need that write straight to the database. */
type Site = Pick<TestApp, 'database'> & { clock: Clock }

export interface Angler {
  token: string
  id: number
  username: string
  email: string
}

let passwordHash: Promise<string> | undefined

/** A new customer, inserted directly, because hashing a real password would take most of the time. */
export async function anAngler({ database: { db }, clock }: Site): Promise<Angler> {
  made += 1
  const username = `angler${made}`
  // A domain of their own, because people of one domain share a limit (docs/rules.md §2.9).
  const email = `${username}@${username}.example`
  passwordHash ??= cheapHash(PASSWORD)
  const account = { username, email, password_hash: await passwordHash }
  const names = { first_name: 'Ada', last_name: 'Angler', phone_number: '(863) 555-0142' }
  return inTransaction(db, clock, async (tx, now) => {
    const user = await insertUser(tx, now, { ...account, ...names })
    await enqueueMail(tx, now, { kind: 'confirm-email', to: email, params: { userId: user.id } })
    return { token: await openSession(tx, now, user), id: user.id, username, email }
  })
}

/** A signed-in staff member. */
export async function aColleague({ database: { db }, clock }: Site, position: Position): Promise<Angler> {
  made += 1
  const username = `colleague${made}`
  const email = `${username}@example.com`
  const names = { first_name: 'Cole', last_name: 'League', phone_number: null }
  const now = clock.now()
  passwordHash ??= cheapHash(PASSWORD)
  const account = { username, email, password_hash: await passwordHash, email_confirmed_at: now }
  const user = await insertUser(db, now, { ...account, ...names, role: 'ADMIN', position })
  return { token: await openSession(db, now, user), id: user.id, username, email }
}

/** A token for the first admin, an owner. */
export async function anAdmin({ database: { db }, clock }: TestApp): Promise<string> {
  return openSession(db, clock.now(), (await findUserByName(db, 'admin'))!)
}

export async function aHold(
  app: TestApp,
  token: string,
  input: { date?: string; guests?: number; isPrivate?: boolean } = {},
): Promise<string> {
  const { date = OPEN_DATE, guests = 2, isPrivate } = input
  const body = { selectedDate: date, numberOfGuests: guests, isPrivate }
  return heldOf(await app.call(createHold, { token, body, ip: networkAddress() })).holdId
}

/** The body of a deposit payment, valid by default; without a hold, it takes the spots itself. */
export function aPayment(
  holdId: string | undefined,
  paymentToken: string,
  input: { date?: string; guests?: number; amount?: number } = {},
): WireInput<typeof payForBooking>['body'] {
  const guests = input.guests ?? 2
  return {
    bookingData: {
      selectedDate: input.date ?? OPEN_DATE,
      numberOfGuests: guests,
      packageType: 'TROPHY',
      firstName: 'Ada',
      lastName: 'Angler',
      email: 'ada@example.com',
      phone: '(863) 555-0142',
    },
    paymentData: {
      amount: input.amount ?? 350 * guests,
      currency: 'USD',
      paymentToken,
      description: 'Deposit',
      paymentMethod: 'QUICKBOOKS',
      metadata: {},
      context: { mobile: false, isEcommerce: true },
    },
    holdId,
  }
}

/** A unique IP address. */
export function networkAddress(): string {
  made += 1
  return `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`
}
