import { addresses } from '@arcadia/contract/addresses'
import { setOpeningDay } from '@arcadia/contract/admin/opening'
import { formatShortDate } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { setCardsAreReal } from './support/database.ts'
import { anOpenDate, BOTH_SIZES, dialogsClosed, expect, test } from './support/test.ts'

test.use({ isNew: 'before opening' })
test.afterEach(({ app }) => setCardsAreReal(app.dataDir, false))

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('until the day that the owner has set, the site says so everywhere and offers the enquiry', async ({
      page,
      app,
    }) => {
      const date = await anOpenDate()
      await setCardsAreReal(app.dataDir, true)
      await asAdmin.call(setOpeningDay, { body: { opensOn: '2099-02-02' } })
      const opens = `We open for booking on ${formatShortDate('2099-02-02')}`
      await page.goto(addresses.season.href())
      await expect(page.locator('.hero')).toContainText(opens)
      const season = page.locator('#season')
      await expect(season).toContainText(`${opens}. Until then, ask us about a morning.`)
      await expect(page.locator('#contact')).toContainText(`${opens}. One morning at a time`)
      const morning = season.locator(`[data-date="${date}"]`)
      await expect(morning).toContainText('soon')
      await expect(season).not.toContainText(/Pick one to book|how many spots|left/)
      await expectAccessible(page, '#season')

      // `aria-disabled`, but it can still be pressed.
      await morning.click({ force: true })
      const { dialog } = new BookingDialog(page)
      await expect(dialog).toContainText(`${opens}. Until then, send us a message or call (863) 555-0142.`)
      await expect(dialog.locator(`[data-date="${date}"]`)).toContainText('soon')
      await expect(dialog.getByRole('button', { name: 'Continue' })).toHaveCount(0)
      await expect(dialog).not.toContainText(/waitlist|if a spot opens|how many spots|Few left/)
      await expectAccessible(page, '[role=dialog]')
      await dialog.getByRole('button', { name: 'Enquire Now' }).click()
      await expect(page.getByRole('dialog', { name: /Enquir/ })).toBeVisible()
      for (const _ of ['enquiry', 'booking']) await page.keyboard.press('Escape')
      await dialogsClosed(page)
    })
  })
