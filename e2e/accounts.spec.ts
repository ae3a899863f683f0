import { getMe, login } from '@arcadia/contract/accounts'
import { listAdminBookings } from '@arcadia/contract/admin-bookings'
import type { Page } from '@playwright/test'
import { mailsTo } from './support/mails.ts'
import { ADMIN, anAngler, api, dialogsClosed, expect, headerActions, PASSWORD, resume, test } from './support/test.ts'

const linkIn = (mail: { text: string } | undefined) => /https?:\/\/\S+#token=\S+/.exec(mail?.text ?? '')![0]

async function openDialog(page: Page, name: 'Sign In' | 'Sign Up') {
  await page.goto('/')
  await (await headerActions(page)).getByRole('button', { name: name, exact: true }).click()
  return page.getByRole('dialog', { name })
}

test('signing up says what is wrong, word for word, and loses nothing', { tag: '@phone' }, async ({ page, angler }) => {
  const dialog = await openDialog(page, 'Sign Up')
  const submit = dialog.getByRole('button', { name: 'Sign Up' })
  await dialog.getByLabel('Username').fill('ab')
  await dialog.getByLabel('Email').fill(`new-${angler.email}`)
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  await dialog.getByLabel('Confirm password').fill('other')
  await submit.click()
  for (const message of [
    'Username must be at least 3 characters long',
    'Password must be at least 6 characters long',
    'Passwords do not match',
    'Phone number is required',
  ])
    await expect(dialog.getByText(message)).toBeVisible()
  await dialog.getByLabel('Username').fill(angler.username.toUpperCase())
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm password').fill(PASSWORD)
  await dialog.getByLabel('Phone number').fill('(863) 555-0142')
  await submit.click()
  await expect(dialog.getByText('That username is already taken.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(`new-${angler.email}`)
})

test('a wrong password and an unknown name get the same answer', async ({ page, angler }) => {
  const dialog = await openDialog(page, 'Sign In')
  for (const name of [angler.username, 'nobody-at-all']) {
    await dialog.getByLabel('Username or email').fill(name)
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await expect(dialog.getByText('Invalid username or password')).toBeVisible()
  }
})

test('the owner is sent to the portal, and the session that was opened is closed again', async ({ page }) => {
  const dialog = await openDialog(page, 'Sign In')
  await dialog.getByLabel('Username or email').fill(ADMIN.usernameOrEmail)
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  const opened = page.waitForResponse(/\/api\/auth\/login/)
  const closed = page.waitForResponse(/\/api\/auth\/logout/)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByText('This account requires admin access. Please use the admin portal.')).toBeVisible()
  const { token } = await (await opened).json()
  await closed
  expect((await api.answer(getMe, { token })).status).toBe(401)
})

test('a session is there after a reload, in every tab, and gone after signing out', { tag: '@phone' }, async ({
  page,
  angler,
  context,
}) => {
  await page.goto('/')
  const dialog = await openDialog(page, 'Sign In')
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

test.describe('a stored session', () => {
  test.use({ expectedErrors: [/stored user could not be read/] })

  test('that cannot be read is thrown away', async ({ page, angler }) => {
    await resume(page, angler, 'customer')
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage))
        if (value.startsWith('{')) localStorage.setItem(key, '{broken')
    })
    await page.goto('/')
    await expect((await headerActions(page)).getByRole('button', { name: 'Sign In' })).toBeVisible()
    // The page reads so before its scripts run, too.
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).not.toContain(angler.token)
  })
})

test('a forgotten password is set anew through the mail, and the link works once', async ({ page, angler }) => {
  const dialog = await openDialog(page, 'Sign In')
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  const forgot = page.getByRole('dialog', { name: 'Forgot your password?' })
  await forgot.getByLabel('Email').fill(angler.email)
  await forgot.getByRole('button', { name: 'Send the link' }).click()
  await expect(forgot.getByText(/on its way/)).toBeVisible()

  const resetMail = async () => (await mailsTo(angler.email)).find((mail) => /password/i.test(mail.subject))
  // A job looks up whether there is an account.
  await expect.poll(resetMail).toBeDefined()
  const link = linkIn(await resetMail())
  await page.goto(link)
  await expect(page).toHaveURL(/\/reset-password$/)
  const fresh = 'a brand new passphrase'
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm new password').fill(fresh)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText(/password is changed/i)).toBeVisible()
  expect((await api.answer(getMe, { token: angler.token })).status).toBe(401)
  expect((await api.answer(login, { body: { usernameOrEmail: angler.username, password: fresh } })).status).toBe(200)

  await page.goto('/')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm new password').fill(fresh)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText(/expired or was already used/)).toBeVisible()
})

test('an address is confirmed through the mail', async ({ page, angler }) => {
  await page.goto(linkIn((await mailsTo(angler.email)).find((mail) => /confirm/i.test(mail.subject))))
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  expect((await api.call(getMe, { token: angler.token })).emailConfirmed).toBe(true)
})

test('the account card shows who is signed in and what members have', async ({ signedIn, angler }) => {
  await (await headerActions(signedIn)).getByRole('button', { name: angler.firstName, exact: true }).click()
  const card = signedIn.getByRole('dialog', { name: /Welcome, Ada/ })
  for (const text of [
    angler.username,
    angler.email,
    /priority booking access/i,
    /exclusive fishing packages/i,
    /member-only events/i,
    /special rates and offers/i,
  ])
    await expect(card.getByText(text).first()).toBeVisible()
})

test('a customer’s session opens nothing in the portal', async ({ page }) => {
  const { token, user } = await anAngler()
  await page.goto('/admin/login')
  await page.getByLabel('Username or email').fill((user as { username: string }).username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Access denied. Admin privileges required.')).toBeVisible()
  expect((await api.answer(listAdminBookings, { token })).status).toBe(403)
})
