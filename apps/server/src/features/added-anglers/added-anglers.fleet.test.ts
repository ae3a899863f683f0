import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import { payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { getBooking } from '@arcadia/contract/bookings'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { splitBooking } from '@arcadia/contract/shares'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'

/** Anglers who join by two phones at once, each answered by a process of its own. */

let fleet: Fleet
let dates: string[]
let one: Server
let two: Server
beforeAll(async () => {
  fleet = await startFleet(2)
  dates = await openDates(fleet.servers[0]!)
  ;[one, two] = fleet.servers as [Server, Server]
})
afterAll(() => fleet.close())

type Server = Fleet['servers'][number]

async function aBooking(date: string, guests: number) {
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  const hold = await one.answer(createHold, { token, body: { selectedDate: date, numberOfGuests: guests } })
  const body = aPayment(heldOf(hold.body).holdId, await fleet.simulator.cardToken(), { date, guests })
  const { booking } = await one.call(payForBooking, { token, body })
  return { token, params: { id: booking.id } }
}

type Guest = Awaited<ReturnType<typeof aBooking>>

const hold = (server: Server, guest: Guest) => server.answer(holdAngler, guest)

let presses = 0
async function join(
  server: Server,
  guest: Guest,
  held: { hold: { holdId: string } | null; deposit: number; totalAmount: number },
) {
  const agreed = { currency: 'USD' as const, termsVersion: TERMS_VERSION }
  const card = { amount: held.deposit, paymentToken: await fleet.simulator.cardToken() }
  const body = { holdId: held.hold?.holdId, totalAmount: held.totalAmount, ...card, ...agreed }
  return server.answer(payAngler, { ...guest, headers: { 'idempotency-key': `press-${++presses}` }, body })
}

/** Whoever presses the same hold while it is paid hears of the same payment. */
const paymentsOf = (answers: Awaited<ReturnType<typeof join>>[]) => [
  ...new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.payment?.id] : []))),
]

const books = async () => checkBooks({ ...fleet, call: one.call }, await adminToken(one))

test('on two phones at once, while a share is being paid: one angler joins, and the shares ask what is owed', async () => {
  const guest = await aBooking(dates.shift()!, 3)
  const { pendingAmount: owed } = await one.call(getBooking, guest)
  const asked = { shares: [{ name: 'Ana', isOwn: true }, { name: 'Sam' }], seen: [], owed }
  const share = (await one.call(splitBooking, { ...guest, body: asked })).shares[1]!
  const first = (await hold(one, guest)).body
  const second = (await hold(two, guest)).body
  const before = await fleet.simulator.calls('charge')
  const byLink = { token: share.url.split('#')[1]!, amount: share.asks, owed: share.asks, currency: 'USD' as const }
  const paymentToken = await fleet.simulator.cardToken()
  const [shared, ...joined] = await Promise.all([
    two.answer(payLinkedBalance, { body: { ...byLink, paymentToken } }),
    join(one, guest, first),
    join(two, guest, second),
    join(one, guest, second),
  ])
  expect(paymentsOf(joined)).toHaveLength(1)
  // The angler may have been faster, and then the share asks more than its page showed.
  expect([201, 409]).toContain(shared.status)
  expect(await fleet.simulator.calls('charge')).toBe(before + (shared.status === 201 ? 2 : 1))
  const { numberOfGuests, totalAmount, pendingAmount } = await one.call(getBooking, guest)
  expect([numberOfGuests, totalAmount]).toEqual([4, 10_000])
  const { shares, rest } = (await one.call(getTrip, guest)).own!.split
  expect(shares.reduce((sum, { asks }) => sum + asks, rest)).toBe(pendingAmount)
  expect(await books()).toMatchObject({ balanced: true, unresolved: 0 })
})

test('on a day with one spot left: one of two groups gets it, and the day is full, not oversold', async () => {
  const date = dates.shift()!
  const guests = [await aBooking(date, 2), await aBooking(date, 1)] as const
  const answers = await Promise.all([hold(one, guests[0]), hold(two, guests[1])])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const at = answers.findIndex(({ status }) => status === 201)
  const joined = await Promise.all([one, two].map((server) => join(server, guests[at]!, answers[at]!.body)))
  expect(paymentsOf(joined)).toHaveLength(1)
  const all = await Promise.all(guests.map((guest) => one.call(getBooking, guest)))
  expect(all.reduce((sum, { numberOfGuests }) => sum + numberOfGuests, 0)).toBe(4)
  expect((await hold(two, guests[1 - at]!)).status).toBe(409)
  expect(await books()).toMatchObject({ balanced: true, unresolved: 0 })
})
