import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { requestRefund } from '@arcadia/contract/refunds'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, expect, test } from './support/test.ts'

/** Cancelled with its refund, which the provider refused. */
async function aRefusedRefund() {
  const booked = await aBooking(await anAngler(), await anOpenDate(true), 1, 'Refund decline')
  await asAdmin.call(setBookingStatus, { params: { id: booked.id }, query: { status: 'CANCELLED', refund: true } })
  return booked
}

async function aRequest(amount: number, description: string) {
  const angler = await anAngler()
  const booked = await aBooking(angler, await anOpenDate(true))
  await api.call(requestRefund, { token: angler.token, params: { id: booked.id }, body: { amount, description } })
  return booked
}

test('the owner gives back what the provider refused at first, and compares the books', async ({ page }) => {
  const { confirmationNumber } = await aRefusedRefund()
  await openPortal(page, 'refunds')
  const items = page.getByRole('region', { name: 'Payments to settle' }).first()
  const row = items.getByRole('row').filter({ hasText: confirmationNumber })
  await expect(row).toContainText('The provider refused the refund.')
  await expectAccessibleAtEveryWidth(page)

  await row.getByRole('button', { name: /^Refund/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund payment' })
  await expect(dialog).toContainText("$350.00 will be refunded to Ada Angler's card.")
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Refund $350.00' }).click()
  await expect(page.getByText('$350.00 was refunded.')).toBeVisible()
  await expect(items.getByText('No refund items pending.')).toBeVisible()

  const books = page.getByRole('region', { name: 'Our books and QuickBooks' })
  await books.getByRole('button', { name: 'Compare now' }).click()
  await expect(books.getByRole('status')).toHaveText(/^Last compared .* no differences\.$/)
  await expect(books.getByText('The books match')).toBeVisible()
})

test('one request is approved, and another declined with a word', async ({ page }) => {
  const [approved, declined] = [await aRequest(100, 'It rained.'), await aRequest(50, 'I changed my mind.')]
  await openPortal(page, 'refunds')
  const requests = page.getByRole('region', { name: "Customers' requests" }).first()
  const row = ({ confirmationNumber }: typeof approved) =>
    requests.getByRole('row').filter({ hasText: confirmationNumber })
  await row(approved)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await page.getByRole('dialog', { name: 'Approve request' }).getByRole('button', { name: 'Refund $100.00' }).click()
  await expect(page.getByText('$100.00 was refunded.')).toBeVisible()
  await expect(row(approved)).toBeHidden()

  await row(declined)
    .getByRole('button', { name: /^Decline/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Decline request' })
  await dialog.getByRole('button', { name: 'Decline and send' }).click()
  await expect(dialog.getByText('An answer is required')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Your answer').fill("Deposits aren't refundable.")
  await dialog.getByRole('button', { name: 'Decline and send' }).click()
  await expect(page.getByText('We emailed your answer to the customer.')).toBeVisible()
  await expect(requests.getByText('No requests to answer')).toBeVisible()
})
