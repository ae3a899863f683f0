import { getMe, login } from '@arcadia/contract/accounts'
import type { Page } from '@playwright/test'
import { mailsTo } from './support/mails.ts'
import { api, dialogsClosed, expect, headerActions, PASSWORD, PHONE, test } from './support/test.ts'

const linkIn = (mail: { text: string } | undefined) => /https?:\/\/\S+#\S+/.exec(mail?.text ?? '')![0]

async function openSignIn(page: Page) {
  await page.goto('/privacy')
  await (await headerActions(page)).getByRole('button', { name: 'Sign In', exact: true }).click()
  return page.getByRole('dialog', { name: 'Sign In' })
}

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a session survives a reload in every tab and ends on sign-out', async ({ page, angler, context }) => {
    const dialog = await openSignIn(page)
    await dialog.getByLabel(/username or email/i).fill(angler.username)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: /^sign in$/i }).click()
    await dialogsClosed(page)
    await page.reload()
    const signOut = (await headerActions(page)).getByRole('button', { name: 'Sign Out' })
    await expect(signOut).toBeVisible()
    const second = await context.newPage()
    await second.goto('/bookings')
    await expect(second.getByRole('heading', { name: 'No bookings yet' })).toBeVisible()
    await signOut.click()
    await expect(second).toHaveURL('/')
    await second.close()
  })
})

test('an address is confirmed from the email; a forgotten password is reset, and that link works once', async ({
  page,
  angler,
}) => {
  await page.goto(linkIn((await mailsTo(angler.email)).find((mail) => /confirm/i.test(mail.subject))))
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Yes, that was me' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  expect((await api.call(getMe, { token: angler.token })).emailConfirmed).toBe(true)

  const dialog = await openSignIn(page)
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  const forgot = page.getByRole('dialog', { name: 'Forgot your password?' })
  await forgot.getByLabel('Email').fill(angler.email)
  await forgot.getByRole('button', { name: 'Send the link' }).click()
  await expect(forgot.getByText(/on its way/)).toBeVisible()

  const resetEmail = async () => (await mailsTo(angler.email)).find((mail) => /password/i.test(mail.subject))
  // A job checks whether the account exists.
  await expect.poll(resetEmail).toBeDefined()
  const link = linkIn(await resetEmail())
  await page.goto(link)
  await expect(page).toHaveURL(/\/reset-password\/[\w-]+$/)
  const fresh = 'a brand new passphrase'
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm new password').fill(fresh)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText(/password is changed/i)).toBeVisible()
  expect((await api.answer(getMe, { token: angler.token })).status).toBe(401)
  expect((await api.answer(login, { body: { usernameOrEmail: angler.username, password: fresh } })).status).toBe(200)

  await page.goto('/robots.txt')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm new password').fill(fresh)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText(/expired or was already used/)).toBeVisible()
})
