import { readFileSync } from 'node:fs'
import { portal } from '@arcadia/contract/addresses'
import { checkLedger, getSeasonMoney, MONEY_METHODS } from '@arcadia/contract/admin/bookkeeping'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { giveBackManualPayment, listManualPayments, recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { orderGiftVoucher, payLinkedVoucher, redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { refundBooking, voidBooking } from '@arcadia/contract/refunds'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking, aCardToken } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, dialogsClosed, expect, PHONE, test } from './support/test.ts'

// The owner reads the books on a trip to Japan, where the year begins fourteen hours earlier than at the river.
test.use({ serviceWorkers: 'allow', timezoneId: 'Asia/Tokyo', hasOwnClock: true })

const cents = (decimal: string) => Math.round(Number(decimal) * 100)

/** The rows of a list's file for a spreadsheet, by their heads. */
async function download(page: Page, list: Locator, name: string): Promise<Record<string, string>[]> {
  await list.getByRole('button', { name }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'In a spreadsheet' }).click(),
  ])
  await dialogsClosed(page)
  return parse(readFileSync(await file.path(), 'utf8'), { bom: true, columns: true })
}

/** Of every card payment in a file, whatever went back later. */
const sumCharged = (entries: readonly Record<string, string>[]) =>
  entries
    .filter(({ Method, Amount }) => Method === 'Card' && !Amount!.startsWith('-'))
    .reduce((sum, { Amount, Tip }) => sum + cents(Amount || Tip || '0'), 0)

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
  const { token } = await api.call(orderGiftVoucher, { body: { ...gift, buyerEmail: 'sam@example.com' } })
  const { code } = await api.call(payLinkedVoucher, { body: { token, paymentToken } })
  const { id } = await asAdmin.call(makeGiftVoucher, { body: { ...gift, amount: 200 } })
  const given = await asAdmin.call(showVoucherCode, { params: { id } })
  for (const one of [code!, given.code])
    await api.call(redeemOnBooking, { token: angler.token, params: { id: booking.id }, body: { code: one } })
  for (const payment of [
    { method: 'CASH', amount: 1000.25 },
    { method: 'CHECK', amount: 600, note: 'Check 2210, from Sue' },
    { method: 'ZELLE', amount: 80.1 },
  ] as const)
    await asAdmin.call(recordManualPayment, { params: { id: booking.id }, body: payment })
  const [, , zelle] = await asAdmin.call(listManualPayments, { params: { id: booking.id } })
  await asAdmin.call(giveBackManualPayment, { params: { id: zelle!.id }, body: { reason: 'Rain' } })
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
  const totals = await download(page, moved, 'Export months CSV')
  const entries = await download(page, page.getByRole('main'), 'Export payments CSV')

  // As a 1099-K counts: before refunds, tips and gift vouchers included.
  const volume = page.getByRole('region', { name: `Card volume, ${year}` })
  const charged = await download(page, volume, 'Export card months CSV')
  expect(charged.map((row) => [row.Month, cents(row['Charged to cards']!)])).toEqual([
    ...season.cardVolume.map(({ month, charged }) => [month, Math.round(charged * 100)]),
    [`All of ${year}`, sumCharged(entries)],
  ])

  // Each row says in words what it is, with two decimals; the voided charge and what was refused are not there.
  const kinds = [
    'Deposit',
    'Gift voucher sold',
    'Gift voucher used',
    'Balance',
    'Refund',
    'Given back',
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
  expect(entries.find(({ Method }) => Method === 'Check')).toMatchObject({
    What: 'Balance',
    Amount: '600.00',
    'Check number': '2210',
    Note: 'from Sue',
  })

  const net = ({ received, givenBack }: (typeof season.moved)[number]) => Math.round(received * 100 - givenBack * 100)
  const filed = (row: Record<string, string>) => cents(row.Net || row['By gift voucher']!)
  const months = totals.filter(({ Month }) => Month !== `All of ${year}`)
  expect(months.map((row) => [row.Month, row.Method, filed(row)])).toEqual(
    season.moved.map((row) => [row.month, MONEY_METHODS[row.method].name, net(row)]),
  )
  // What a voucher paid is in no sum of money: whoever adds up the column gets what the page says.
  const sumOf = (rows: readonly Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + cents(row[column]!), 0)
  for (const { Month, Method, ...sums } of totals) {
    const isOf = (row: Record<string, string>) =>
      (row.Method === Method || Method === 'All methods') && (row.Date!.startsWith(Month!) || Month!.startsWith('All'))
    expect([cents(sums.Net!), cents(sums['By gift voucher']!)]).toEqual([
      sumOf(entries.filter(isOf), 'Amount'),
      sumOf(entries.filter(isOf), 'By gift voucher'),
    ])
  }
  expect(totals.at(-1)).toMatchObject({ Month: `All of ${year}`, Method: 'All methods' })
  expect(cents(totals.at(-1)!.Net!)).toBe(sumOf(months, 'Net'))
  for (const column of ['Received', 'Refunded', 'Net', 'By gift voucher'])
    for (const row of totals) expect(row[column]).toMatch(/^(-?\d+\.\d\d)?$/)

  const allMoved = sumOf(entries, 'Amount')
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
