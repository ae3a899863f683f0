import { randomUUID } from 'node:crypto'
import { addresses } from '@arcadia/contract/addresses'
import { expectAccessible } from './support/accessible.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking } from './support/managed-bookings.ts'
import { type Angler, anOpenDate, expect, PHONE, test } from './support/test.ts'

/** Books a trip and returns a reader for the payment link; each view of the email has a new one. */
async function booked(angler: Angler) {
  const booking = await aBooking(angler, await anOpenDate(true))
  const link = async () => {
    const mails = await mailsTo(angler.email)
    const text = mails.find((mail) => mail.text.includes(booking.confirmationNumber))?.text
    return /\/pay-balance\/[\w-]+#\S+/.exec(text ?? '')![0]
  }
  return { ...booking, link }
}

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the balance is paid from the email: declined, then a slow charge with a lost answer; another phone sees it, both learn the outcome, and the link expires', async ({
    page,
    angler,
    app,
  }) => {
    const { link } = await booked(angler)
    const other = await page.context().newPage()
    await other.goto(await link())
    await other.getByRole('button', { name: 'Use sandbox test card' }).click()
    await page.goto(await link())
    const pay = page.getByRole('button', { name: 'Pay $2,150.00 USD' })
    await expect(pay).toBeVisible()
    // A forwarded link or a screenshot must not reveal these.
    await expect(page).toHaveURL(/\/pay-balance\/[\w-]+$/)
    for (const hidden of [/JB-\d/, /@/, 'Angler']) await expect(page.getByRole('main')).not.toContainText(hidden)
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Booked byAda')
    await page.getByRole('button', { name: 'Use sandbox test card' }).click()
    await expectAccessible(page)
    await page.getByLabel('Cardholder name').fill('Decline')
    await pay.click()
    await expect(page.getByRole('alert')).toContainText('Your card was declined.')

    const keys: string[] = []
    await page.route(/\/api\/balance-links\/payments(\?|$)/, async (route) => {
      keys.push(route.request().headers()['idempotency-key']!)
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Cardholder name').fill('Slow after 600')
    await pay.click()
    await expect(page.getByText('We are confirming your payment. Please do not pay again.')).toBeVisible()
    await expect.poll(() => keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    await other.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(other.getByText('We are confirming your payment. Please do not pay again.')).toBeVisible()
    await app.endFaults()
    await expect(page.getByText("Your payment went through, and you're paid in full.")).toBeVisible()
    // They pressed too, and came second.
    const second = "This balance is paid. Thank you, there's nothing left to pay. Your card wasn't charged."
    await expect(other.getByText(second)).toBeVisible()
    await expect(page.getByText("wasn't charged")).toBeHidden()
    await expectAccessible(page)
    await expect(other.getByRole('button', { name: /^Pay \$/ })).toBeHidden()
    const payer = `payer.${angler.email}`
    await page.getByText('Paid for someone else? Get a receipt of your own').click()
    await page.getByLabel('Your email').fill(payer)
    await page.getByRole('button', { name: 'Email me a receipt' }).click()
    await expect(page.getByText(`We're emailing the receipt to ${payer}.`)).toBeVisible()
    expect((await mailsTo(payer)).map(({ subject }) => subject)).toEqual(['Your receipt: $2,150.00'])

    await page.goto(addresses.payBalance.href({ id: 'another', token: randomUUID() }))
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText("This payment link doesn't work anymore. Please call us at (863) 555-0142.")
    await expectAccessible(page)
    await expect(page.getByLabel('Card number')).toBeHidden()
  })
})
