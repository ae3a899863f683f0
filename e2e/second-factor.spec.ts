import { createHmac } from 'node:crypto'
import { addresses } from '@arcadia/contract/addresses'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { ADMIN, expect, renewAdminSession, test } from './support/test.ts'

// Turning two-step sign-in on ends every other session.
test.afterEach(renewAdminSession)

async function logIn(page: Page) {
  await page.goto(addresses.staffSignIn.href())
  await page.getByLabel('Username or email').fill(ADMIN.usernameOrEmail)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The authenticator code for a key (RFC 6238); `ahead` 1 is the next code. */
function codeOf(key: string, ahead = 0): string {
  const values = Array.from(key.replaceAll(' ', ''), (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('an admin sets up two-step sign-in, signs in with a code, and removes it with a recovery code', async ({
  page,
}) => {
  await logIn(page)
  await page.getByRole('button', { name: 'Your account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the key below' })).toBeVisible()
  const onThisPhone = dialog.getByRole('link', { name: 'Open in your authenticator app', includeHidden: true })
  await expect(onThisPhone).toHaveAttribute('href', /^otpauth:/)
  await expect(onThisPhone).toBeHidden()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  const key = (await dialog.locator('code').textContent())!
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent())!
  await dialog.getByRole('button', { name: "I've saved them" }).click()
  await expect(dialog.getByText('10 left')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')

  await logIn(page)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('no-such-code')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('That code is incorrect, or it was already used.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()

  await page.getByRole('button', { name: 'Your account' }).click()
  await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill(recoveryCode)
  await dialog.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(dialog.getByText('Two-step sign-in is off.')).toBeVisible()
  await expect(dialog.getByText('Off', { exact: true })).toBeVisible()
})
