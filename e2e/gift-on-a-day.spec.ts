import { addresses } from '@arcadia/contract/addresses'
import { orderGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { expectAccessible } from './support/accessible.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { api, expect, PHONE, test } from './support/test.ts'

// It moves the clock of its server.
test.use({ ...PHONE, hasOwnClock: true })

test.afterEach(({ app }) => app.setClock(new Date()))

test('a gift that was paid for is texted, or emailed on a day that can still be changed', async ({ page, app }) => {
  const [to, buyerEmail] = [`tom${Date.now()}@example.com`, `priya${Date.now()}@example.com`]
  const body = { amount: 500, senderName: 'Priya', recipientName: 'Tom', buyerEmail, words: 'Go fish' }
  const link = await api.call(orderGiftVoucher, { body })
  await page.goto(addresses.payVoucher.href(link))
  await page.getByRole('button', { name: 'Use sandbox test card' }).click()
  await page.getByRole('button', { name: 'Pay $500.00 USD' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ready to give' })).toBeFocused()
  await expect(page.getByText(`The receipt and the code are at ${buyerEmail}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Text it' })).toHaveAttribute('href', /^sms:\?&body=.*%2Fgift%23\w{4}-/)
  await expectAccessible(page)
  await expectReadable(page, 'a paid gift')

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.paper')).toHaveCSS('page', 'poster')
  await page.emulateMedia({ media: null })

  await page.getByRole('button', { name: 'Email it' }).click()
  await page.getByLabel('Their email').fill(to)
  await expect(page.getByRole('button', { name: 'Email it now' })).toBeVisible()
  await page.getByLabel('On a day').check()
  await page.getByLabel('Day', { exact: true }).fill('2031-12-20')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Email it that day' }).click()
  await expect(
    page.getByText(`We'll email your gift to ${to} on Saturday, December 20, 2031 at 9:00 AM Eastern.`),
  ).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Change address or day' }).click()
  await page.getByLabel('Day', { exact: true }).fill('2031-12-24')
  await page.getByRole('button', { name: 'Email it that day' }).click()
  await expect(
    page.getByText(`We'll email your gift to ${to} on Wednesday, December 24, 2031 at 9:00 AM Eastern.`),
  ).toBeVisible()

  await app.setClock(new Date('2031-12-24T13:58:00Z'))
  await expect.poll(async () => (await mailsTo(buyerEmail)).length).toBe(1)
  expect(await mailsTo(to)).toEqual([])
  await app.setClock(new Date('2031-12-24T14:00:00Z'))
  await expect
    .poll(async () => (await mailsTo(to)).map(({ subject }) => subject), { timeout: 30_000 })
    .toEqual(['A gift from Priya'])
  await page.reload()
  await expect(page.getByText(`We emailed your gift to ${to}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change address or day' })).toBeHidden()
})
