import { portal } from '@arcadia/contract/addresses'
import { refreshConnection } from '@arcadia/contract/merchant'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BOTH_SIZES, expect, test } from './support/test.ts'

const TABS = [
  portal.dashboard,
  portal.users,
  portal.bookings,
  portal.refunds,
  portal.inbox,
  portal.enquiries,
  portal.bookingQueries,
  portal.configuration,
]

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('a lost connection appears by itself above every tab, and Connect ends it', async ({ page, app }) => {
      await openPortal(page, portal.dashboard.href())
      const alarm = page.getByRole('alert')
      await expect(page.getByRole('region', { name: 'Cards and email' })).toContainText('Test cards only')
      await expect(alarm).toHaveCount(0)
      await app.endConnections()
      // A refresh within ten seconds of another one shares its result.
      await expect.poll(async () => (await asAdmin.answer(refreshConnection)).status).toBe(409)
      await expect(alarm).toHaveText('No one can book: QuickBooks is disconnected.')
      await expect(page.getByRole('region', { name: 'Cards and email' })).toContainText('Disconnected')
      await expectAccessible(page)

      const connect = page.getByRole('button', { name: 'Connect', exact: true })
      const title = page.getByRole('heading', { level: 1 })
      for (const tab of TABS) {
        await page.goto(tab.href())
        await expect(alarm).toHaveText('No one can book: QuickBooks is disconnected.')
        await expect(connect).toBeVisible()
        // Fonts and what loads late move them.
        await expect(async () => {
          const [said, pressed, below] = [
            (await alarm.boundingBox())!,
            (await connect.boundingBox())!,
            (await title.boundingBox())!,
          ]
          expect(said.height, 'one line').toBeLessThan(30)
          expect(Math.abs(said.y + said.height / 2 - (pressed.y + pressed.height / 2)), 'in one row').toBeLessThan(3)
          expect(pressed.y + pressed.height, 'above what it must not cover').toBeLessThan(below.y)
        }).toPass()
      }
      // Where the remedy is, the bar has no second button.
      await page.goto(portal.merchantSetup.href())
      await expect(alarm).toBeVisible()
      await expect(connect).toHaveCount(1)
      await expectAccessible(page)

      await page.goto(portal.bookings.href())
      await connect.click()
      await page
        .getByRole('button', { name: /approve|connect/i })
        .first()
        .click()
      await expect(page).toHaveURL(portal.merchantSetup.href())
      await expect(page.getByText('Active', { exact: true })).toBeVisible()
      await expect(alarm).toHaveCount(0)
    })
  })
