import { portal } from '@arcadia/contract/addresses'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { expect, PHONE, test } from './support/test.ts'

// It moves the clock of its server, which nobody may have moved before: what ran last is never taken back.
test.use({ ...PHONE, hasOwnClock: true, isNew: 'weeks ahead' })

test('after a rest of weeks an owner says that the date is right, and the alarm is over', async ({
  page,
  setServerClock,
}) => {
  // By then the server has kept when it last ran.
  await openPortal(page, portal.dashboard.href())
  await expect(page.getByRole('heading', { name: 'Before you open' })).toBeVisible()
  await setServerClock(new Date(Date.now() + 50 * 24 * 3600 * 1000), { isRight: false })
  await openPortal(page, portal.dashboard.href())
  const alarm = page.getByRole('alert')
  await expect(alarm).toContainText("The server's clock says")
  await expect(alarm).toContainText('Until an owner says that the date is right')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, the date is right' }).click()
  await expect(alarm).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(alarm).toHaveCount(0)
})
