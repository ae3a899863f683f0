import { portal } from '@arcadia/contract/addresses'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { expectReadable } from './support/large-text.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, BOTH_SIZES, expect, test } from './support/test.ts'

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('the owner records that the bank took a payment back, and that the dispute was won', async ({
      page,
      angler,
    }) => {
      const { confirmationNumber } = await aBooking(angler, await anOpenDate(true), 2)
      await openPortal(page, portal.bookings.href({ q: confirmationNumber }))
      await page
        .getByRole('row')
        .filter({ hasText: confirmationNumber })
        .click({ position: { x: 4, y: 4 } })
      const panel = page.getByRole('dialog', { name: 'Ada Angler' })
      await panel.getByRole('button', { name: /^Money/, expanded: false }).click()
      await panel.getByRole('button', { name: 'The bank took it back' }).click()
      const dialog = page.getByRole('dialog', { name: 'The bank took it back' })
      await expect(dialog.getByText('$700.00 of this payment is left.')).toBeVisible()
      await expectAccessible(page, '[role=dialog]')
      await expectReadable(page, 'what the bank took back')
      await dialog.getByLabel('What the bank says').fill('Case 42, not as described')
      await dialog.getByRole('button', { name: 'Record it' }).click()
      const line = panel.getByRole('listitem').filter({ hasText: 'Case 42, not as described' })
      await expect(line).toContainText('Taken back by the bank')
      await expect(panel.getByRole('button', { name: 'The bank took it back' })).toHaveCount(0)
      await line.getByRole('button', { name: 'We won it after all' }).click()
      await expect(line.getByText('Won back')).toBeVisible()
      await expect(panel.getByRole('button', { name: 'The bank took it back' })).toBeVisible()
    })
  })
