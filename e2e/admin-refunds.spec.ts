import { portal } from '@arcadia/contract/addresses'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { requestRefund } from '@arcadia/contract/refunds'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { type Angler, anOpenDate, api, expect, test } from './support/test.ts'

/** A cancelled booking whose refund the provider refused. */
async function aRefusedRefund(angler: Angler) {
  const booked = await aBooking(angler, await anOpenDate(true), 1, 'Refund decline')
  await asAdmin.call(setBookingStatus, { params: { id: booked.id }, query: { status: 'CANCELLED', refund: true } })
  return booked
}

async function aRequest(angler: Angler, amount: number, description: string) {
  const booked = await aBooking(angler, await anOpenDate(true))
  await api.call(requestRefund, { token: angler.token, params: { id: booked.id }, body: { amount, description } })
  return booked
}

test('the owner retries a refused refund, compares the books, approves one refund request and declines another', async ({
  page,
  angler,
}) => {
  const { confirmationNumber } = await aRefusedRefund(angler)
  const approved = await aRequest(angler, 100, 'It rained.')
  const declined = await aRequest(angler, 50, 'I changed my mind.')
  await openPortal(page, portal.refunds.href())
  const items = page.getByRole('region', { name: 'Payments to settle' }).first()
  const row = items.getByRole('row').filter({ hasText: confirmationNumber })
  await expect(row).toContainText('QuickBooks turned down this refund.')
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

  const requests = page.getByRole('region', { name: "Guests' requests" }).first()
  const request = (of: typeof approved) => requests.getByRole('row').filter({ hasText: of.confirmationNumber })
  await request(approved)
    .getByRole('button', { name: /^Approve/ })
    .click()
  const approval = page.getByRole('dialog', { name: 'Approve request' })
  await expectAccessible(page, '[role=dialog]')
  await approval.getByRole('button', { name: 'Refund $100.00 and cancel' }).click()
  await expect(page.getByText('The trip is canceled. $100.00 was refunded.')).toBeVisible()
  await expect(request(approved)).toBeHidden()

  await request(declined)
    .getByRole('button', { name: /^Decline/ })
    .click()
  const refusal = page.getByRole('dialog', { name: 'Decline request' })
  await refusal.getByRole('button', { name: 'Decline and send' }).click()
  await expect(refusal.getByText('An answer is required')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await refusal.getByLabel('Your answer').fill("Deposits aren't refundable.")
  await refusal.getByRole('button', { name: 'Decline and send' }).click()
  await expect(page.getByText("Email isn't set up. Your answer is waiting.")).toBeVisible()
  await expect(requests.getByText('No requests to answer')).toBeVisible()
})
