import { readFileSync } from 'node:fs'
import { portal } from '@arcadia/contract/addresses'
import { checkLedger, getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { buyGiftVoucher, redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { refundBooking, voidBooking } from '@arcadia/contract/refunds'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking, aCardToken } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, dialogsClosed, expect, PHONE, test } from './support/test.ts'

// The owner reads the books on a trip to Japan, where the year begins fourteen hours earlier than at the river.
test.use({ serviceWorkers: 'allow', timezoneId: 'Asia/Tokyo', hasOwnClock: true })

const cents = (decimal: string) => Math.round(Number(decimal) * 100)

/** The rows of a CSV file without quoted values, by their heads. */
async function download(page: Page, button: Locator): Promise<Record<string, string>[]> {
  await button.click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'For another program' }).click(),
  ])
  const [heads, ...rows] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  await dialogsClosed(page)
  return rows.map((row) => Object.fromEntries(heads!.map((head, index) => [head, row[index]!])))
}

test("the files of a season with everything in it add up to the page's sums and to the ledger", async ({
  page,
  setServerClock,
}) => {
  const dates = [
    await anOpenDate(true),
    await anOpenDate(true),
    await anOpenDate(true),
    await anOpenDate(true),
  ] as const
  const year = Number(dates[0].slice(0, 4))
  const refund = (id: number, amount: string) =>
    asAdmin.answer(refundBooking, { params: { id }, query: { amount, description: 'Rain' } })

  await setServerClock(new Date(`${year}-01-01T04:30:00Z`))
  const eve = await anAngler()
  await aBooking(eve, dates[0])
  await setServerClock(new Date(`${year}-01-01T05:30:00Z`))
  const angler = await anAngler()
  const booking = await aBooking(angler, dates[1], 2)
  const gift = { amount: 500, senderName: 'Sam Ray', recipientName: 'Robin' }
  const paymentToken = await aCardToken(angler.token)
  const { code } = await api.call(buyGiftVoucher, { token: angler.token, body: { ...gift, paymentToken } })
  const { id } = await asAdmin.call(makeGiftVoucher, { body: { ...gift, amount: 200 } })
  const given = await asAdmin.call(showVoucherCode, { params: { id } })
  for (const one of [code!, given.code])
    await api.call(redeemOnBooking, { token: angler.token, params: { id: booking.id }, body: { code: one } })
  for (const payment of [
    { method: 'CASH', amount: 1000.25 },
    { method: 'CHECK', amount: 600, note: '2210' },
  ] as const)
    await asAdmin.call(recordManualPayment, { params: { id: booking.id }, body: payment })
  const other = await aBooking(angler, dates[2])
  expect((await refund(other.id, '120.50')).body).toMatchObject({ success: true })
  expect((await refund(booking.id, '30.75')).body).toMatchObject({ success: true })
  const voided = await aBooking(await anAngler(), dates[3])
  await asAdmin.call(voidBooking, { params: { id: voided.id } })
  const refused = await aBooking(await anAngler(), await anOpenDate(true), 1, 'Refund decline')
  expect((await refund(refused.id, '50')).body).toMatchObject({ success: false })

  await openPortal(page, portal.dashboard.money.href({ year }))
  await expect(page.getByRole('heading', { name: `Payments and refunds, ${year}` })).toBeVisible()
  const season = await asAdmin.call(getSeasonMoney, { query: { year: String(year) } })
  const moved = page.getByRole('region', { name: `Money by month, ${year}` })
  const totals = await download(page, moved.getByRole('button', { name: 'CSV' }))
  const entries = await download(page, page.getByRole('button', { name: 'CSV' }).last())

  // Each row says in words what it is, with two decimals; the voided charge and what was refused are not there.
  const kinds = [
    'Deposit',
    'Gift voucher sold',
    'Gift voucher used',
    'Paid by hand',
    'Refund',
    'Back to the gift voucher',
  ]
  // Other journeys may have paid a balance, or in another way.
  expect(entries.map(({ What }) => What)).toEqual(expect.arrayContaining(kinds))
  for (const row of entries) {
    expect(row.Amount || row['By gift voucher']).toMatch(/^-?\d+\.\d\d$/)
    expect(row.Date).toMatch(new RegExp(`^${year}-`))
  }
  expect(entries.map(({ Booking }) => Booking)).not.toContain(voided.confirmationNumber)
  expect(entries.find(({ What }) => What === 'Refund')).toMatchObject({ Guest: 'Ada Angler', Note: 'Rain' })
  expect(entries.find(({ Method }) => Method === 'Check')).toMatchObject({ Amount: '600.00', 'Check number': '2210' })

  const net = ({ received, givenBack }: (typeof season.moved)[number]) => Math.round(received * 100 - givenBack * 100)
  const METHODS: Record<string, string> = {
    CARD: 'Card',
    CASH: 'Cash',
    CHECK: 'Check',
    ZELLE: 'Zelle',
    VENMO: 'Venmo',
    OTHER: 'Other',
    VOUCHER: 'Gift voucher',
  }
  expect(totals.map(({ Method, Net }) => [Method, cents(Net!)])).toEqual(
    season.moved.map((row) => [METHODS[row.method], net(row)]),
  )
  for (const row of season.moved) {
    const sum = entries
      .filter((entry) => entry.Method === METHODS[row.method] && entry.Date!.startsWith(row.month))
      .reduce((sum, entry) => sum + cents(entry.Amount || entry['By gift voucher']!), 0)
    expect(sum).toBe(net(row))
  }
  const allMoved = entries.reduce((sum, { Amount }) => sum + cents(Amount!), 0)
  expect(allMoved).toBe(Math.round(season.bridge.moved * 100))
  const dollars = (allMoved / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await expect(
    moved
      .getByRole('row', { name: `All of ${year}` })
      .getByRole('cell')
      .last(),
  ).toHaveText(dollars)

  // The ledger knows no years.
  const years = await Promise.all(
    season.years.map((one) => asAdmin.call(getSeasonMoney, { query: { year: String(one) } })),
  )
  const byCard = years.flatMap(({ moved }) => moved).filter(({ method }) => method === 'CARD')
  const ledger = await asAdmin.call(checkLedger)
  expect(byCard.reduce((sum, row) => sum + net(row), 0)).toBe(Math.round((ledger.captured - ledger.refunded) * 100))

  const trips = page.getByRole('region', { name: `Trips of ${year}` })
  await expect(trips).toContainText(`Moved in other years, for trips of ${year}`)
  for (const viewport of [{ width: 1440, height: 900 }, PHONE.viewport]) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
  }
})
