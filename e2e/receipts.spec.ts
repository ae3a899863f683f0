import { addresses, portal } from '@arcadia/contract/addresses'
import { payLinkedBalance } from '@arcadia/contract/balance-links'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, aCardToken, type Booked, splitWithSam } from './support/managed-bookings.ts'
import { type Angler, anOpenDate, api, BOTH_SIZES, expect, test } from './support/test.ts'

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

/** Splits the bill with a friend, who pays by card. Returns the address of the friend's share. */
async function aPaidShare(angler: Angler, booked: Booked, email: string): Promise<string> {
  const { url, asks: amount } = (await splitWithSam(angler, booked, email)).shares[1]!
  const paymentToken = await aCardToken(angler.token, 'Sam Whitaker')
  const payment = { token: url.split('#')[1]!, amount, owed: amount, currency: 'USD' as const, paymentToken }
  await api.call(payLinkedBalance, { body: payment })
  return pathOf(url)
}

const chooser = (page: Page) => page.getByLabel('Receipt or statement')

/** Expects a paper on one page, with these words and without those. */
async function expectPrinted(page: Page, shown: readonly string[], hidden: readonly string[] = []): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.paper')
  for (const part of shown) await expect(paper).toContainText(part)
  for (const part of hidden) await expect(paper).not.toContainText(part)
  for (const format of ['Letter', 'A4'] as const)
    expect((await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: null })
}

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test("receipts are reached from the trip's page, an email, a share and the portal, and made out to a company", async ({
      resumed: page,
      browser,
      baseURL,
      angler,
    }) => {
      const booked = await aBooking(angler, await anOpenDate(true), 2)
      const email = `sam.${booked.id}@friends.example`
      const share = await aPaidShare(angler, booked, email)

      await page.goto(addresses.trip.own.href(booked))
      await page.getByRole('link', { name: 'Receipts' }).click()
      await expect(page.getByRole('heading', { name: 'Receipts', level: 1 })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('Left to pay')
      await expectAccessible(page)
      await expectReadable(page, 'a statement')
      await expect(page.getByRole('link', { name: 'Back to the trip' })).toBeVisible()
      const company = page.getByLabel('Company name and address')
      await company.fill('Acme Outfitters\n1 Main St')
      const statement = ['Statement', 'Acme Outfitters', 'Trip total', '$5,000.00', "Sam Whitaker's share", '$2,150.00']
      await expectPrinted(page, [...statement, booked.confirmationNumber])

      const another = await (await browser.newContext({ ...size, baseURL: baseURL! })).newPage()
      const [receipt] = (await mailsTo(angler.email)).flatMap(
        ({ text }) => /\S+\/receipts\/\S+#\S+/.exec(text)?.[0] ?? [],
      )
      await another.goto(pathOf(receipt!))
      await expect(another.getByRole('main')).toContainText('Left to pay')
      await expect(another.getByLabel('Company name and address')).toHaveValue('')

      await another.goto(share)
      await another.getByRole('link', { name: 'Receipts' }).click()
      await expect(another.getByRole('heading', { name: 'Receipts', level: 1 })).toBeVisible()
      await expect(another.getByRole('main')).toContainText('$2,150.00')
      await expect(chooser(another)).toBeHidden()
      await expectAccessible(another)
      await expectReadable(another, 'the receipt of a share')
      await another.getByLabel('Company name and address').fill('Whitaker Roofing')
      const theirs = ['Receipt', 'R-C', 'Sam Whitaker', 'Whitaker Roofing', '$2,150.00', 'Visa ending in 1111']
      await expectPrinted(another, theirs, ['$5,000.00', '$700.00', 'Ada Angler', 'Acme'])
      const [emailed] = (await mailsTo(email)).flatMap(({ text }) => /\S+\/receipts\/\S+#\S+/.exec(text)?.[0] ?? [])
      await another.goto('/robots.txt')
      await another.goto(pathOf(emailed!))
      await expect(another.getByRole('main')).toContainText("Sam Whitaker's share")
      await another.getByRole('link', { name: 'Back to the trip' }).click()
      await expect(another.getByRole('heading', { name: 'Your share' })).toBeVisible()
      await another.context().close()

      await openPortal(page, portal.bookings.href())
      await page.goto(portal.bookings.href({ id: booked.id }))
      const panel = page.getByRole('dialog', { name: 'Ada Angler' })
      await panel.getByRole('button', { name: /^Money/, expanded: false }).click()
      await panel.getByRole('link', { name: 'Receipts and statement' }).click()
      await chooser(page).selectOption({ index: 2 })
      await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible()
      await expectAccessible(page)
      await expectReadable(page, 'a receipt in the portal')
      await expectPrinted(page, ['Receipt', 'Sam Whitaker', "Sam Whitaker's share", booked.confirmationNumber])
      await page.getByRole('link', { name: 'Back to the booking' }).click()
      await expect(panel).toBeVisible()
    })
  })
