import { login } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import type pg from 'pg'
import { type Ask, onePerson, requestOf, roundsASecond } from './people.ts'
import { openSessions } from './sessions.ts'

/** A signed-in customer with their own network; the server must trust `127.0.0.1` as a proxy. */
export interface Customer {
  id: number
  headers: Record<string, string>
}

export async function makeCustomers(database: pg.Client, count: number): Promise<Customer[]> {
  const { rows } = await database.query(
    `insert into users (username, email, created_at, updated_at)
      select 'bench' || i, 'bench' || i || '@bench' || i || '.example', now(), now() from generate_series(1, $1) i returning id`,
    [count],
  )
  const ids: number[] = rows.map(({ id }) => id)
  const tokens = await openSessions(database, ids)
  return ids.map((id, nth) => ({
    id,
    headers: { authorization: `Bearer ${tokens[nth]}`, 'x-forwarded-for': `10.0.${nth >> 8}.${nth & 255}` },
  }))
}

/** The season's bookable days. */
export async function openDays(address: string): Promise<string[]> {
  const config = await (await fetch(address + getBookingConfig.path)).json()
  const query = { startDate: config.seasonStart, endDate: config.seasonEnd }
  const days = await (await fetch(address + addressOf(getAvailabilityRange, { query }))).json()
  return Object.keys(days).filter((day) => days[day].bookable)
}

function holding(address: string, { headers }: Customer, day: string): string {
  return requestOf(address, 'POST', createHold.path, headers, { selectedDate: day, numberOfGuests: 1 })
}

/** Creates a hold and returns its id; undefined if the day is full. */
export async function hold(ask: Ask, address: string, customer: Customer, day: string): Promise<string | undefined> {
  const held = await ask(holding(address, customer, day))
  if (held.status === 409) return undefined
  if (held.status !== 201) throw new Error(`Creating a hold answered ${held.status} ${held.body}`)
  return JSON.parse(held.body).holdId
}

export async function release(ask: Ask, address: string, { headers }: Customer, hold: string): Promise<void> {
  const released = await ask(requestOf(address, 'DELETE', addressOf(releaseHold, { params: { id: hold } }), headers))
  if (released.status !== 204) throw new Error(`Releasing a hold answered ${released.status} ${released.body}`)
}

/** Holds and releases per second: everyone holds a spot on a random day and releases it; a full day does not count. */
export async function cyclesASecond(
  address: string,
  customers: readonly Customer[],
  days: readonly string[],
  seconds: number,
): Promise<number> {
  return roundsASecond(address, seconds, customers.length, async (ask, person) => {
    const customer = customers[person]!
    const held = await hold(ask, address, customer, days[Math.floor(Math.random() * days.length)]!)
    if (held) await release(ask, address, customer, held)
    return held !== undefined
  })
}

/** Lets four customers hold the day's four spots. */
export async function sellOut(address: string, customers: readonly Customer[], day: string): Promise<void> {
  for (const customer of customers.slice(0, 4))
    if (!(await onePerson(address, (ask) => hold(ask, address, customer, day))))
      throw new Error('Expected free spots, but the day was full.')
}

/** Refusals per second of a sold-out day, from customers without a hold. */
export async function refusalsASecond(
  address: string,
  customers: readonly Customer[],
  day: string,
  seconds: number,
): Promise<number> {
  const requests = customers.slice(4).map((customer) => holding(address, customer, day))
  return roundsASecond(address, seconds, customers.length, async (ask, person) => {
    const refused = await ask(requests[person % requests.length]!)
    if (refused.status !== 409) throw new Error(`Creating a hold answered ${refused.status} ${refused.body}`)
    return true
  })
}

/** Tries leaked credentials from a new network each time; they must be refused. */
export async function guess(ask: Ask, address: string, nth: number): Promise<void> {
  const from = { 'x-forwarded-for': `20.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}` }
  const body = { usernameOrEmail: `leaked-${nth}@example.com`, password: `leaked ${nth}` }
  const { status } = await ask(requestOf(address, 'POST', login.path, from, body))
  if (status !== 401) throw new Error(`A wrong password answered ${status}.`)
}

/** A card token, as a browser gets it from the provider. */
export async function cardToken(address: string): Promise<string> {
  const where = { streetAddress: '1 Pier Rd', city: 'Arcadia', region: 'FL', country: 'US', postalCode: '34266' }
  const card = { name: 'Ada', number: '4111111111111111', expMonth: '12', expYear: '2035', cvc: '123', address: where }
  const answer = await fetch(`${address}/simulator/quickbooks/v4/payments/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card }),
  })
  return ((await answer.json()) as { value: string }).value
}

/** The request body for a hold's deposit. */
export function aDeposit(holdId: string, selectedDate: string, paymentToken: string) {
  const who = { firstName: 'Ada', lastName: 'Angler', email: 'ada@example.com', phone: '(863) 555-0142' }
  return {
    holdId,
    bookingData: { selectedDate, numberOfGuests: 1, packageType: 'TROPHY', ...who },
    paymentData: {
      amount: 350,
      currency: 'USD',
      paymentToken,
      description: 'Deposit',
      paymentMethod: 'QUICKBOOKS',
    },
  }
}
