import { portal } from '@arcadia/contract/addresses'
import type { Page } from '@playwright/test'
import { openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, expect, PASSWORD, test } from './support/test.ts'

/**
 * Translates as Chrome does: takes each text out for a `<font>` in a `<font>`, and each new or changed one again. Our
 * language has the same words as English, so that the journey can read them.
 */
async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const SKIPPED = 'script, style, textarea, title, font, [translate=no]'
    function translate(text: Text) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(SKIPPED)) return
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild!.append(text.data)
      text.replaceWith(font)
    }
    function translateAll(root: Node) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      if (root instanceof Text) found.push(root)
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      found.forEach(translate)
    }
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target instanceof Text ? target : null, ...addedNodes]) if (node) translateAll(node)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

// React says so when a page was translated while it took it over.
test.use({ expectedErrors: [/React error #418/] })

test('a button pressed in a translated page before the scripts load takes effect once they do', async ({ page }) => {
  await translatePages(page)
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.hero font').first()).toBeAttached()
  await page.getByRole('button', { name: 'Reserve' }).first().click()
  pressed.resolve()
  await expect(new BookingDialog(page).dialog).toBeVisible()
})

test('in a translated page a customer signs in, meets a declined card, pays with another and is booked', async ({
  page,
  angler,
}) => {
  await translatePages(page)
  await page.goto('/')
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(await anOpenDate())
  const signIn = page.getByRole('dialog', { name: /sign in/i })
  await signIn.getByRole('button', { name: 'I have an account' }).click()
  await signIn.getByLabel(/username or email/i).fill(angler.email)
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(signIn).toBeHidden()
  await booking.fillGuests(2)
  await booking.continue()
  const timer = booking.dialog.getByRole('timer')
  const before = await timer.textContent()
  await expect(timer).not.toHaveText(before!)
  await expect(timer).toHaveText(/^\d:\d\d$/)
  await booking.fillCard('Decline')
  await booking.pay.click()
  await expect(booking.alert).toContainText('Your card was declined.')
  await booking.dialog.getByRole('button', { name: 'Use another card' }).click()
  await expect(booking.dialog.getByLabel('Street address')).toHaveValue('100 Test Street')
  await booking.fillCard()
  await expect(booking.pay).toHaveText(/Pay \$700\.00 USD/)
  await booking.pay.click()
  await booking.expectConfirmed()
  await expect(booking.dialog.getByRole('link', { name: 'Pay your $4,300.00 balance' })).toBeVisible()
  expect(await page.locator('font').count()).toBeGreaterThan(0)
})

test('in a translated portal the owner searches, filters and changes a status', async ({ page, angler }) => {
  const { confirmationNumber } = await aBooking(angler, await anOpenDate(), 2)
  await translatePages(page)
  await openPortal(page, portal.bookings.href())
  await page.getByRole('searchbox').fill(confirmationNumber)
  const row = page.getByRole('row').filter({ hasText: confirmationNumber })
  await expect(row).toContainText('$4,300.00 due')
  await page.getByRole('button', { name: /^Canceled/ }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: /^Confirmed/ }).click()
  await expect(row).toBeVisible()
  await row.getByRole('combobox').selectOption('PENDING')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(row).toBeHidden()
  expect(await page.locator('font').count()).toBeGreaterThan(0)
})
