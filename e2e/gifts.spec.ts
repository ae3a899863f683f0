import { addresses, portal } from '@arcadia/contract/addresses'
import { makeGiftVoucher, showVoucherCode, voidGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { openGift } from '@arcadia/contract/gifts'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { anOpenDate, BOTH_SIZES, expect, headerActions, PHONE, test } from './support/test.ts'

async function aGift(more: Partial<WireInput<typeof makeGiftVoucher>['body']> = {}) {
  const body = { amount: 500, senderName: 'Priya', recipientName: 'Tom', ...more }
  const { id } = await asAdmin.call(makeGiftVoucher, { body })
  const { code } = await asAdmin.call(showVoucherCode, { params: { id } })
  return { id, code }
}

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a gift is opened from its email without an account, and books a newcomer a morning with its code filled in', async ({
    page,
  }) => {
    const date = await anOpenDate(true)
    const to = `tom${Date.now()}@example.com`
    const { code } = await aGift({ recipientEmail: to, words: 'You taught me to cast.' })
    await expect.poll(() => mailsTo(to), { timeout: 20_000 }).toHaveLength(1)
    const [mail] = await mailsTo(to)
    await page.goto(/\/gift\/\S+/.exec(mail!.text)![0])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('For you, Tom')
    await expect(page.getByRole('blockquote')).toHaveText('You taught me to cast.')
    await expect(page.getByRole('main').getByText('$500.00 toward a morning with us')).toBeVisible()
    await expect(page.getByText(code).first()).toBeVisible()
    await expectAccessible(page)
    await expectReadable(page, 'a gift')

    await page.getByRole('button', { name: 'Pick your morning' }).click()
    const booking = new BookingDialog(page)
    await booking.pickDate(date)
    await expect(page.getByLabel('First name')).toHaveValue('Tom')
    await expect(page.getByLabel('Email')).toHaveValue(to)
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByLabel('Phone number').fill('(863) 555-0142')
    await page.getByRole('button', { name: 'Start my booking' }).click()
    await booking.fillGuests(1)
    await expect(booking.dialog.getByLabel('Gift code')).toHaveValue(code)
    await expectAccessible(page, '[role=dialog]')
    await booking.continue()
    await booking.dialog.getByRole('button', { name: 'Confirm booking' }).click()
    await booking.expectConfirmed()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(code)
  })
})

test('a gift is opened by the code on its poster, and one that ended says so', async ({ page }) => {
  const { id, code } = await aGift()
  await page.goto(addresses.gift.typed.href())
  const field = page.getByLabel('Gift code')
  await field.fill('WXYZ-2345-ABCD-6789')
  await page.getByRole('button', { name: 'Open your gift' }).click()
  await expect(page.getByText("We can't find a gift with that code.")).toBeVisible()
  await expectAccessible(page)
  await expectReadable(page, 'the code of a gift')
  await field.fill(code.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Open your gift' }).click()
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toHaveText('For you, Tom')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(name, 'seen at once on a phone on its side').toBeInViewport({ ratio: 1 })

  await asAdmin.call(voidGiftVoucher, { params: { id }, body: { reason: 'Lost' } })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This gift was canceled')
  await expect(page.getByRole('button', { name: 'Pick your morning' })).toBeHidden()
  await expectAccessible(page)
})

test('a gift whose last day is over says so, and what to do', async ({ page }) => {
  const { code } = await aGift({ words: 'You taught me to cast.' })
  // As the server answers once the day is over.
  await page.route(`**${openGift.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), status: 'EXPIRED', expiresOn: '2026-06-30' } })
  })
  await page.goto(addresses.gift.scanned.href({ code }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This gift has expired')
  const main = page.getByRole('main')
  await expect(main).toContainText("It can't pay for a trip anymore. Please call us at (863) 555-0142.")
  await expect(main).toContainText('Tuesday, June 30, 2026')
  await expectAccessible(page)
  await expectReadable(page, 'a gift that expired')
  await main.getByRole('link', { name: 'Buy a new gift' }).click()
  await expect(page).toHaveURL(addresses.giftVouchers.href())
})

test('the front page invites to give in the season that the owner sets, and not outside of it', async ({ page }) => {
  await openPortal(page, portal.configuration.businessCard.href({ card: 'gifts' }))
  const card = page.getByRole('region', { name: 'Your business' })
  await card.getByLabel('Show on the front page from').fill('1/1')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Please enter both days, or leave both blank.')).toBeVisible()
  await card.getByLabel('Through', { exact: true }).fill('12/31')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Business details saved')).toBeVisible()
  await expect(card.getByLabel('Show on the front page from')).toHaveValue('01/01')
  await expectAccessible(page)

  await page.goto('/')
  const invitation = page.getByRole('region', { name: 'Give a morning on the Peace River' })
  await (await headerActions(page)).getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(addresses.season.href())
  await expect(invitation).toBeVisible()
  await expectAccessible(page)
  await invitation.getByRole('link', { name: 'Give a morning' }).click()
  await expect(page).toHaveURL(addresses.giftVouchers.href())

  await asAdmin.call(changeBusinessFacts, { body: { giftsFrom: null, giftsThrough: null } })
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('"showsGifts":false')
  await page.goto('/')
  await page.locator('#season').scrollIntoViewIfNeeded()
  await expect(page.locator('.season').first()).toBeVisible()
  await expect(invitation).toBeHidden()
})

for (const [size, use] of BOTH_SIZES)
  test.describe(`gifts on the front page ${size}`, () => {
    test.use(use)

    test('links arrive below the gifts, which are as high before their script as after it', async ({
      page,
      browser,
      baseURL,
      viewport,
    }) => {
      await asAdmin.call(changeBusinessFacts, { body: { giftsFrom: '01/01', giftsThrough: '12/31' } })
      const heightIn = (of: Page) =>
        of.locator('[data-shows=gifts]').evaluate((gifts) => Math.round(gifts.getBoundingClientRect().height))
      const unscripted = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL!, viewport })
      await unscripted.goto('/')
      const served = await heightIn(unscripted)
      await unscripted.close()

      const arrivesAt = (id: string) =>
        expect
          .poll(() => page.locator(id).evaluate((part) => Math.abs(part.getBoundingClientRect().top)))
          .toBeLessThan(120)
      await page.goto('/')
      await (await headerActions(page)).getByRole('link', { name: 'Calendar' }).click()
      await expect(page.locator('.morning[aria-haspopup]').first()).toBeVisible()
      await arrivesAt('#season')
      const invitation = page.getByRole('region', { name: 'Give a morning on the Peace River' })
      await invitation.getByRole('img').scrollIntoViewIfNeeded()
      expect(await heightIn(page)).toBe(served)
      for (const id of ['#season', '#faq']) {
        await page.goto('about:blank')
        await page.goto(`/${id}`)
        await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
        await arrivesAt(id)
      }
      await asAdmin.call(changeBusinessFacts, { body: { giftsFrom: null, giftsThrough: null } })
    })
  })
