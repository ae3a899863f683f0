import { checkLedger, getSeasonMoney, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const season = (year = '2027') => app.call(getSeasonMoney, { token: admin, query: { year } })
const entriesOf = (year: string, page = '0', size = '100') =>
  app.call(listMoneyEntries, { token: admin, query: { year, page, size } })

test('a season’s months show paid, refunded and due; the entries match the books to the cent', async () => {
  const [first, second, third] = openDates() as [string, string, string]
  const month = (date: string) => date.slice(0, 7)
  const one = await aBooking(app, { date: first, guests: 2 })
  await aBooking(app, { date: second })
  const gone = await aBooking(app, { date: third })
  const cash = { method: 'CASH' as const, amount: 1000 }
  await app.call(recordManualPayment, { token: admin, params: { id: one.bookingId }, body: cash })
  await app.call(refundBooking, {
    token: admin,
    params: { id: gone.bookingId },
    query: { amount: '100' },
  })
  await eventually(async () => (await season()).all.refunded === 100)

  const { months, all, years, vouchersLeft } = await season()
  expect(years).toEqual([2027])
  expect(vouchersLeft).toBe(0)
  expect(months.map((one) => one.month)).toEqual([...new Set([first, second, third].map(month))])
  // 4 anglers' deposits and the cash. What went back is not owed again, and the rest still is.
  expect(all).toMatchObject({ paid: 4 * 350 + 1000, refunded: 100, due: 4 * 2500 - 4 * 350 - 1000 })

  const year = String(app.clock.now().getFullYear())
  const { content } = await entriesOf(year)
  const net = (method: string) =>
    content
      .filter((entry) => entry.method === method)
      .reduce((sum, { amount, direction }) => sum + (direction === 'IN' ? amount : -amount), 0)
  const ledger = await app.call(checkLedger, { token: admin })
  expect(net('CARD')).toBe(ledger.captured - ledger.refunded)
  expect(net('CASH')).toBe(1000)
  expect(content.find(({ direction }) => direction === 'BACK')).toMatchObject({
    amount: 100,
    booking: { id: gone.bookingId },
  })
  expect(content.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  const pages = await Promise.all(['0', '1', '2'].map((page) => entriesOf(year, page, '2')))
  expect(pages.flatMap((page) => page.content)).toEqual(content)
  expect(await entriesOf(year, '3', '2')).toMatchObject({ content: [], totalElements: 5, totalPages: 3 })
  expect(await entriesOf('2031')).toMatchObject({ content: [], totalElements: 0, totalPages: 0 })
})

test.each(['27', '1999', 'twenty', ''])('the year %s is refused', async (year) => {
  const { status, body } = await app.request('GET', `/api/admin/money/entries?year=${year}`, { token: admin })
  expect([status, body.details[0].path]).toEqual([400, 'year'])
})
