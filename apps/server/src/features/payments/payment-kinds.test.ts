import { readFile } from 'node:fs/promises'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { getBooking } from '@arcadia/contract/bookings'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { BEFORE_TEN_FILES } from '../../testing/before-ten-files.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const migration = new URL('../../../migrations/older/0200_to_ten_files.sql', import.meta.url)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('payments from before they had a kind get one, and all that was paid reads as before', async () => {
  const admin = await anAdmin(app)
  const [date] = openDates()
  const { bookingId: id, token } = await aBooking(app, { date: date!, guests: 1 })
  const payment = {
    bookingId: id,
    amount: 200,
    currency: 'USD' as const,
    paymentToken: await app.simulator.cardToken(),
  }
  expect((await app.answer(payBalance, { token, body: payment })).status).toBe(201)
  const cash = { amount: 100, method: 'CASH' as const, note: null }
  await app.call(recordManualPayment, { token: admin, params: { id }, body: cash })
  await app.call(refundBooking, { token: admin, params: { id }, query: { amount: 50 } })
  const sql = (text: string) => app.database.pool.query(text)
  const money = async () => ({
    booking: await app.call(getBooking, { token, params: { id } }),
    toward: (await sql(`select paid_toward(${id}) as cents`)).rows,
    books: { ...(await checkBooks(app, admin)), checkedAt: null },
  })
  const before = await money()
  expect(before).toMatchObject({
    booking: { paidAmount: 650, cashAmount: 100, refundedAmount: 50 },
    toward: [{ cents: 650_00 }],
    books: { balanced: true },
  })

  await sql(BEFORE_TEN_FILES)
  await sql(await readFile(migration, 'utf8'))
  await sql('grant select on money_in, money_back to public')
  expect(await money()).toEqual(before)
  const { rows } = await sql('select kind, idempotency_key is not null as keyed from payment_attempts order by id')
  expect(rows).toEqual([
    { kind: 'DEPOSIT', keyed: true },
    { kind: 'BALANCE', keyed: true },
  ])
  await expect(sql(`update payment_attempts set kind = 'BALANCE'`)).rejects.toThrow('for good')
})
