import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../http/sessions.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { openDates } from '../../testing/builders.ts'
import { REALM } from '../../testing/merchant-consent.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createBookings } from '../bookings/bookings.service.ts'
import { createRefunds } from './refunds.service.ts'

let app: TestApp
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A non-card source that can take back up to $100. */
function otherSource(isRefusedByCards = false) {
  const back: number[] = []
  const left = () => 100_00 - back.reduce((sum, cents) => sum + cents, 0)
  const vouchers: Parameters<typeof createRefunds>[0]['vouchers'] = {
    restOf: async () => ({ usable: left(), ended: 0 }),
    partOf: async (_db, _now, _bookingId, cents) => Math.min(cents, left()),
    giveBack: async (_tx, _now, _bookingId, cents) => {
      back.push(cents)
      return [{ shareId: null, cents }]
    },
  }
  const { db } = app.database
  const base = {
    db,
    clock: app.clock,
    log: pino({ level: 'silent' }),
    ownerEmail: undefined,
    answerWithinMs: 5000,
    connectedAccount: async () => ({ environment: 'simulator', realmId: REALM }),
    bookings: createBookings({ db, clock: app.clock, publicUrl: '', business: app.app.features.business.api }),
    provider: {
      findCharge: async () => ({
        kind: 'found' as const,
        charge: { chargeId: '', status: 'captured' as const, amountCents: 0, refundedCents: 0, isSettled: false },
      }),
      refund: async () =>
        isRefusedByCards
          ? { kind: 'refused' as const, problem: 'no' }
          : { kind: 'refunded' as const, refundId: 'refund' },
    },
  }
  const refunds = createRefunds({ ...base, vouchers })
  return { refunds, back }
}

const owner: SignedIn = { id: 1, username: 'admin', role: 'ADMIN', position: 'OWNER', tokenHash: Buffer.alloc(0) }
const ordersOf = async (bookingId: number) =>
  (
    await app.database.pool.query(
      `select o.outcome, coalesce(sum(r.amount_cents), 0)::integer as cents from refund_orders o
       left join refunds r on r.order_id = o.id and r.attempt_id is not null where o.booking_id = $1 group by o.id order by o.id`,
      [bookingId],
    )
  ).rows

test('other sources are refunded first, and the card gets only the rest', async () => {
  const { bookingId } = await aBooking(app, { date: dates.shift()!, guests: 2 })
  const { refunds, back } = otherSource()
  const input = { bookingId, description: null, key: 'first', askedCents: 80_00 }
  expect(await refunds.refund(owner, input)).toMatchObject({ success: true, message: '$80.00 was refunded.' })
  expect(await refunds.refund(owner, input)).toMatchObject({ success: true, message: '$80.00 was refunded.' })
  expect(back).toEqual([80_00])
  expect(await refunds.refund(owner, { ...input, key: 'second', askedCents: 50_00 })).toMatchObject({
    success: true,
    message: '$50.00 was refunded.',
  })
  expect(back).toEqual([80_00, 20_00])
  expect(await ordersOf(bookingId)).toEqual([
    { outcome: 'DONE', cents: 0 },
    { outcome: 'DONE', cents: 30_00 },
  ])
})

test('the message names both the refunded and the refused amount', async () => {
  const { bookingId } = await aBooking(app, { date: dates.shift()!, guests: 2 })
  const { refunds } = otherSource(true)
  expect(await refunds.refund(owner, { bookingId, description: null, askedCents: 130_00 })).toMatchObject({
    success: false,
    message:
      '$100.00 was refunded. Refund failed: the payments provider refused $30.00. Try again, or pay it back another way.',
  })
  expect(await ordersOf(bookingId)).toEqual([{ outcome: 'PARTIAL', cents: 30_00 }])
})
