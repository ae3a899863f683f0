import { getMe, login } from '@arcadia/contract/accounts'
import { addresses } from '@arcadia/contract/addresses'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { ADMIN, api, expect, PHONE, renewAdminSession, test } from './support/test.ts'

test.use(PHONE)
// The journey signs every other device out.
test.afterEach(renewAdminSession)

test('staff keep their phone signed in under its name, see where else they are signed in, and end that', async ({
  page,
}) => {
  const lost = await api.call(login, { body: { ...ADMIN, device: 'Lost phone' } })
  await api.call(login, { body: ADMIN })
  await page.goto(addresses.staffSignIn.href())
  await page.getByLabel('Username or email').fill(ADMIN.usernameOrEmail)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('Keep me signed in on this device for 30 days').check()
  const name = page.getByLabel('Name of this device')
  await expect(name, 'proposed from the browser').toHaveValue('Android phone')
  await expectAccessible(page)
  await name.fill("Dana's phone")
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Your account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: "Where you're signed in" }).click()
  await expect(dialog.getByRole('listitem').first()).toContainText("Dana's phone (this device)")
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Sign out Lost phone' }).click()
  await expect(dialog.getByText('Lost phone')).toBeHidden()
  expect((await page.request.get(getMe.path, { headers: { authorization: `Bearer ${lost.token}` } })).status()).toBe(
    401,
  )
  await dialog.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByText(ADMIN.usernameOrEmail, { exact: true })).toBeVisible()
})
