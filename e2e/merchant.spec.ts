import { portal } from '@arcadia/contract/addresses'
import { completeConnection, getConnectionStatus } from '@arcadia/contract/merchant'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

const REALM = '9341452819930471201'

// Serial, because these journeys share one merchant account.
test.describe.configure({ mode: 'serial' })

async function disconnect(page: Page) {
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect QuickBooks' }).click()
  await expect(page.getByText('Not connected', { exact: true })).toBeVisible()
}

async function approve(page: Page) {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page
    .getByRole('button', { name: /approve|connect/i })
    .first()
    .click()
  await expect(page).toHaveURL(portal.merchantSetup.href())
  await expect(page.getByText('QuickBooks connected successfully')).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
}

test('the owner refreshes the connection and disconnects; visitors cannot pay; the owner denies, then connects again', async ({
  page,
}) => {
  await openPortal(page, portal.merchantSetup.href())
  await expect(page.getByText("You're connected to a simulator of QuickBooks: no card is charged.")).toBeVisible()
  await expect(page.getByRole('region', { name: 'Going live' })).toContainText('Test cards only')
  await expect(page.getByText(REALM)).toBeHidden()
  await page.getByText('Technical details').click()
  await expect(page.getByText(REALM)).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Access Token' }).click()
  await expect(page.getByText('The access token was refreshed.')).toBeVisible()
  await page.getByRole('button', { name: 'Trigger Auto-Refresh Now' }).click()
  await expect(page.getByText('Checked: the access token is still good.')).toBeVisible()
  await expectAccessible(page)

  await disconnect(page)
  await expect(page.getByRole('heading', { name: 'Setup instructions' })).toBeVisible()
  await expectAccessible(page)
  const status = await asAdmin.answer(getConnectionStatus)
  expect(JSON.stringify(status)).toContain('"isConnected":false')

  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: /deny|cancel|no thanks/i }).click()
  await expect(page.getByRole('heading', { name: 'Connection Failed' })).toBeVisible()
  await expect(page.getByText('OAuth error: access_denied')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Return to Admin Portal' }).click()
  await approve(page)
})

test('the callback page says what is missing; a reload mid-attempt fetches its outcome instead of trying again', async ({
  page,
}) => {
  await openPortal(page, portal.merchantSetup.href())
  await page.goto(`${portal.quickbooksCallback.href()}?code=x&state=y`)
  await expect(page.getByText('Missing required OAuth parameters')).toBeVisible()
  await page.goto(`${portal.quickbooksCallback.href()}?code=x&state=y&realmId=1`)
  await expect(page.getByText(/expired or is not yours/)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('arcadia.quickbooks.y'))).toBeNull()
  await page.evaluate(() => sessionStorage.setItem('arcadia.quickbooks.y', 'done'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'QuickBooks connected' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Admin Portal' })).toBeVisible()

  await openPortal(page, portal.merchantSetup.href())
  await disconnect(page)
  let requests = 0
  const done = new Promise<void>((resolve) =>
    page.route(`**${completeConnection.path}?*`, async (route) => {
      requests += 1
      // The answer never reaches the page.
      await route.fetch()
      resolve()
    }),
  )
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page
    .getByRole('button', { name: /approve|connect/i })
    .first()
    .click()
  await done
  await page.reload()
  await expect(page).toHaveURL(portal.merchantSetup.href())
  expect(requests).toBe(1)
})
