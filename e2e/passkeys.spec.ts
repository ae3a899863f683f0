import { addresses } from '@arcadia/contract/addresses'
import { listPasskeys, removePasskey } from '@arcadia/contract/admin/passkeys'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin } from './support/admin-portal.ts'
import { ADMIN, expect, test } from './support/test.ts'

test.afterEach(async () => {
  for (const { id } of await asAdmin.call(listPasskeys, {})) await asAdmin.call(removePasskey, { params: { id } })
})

/** A device that makes passkeys and asks nobody to touch it. */
async function addDevice(page: Page) {
  const browser = await page.context().newCDPSession(page)
  async function add() {
    await browser.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const
    return (await browser.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
  }
  let authenticatorId = await add()
  return {
    /** Whether it finds that its person is there. */
    knowsPerson: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),

    /** The browser takes it away from a page that is left or searched for flaws. */
    async keepsKeysWhile(leave: () => Promise<void>) {
      const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId })
      await leave()
      authenticatorId = await add()
      for (const credential of credentials)
        await browser.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
}

test('staff add a passkey, sign in with it, rename it and remove it', async ({ page }) => {
  const laptop = await addDevice(page)
  await page.goto(addresses.staffSignIn.href())
  await page.getByLabel('Username or email').fill(ADMIN.usernameOrEmail)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('button', { name: 'Your account' }).click()
  const dialog = page.getByRole('dialog', { name: /Your account|Passkeys/ })
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill("Dana's laptop")
  await laptop.knowsPerson(false)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toContainText('No passkey was added.')
  await laptop.knowsPerson(true)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText("Dana's laptop")).toBeVisible()
  await expect(dialog.getByText(/not used yet/)).toBeVisible()
  await laptop.keepsKeysWhile(async () => {
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto(addresses.staffSignIn.href())
  })

  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' })
  await laptop.knowsPerson(false)
  await signIn.click()
  await expect(page.getByText('Canceled, or this device has no passkey for localhost.')).toBeVisible()
  await laptop.keepsKeysWhile(() => expectAccessible(page))
  await laptop.knowsPerson(true)
  await signIn.click()
  await page.getByRole('button', { name: 'Your account' }).click()
  await dialog.getByRole('button', { name: 'Change passkeys' }).click()
  await expect(dialog.getByText(/last used/)).toBeVisible()
  await dialog.getByRole('button', { name: "Rename Dana's laptop" }).click()
  await dialog.getByLabel('Name of the passkey').fill('Old laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Remove Old laptop' }).click()
  const question = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await expectAccessible(page, '[role=dialog]')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('Old laptop')).toBeHidden()
})
