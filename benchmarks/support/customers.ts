import type pg from 'pg'
import { type Ask, requestOf } from './people.ts'
import { openSessions } from './sessions.ts'

/** Somebody with a session, who asks from a network of their own: the server has to trust `127.0.0.1` as a proxy. */
export interface Customer {
  id: number
  headers: Record<string, string>
}

export async function makeCustomers(database: pg.Client, count: number): Promise<Customer[]> {
  const { rows } = await database.query(
    `insert into users (username, email, created_at, updated_at)
      select 'bench' || i, 'bench' || i || '@example.com', now(), now() from generate_series(1, $1) i returning id`,
    [count],
  )
  const ids: number[] = rows.map(({ id }) => id)
  const tokens = await openSessions(database, ids)
  return ids.map((id, nth) => ({
    id,
    headers: { authorization: `Bearer ${tokens[nth]}`, 'x-forwarded-for': `10.0.${nth >> 8}.${nth & 255}` },
  }))
}

/** Of the season, without those that cannot be booked. */
export async function openDays(address: string): Promise<string[]> {
  const config = await (await fetch(`${address}/api/bookings/config`)).json()
  const range = `startDate=${config.seasonStart}&endDate=${config.seasonEnd}`
  const days = await (await fetch(`${address}/api/bookings/availability/range?${range}`)).json()
  return Object.keys(days).filter((day) => days[day].bookable)
}

export function holding(address: string, { headers }: Customer, day: string): string {
  return requestOf(address, 'POST', '/api/bookings/holds', headers, { selectedDate: day, numberOfGuests: 1 })
}

/** The hold's id; undefined where the day is full. */
export async function hold(ask: Ask, address: string, customer: Customer, day: string): Promise<string | undefined> {
  const held = await ask(holding(address, customer, day))
  if (held.status === 409) return undefined
  if (held.status !== 201) throw new Error(`A hold was answered ${held.status} ${held.body}`)
  return JSON.parse(held.body).holdId
}

export async function release(ask: Ask, address: string, { headers }: Customer, hold: string): Promise<void> {
  const released = await ask(requestOf(address, 'DELETE', `/api/bookings/holds/${hold}`, headers))
  if (released.status !== 204) throw new Error(`A release was answered ${released.status} ${released.body}`)
}

/** As the browser gets it from the provider. */
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

/** The body that pays for a hold. */
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
