import { patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { refundBooking } from '@arcadia/contract/refunds'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const logged: { msg: string; err?: { code?: string; message: string } }[] = []
const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) })

let app: TestApp
let admin: string
let bookingId: number
beforeAll(async () => {
  app = await startTestApp({ log })
  admin = await anAdmin(app)
  bookingId = await aBookingPaidInEveryWay()
  await app.database.pool.query(`
    create sequence tries;
    create table broken (statement text not null);
    create function break_something() returns trigger language plpgsql security definer as $$
    begin
      perform nextval('tries');
      execute (select statement from broken);
      return null;
    end $$;
    create trigger broken after insert on booking_events for each row execute function break_something()`)
})
afterAll(() => app.close())

/** A booking with a captured card payment, a refund, cash, cash taken back and a voucher's use. */
async function aBookingPaidInEveryWay(): Promise<number> {
  const booking = await aBooking(app, { date: openDates()[0]!, guests: 2 })
  const params = { id: booking.bookingId }
  await app.call(refundBooking, { token: admin, params, query: { amount: 10 } })
  for (const amount of [20, 30])
    await app.call(recordManualPayment, { token: admin, params, body: { amount, method: 'CASH' } })
  const body = { amount: 50, senderName: 'The house', recipientName: 'Ada' }
  const { id } = await app.call(makeGiftVoucher, { token: admin, body })
  const { code } = await app.call(showVoucherCode, { token: admin, params: { id } })
  await app.call(redeemOnBooking, { token: booking.token, params, body: { code } })
  return booking.bookingId
}

/** Cancels the booking, which writes its history under the day's lock and so runs the statement there. */
async function cancelWhile(statement: string) {
  await app.database.pool.query('delete from broken')
  await app.database.pool.query('insert into broken values ($1)', [statement])
  await app.database.pool.query("select setval('tries', 1, false)")
  logged.length = 0
  const params = { id: bookingId }
  const { status, body } = await app.answer(patchBookingStatus, { token: admin, params, body: { status: 'CANCELLED' } })
  const { rows } = await app.database.pool.query('select last_value::integer as tries from tries')
  return { status, error: body.error, tries: rows[0].tries, logged: logged.map(({ msg, err }) => [msg, err?.code]) }
}

const BROKEN: [what: string, sqlState: string, statement: string][] = [
  ['the kind of a payment', 'AR006', "update payment_attempts set kind = 'BALANCE'"],
  ['the amount of a settled payment', 'AR006', 'update payment_attempts set amount_cents = 1'],
  ['the outcome of a settled payment', 'AR006', "update payment_attempts set outcome = 'VOIDED'"],
  ['the amount of a refund', 'AR006', 'update refunds set amount_cents = 1'],
  ['the outcome of a refund', 'AR006', "update refunds set outcome = 'REFUSED'"],
  ['cash that was recorded', 'AR006', 'update manual_payments set amount_cents = 1'],
  ['a voucher payment', 'AR006', 'update gift_voucher_uses set cents = 1'],
  ['what a voucher is worth', 'AR006', 'update gift_vouchers set cents = 1000000'],
  [
    'more back than a charge took',
    'AR004',
    `insert into refunds (order_id, attempt_id, amount_cents, leased_until, next_try_at)
     select order_id, attempt_id, 1000000, leased_until, next_try_at from refunds limit 1`,
  ],
  [
    'cash taken back that was another amount',
    'AR004',
    `insert into manual_payments (booking_id, admin_id, method, amount_cents, reverses, created_at)
     select booking_id, admin_id, method, -1, id, created_at from manual_payments limit 1`,
  ],
  [
    'more used than a voucher is worth',
    'AR005',
    `insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
     select voucher_id, booking_id, 1, created_at from gift_voucher_uses limit 1`,
  ],
  ['a payment that is deleted', 'AR003', 'delete from payment_attempts'],
]

test.each(BROKEN)(
  '%s: breaking it under a booking’s lock is a bug, logged, never "that day is booked"',
  async (...of) => {
    const [, sqlState, statement] = of
    expect(await cancelWhile(statement)).toEqual({
      status: 500,
      error: 'internal-error',
      tries: 1,
      logged: [['unexpected error', sqlState]],
    })
  },
)

test('negative control: raised as the guard’s AR002, it would be told as a full day, after a retry, without a word in the log', async () => {
  expect(await cancelWhile("do $do$ begin raise exception 'final' using errcode = 'AR002'; end $do$")).toEqual({
    status: 409,
    error: 'not-enough-spots',
    tries: 2,
    logged: [],
  })
})

test('no two meanings share a code: AR001 and AR002 are raised by the guard alone', async () => {
  const { rows } = await app.database.pool.query(
    `select proname from pg_proc where pronamespace = current_schema()::regnamespace
     and prosrc ~ 'AR00[12]' order by proname`,
  )
  expect(rows).toEqual([{ proname: 'guard_exit' }])
})
