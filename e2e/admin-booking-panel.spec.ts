import { readFile } from 'node:fs/promises'
import { portal } from '@arcadia/contract/addresses'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { formatFullDate } from '@arcadia/contract/trip-date'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, type Booked } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, PHONE, test } from './support/test.ts'

async function openPanel(page: Page, { confirmationNumber }: Booked): Promise<Locator> {
  await openPortal(page, portal.bookings.href({ q: confirmationNumber }))
  // Not on the name, because the whole row opens it.
  await page
    .getByRole('row')
    .filter({ hasText: confirmationNumber })
    .click({ position: { x: 4, y: 4 } })
  return page.getByRole('dialog', { name: 'Ada Angler' })
}

const unfold = (panel: Locator, title: string) =>
  panel.getByRole('button', { name: new RegExp(`^${title}`), expanded: false }).click()

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the owner moves a booking, sees that a day is full, corrects its email, and reads its history', async ({
    page,
    angler,
  }) => {
    const [from, to, full] = [await anOpenDate(true), await anOpenDate(true), await anOpenDate(true)]
    const booking = await aBooking(angler, from)
    const panel = await openPanel(page, booking)
    await panel.getByRole('button', { name: 'Move date' }).click()
    const moving = new BookingDialog(page, 'Move date')
    const move = moving.dialog.getByRole('button', { name: 'Move and email Ada' })
    await move.click()
    await expect(moving.dialog.getByText('Please select a date')).toBeVisible()
    await moving.pickDate(full)
    // Someone else takes the day just before the owner confirms.
    await asAdmin.call(enterPhoneBooking, {
      body: {
        selectedDate: full,
        numberOfGuests: 4,
        packageType: 'TROPHY',
        firstName: 'Rosa',
        lastName: 'Diaz',
        email: `rosa${Date.now()}@example.com`,
        phone: '(863) 555-0100',
      },
    })
    await move.click()
    await expect(moving.dialog.getByRole('alert')).toContainText('is full')
    await moving.pickDate(to)
    await expectAccessible(page, '[role=dialog]')
    await move.click()
    await expect(page.getByText(`Moved to ${formatFullDate(to)}.`)).toBeVisible()
    await expect(panel.getByText(formatFullDate(to), { exact: true })).toBeVisible()

    await panel.getByRole('button', { name: 'Correct email' }).click()
    const correction = page.getByRole('dialog', { name: 'Correct email' })
    const email = `right${Date.now()}@example.com`
    await correction.getByLabel("Ada's email").fill(email)
    await expectAccessible(page, '[role=dialog]')
    await correction.getByRole('button', { name: 'Save and send it' }).click()
    await expect(panel.getByRole('link', { name: email })).toBeVisible()
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Booked: /))

    await unfold(panel, 'What happened')
    await expect(panel.getByText(/^Moved by the owner from .*\.$/)).toBeVisible()
    await expect(panel.getByText('Updated: the email address.')).toBeVisible()
    await expect(panel.getByText(`Email: ${email}, was`)).toBeVisible()
  })

  test('the booking panel opens from its row and from a link, refunds, sets the status, and leads to the customer', async ({
    page,
    angler,
  }) => {
    const booking = await aBooking(angler, await anOpenDate())
    const question = { bookingId: booking.id, queryMessage: 'Is there shade on the boat?' }
    await api.call(createBookingQuery, { token: angler.token, body: question })
    const panel = await openPanel(page, booking)
    await expect(panel.getByRole('link', { name: 'Call Ada Angler' })).toBeInViewport()
    await expect(panel.getByText('$2,150.00')).toBeInViewport()
    await unfold(panel, 'Money')
    await expect(panel.getByText(/^\$350\.00, Visa ending in 1111/)).toBeVisible()
    await unfold(panel, 'Questions')
    await expect(panel.getByRole('link', { name: 'Is there shade on the boat?' })).toBeVisible()
    await unfold(panel, 'What happened')
    await expect(panel.getByText('Deposit: $350.00 paid by card, Visa ending in 1111.')).toBeVisible()
    await unfold(panel, 'Account and terms')
    await expectAccessible(page, '[role=dialog]')

    const refund = panel.getByRole('button', { name: 'Refund', exact: true })
    await refund.click()
    const refunding = page.getByRole('dialog', { name: 'Refund payment' })
    await expect(refunding.getByLabel('Amount in dollars')).toHaveValue('350.00')
    await refunding.getByLabel('Amount in dollars').fill('100')
    await refunding.getByLabel('Reason (optional)').fill('Fog until ten')
    await expectAccessible(page, '[role=dialog]')
    await refunding.getByRole('button', { name: 'Refund $100.00' }).click()
    await expect(page.locator('.toasts').getByText('$100.00 was refunded.')).toHaveCount(1)
    await expect(panel.getByRole('listitem').getByText('$100.00 refunded')).toBeVisible()
    await expect(panel.getByText('Fog until ten').first()).toBeVisible()
    await expect(
      panel.getByRole('listitem').filter({ hasText: '$100.00 was refunded to the Visa ending in 1111.' }),
    ).toHaveCount(1)
    await expect(panel.getByRole('button', { name: 'Cancel charge' })).toBeDisabled()
    await expect(
      panel.getByText("Can't cancel the charge: part of it was already refunded. Refund the rest instead."),
    ).toBeVisible()
    await refund.click()
    await page.getByRole('button', { name: 'Refund $250.00' }).click()
    await expect(panel.getByText('Everything paid by card has been refunded.')).toBeVisible()
    await expect(refund).toBeDisabled()
    await expect(refund).toBeFocused()

    await panel.getByRole('combobox').selectOption('Completed')
    await page
      .getByRole('dialog', { name: "Trip hasn't happened yet" })
      .getByRole('button', { name: 'Mark as completed' })
      .click()
    await expect(panel.getByText('Marked as completed by the owner.')).toBeVisible()
    const [pack] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download dispute pack' }).click(),
    ])
    expect(pack.suggestedFilename()).toBe(`dispute-pack-${booking.confirmationNumber}.html`)
    expect(await readFile(await pack.path(), 'utf8')).toContain('Is there shade on the boat?')
    await expect(panel.getByText('Made a dispute pack.')).toBeVisible()
    const address = page.url()
    await page.goBack()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('link', { name: 'Ada Angler' })).toBeFocused()
    await page.goto(address)
    await unfold(panel, 'Account and terms')
    await panel.getByRole('link', { name: 'Ada Angler', exact: true }).click()
    await expect(page).toHaveURL(/tab=users&id=\d+/)
    await expect(
      page.getByRole('dialog', { name: 'Ada Angler' }).getByText(angler.username, { exact: true }),
    ).toBeVisible()
  })
})
