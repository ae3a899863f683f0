import { portal } from '@arcadia/contract/addresses'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { expect, PASSWORD, PHONE, test } from './support/test.ts'

test.use(PHONE)

test('an owner invites a guide, who sees only the day and loses access when removed', async ({
  page,
  browser,
  app,
}) => {
  const email = `guide${Date.now()}@example.com`
  await openPortal(page, portal.users.people.href())
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Guide')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const invitation = page.getByRole('dialog', { name: 'Invitation' })
  await expect(invitation).toContainText(`Email isn't set up yet, so send ${email} this`)
  const link = await invitation.getByLabel('Link', { exact: true }).inputValue()
  await expectAccessible(page, '[role=dialog]')
  await invitation.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Invited. The link works until')
  await expectAccessible(page)

  const guide = await (await browser.newContext({ ...PHONE, baseURL: app.url })).newPage()
  await guide.goto(link)
  await expect(guide.getByText(`You're joining as a guide. You'll sign in with ${email}.`)).toBeVisible()
  await expectAccessible(guide)
  await guide.getByLabel('First name').fill('Gil')
  await guide.getByLabel('Last name').fill('Guide')
  await guide.getByLabel('Choose a password', { exact: true }).fill(PASSWORD)
  await guide.getByRole('button', { name: 'Accept the invitation' }).click()
  // Only the day sheet, no other view of the tab.
  await expect(guide.getByRole('button', { name: 'Next trip' })).toBeVisible()
  const bar = guide.getByRole('navigation', { name: 'Portal' })
  await expect(bar).toHaveText(/^Dashboard\s*Bookings\s*More$/)
  await expect(guide.getByRole('link', { name: 'Overview' })).toHaveCount(0)
  for (const hidden of [portal.merchantSetup, portal.refunds, portal.dashboard.changeLog]) {
    await guide.goto(hidden.href())
    await expect(guide.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(guide.getByRole('button', { name: 'Next trip' })).toBeVisible()
  }
  // No retry is offered, because it could not help.
  await guide.goto(portal.dashboard.daySheet.href({ date: '2030-12-31' }))
  await expect(guide.getByText('You can see groups for today and the next 14 days.')).toBeVisible()
  await expect(guide.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await bar.getByRole('link', { name: 'Bookings' }).click()
  await expect(guide.getByRole('button', { name: 'Month after' })).toBeVisible()
  await expectAccessible(guide)

  await page.reload()
  await page.getByRole('button', { name: 'Remove Gil Guide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Gil Guide' }).click()
  await expect(page.getByRole('button', { name: 'Let back in Gil Guide' })).toBeVisible()
  await expect(guide.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await guide.context().close()
  await page.getByRole('button', { name: 'Delete the data of Gil Guide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the data of Gil Guide' }).click()
  await expect(page.getByText(email)).toHaveCount(0)
  await openPortal(page, portal.dashboard.changeLog.href())
  await expect(page.getByText(/former member of the staff \d+/).first()).toBeVisible()
})
