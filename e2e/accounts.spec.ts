import { getMe, login } from '@arcadia/contract/accounts'
import { addresses, portal } from '@arcadia/contract/addresses'
import { askForSignInLink } from '@arcadia/contract/newcomers'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { mailsTo } from './support/mails.ts'
import {
  adminSession,
  anAngler,
  api,
  dialogsClosed,
  expect,
  headerActions,
  PASSWORD,
  PHONE,
  test,
} from './support/test.ts'

const linkIn = (mail: { text: string } | undefined) => /https?:\/\/\S+#\S+/.exec(mail?.text ?? '')![0]

async function openSignIn(page: Page) {
  await page.goto(addresses.privacy.href())
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
    await second.goto(addresses.bookings.href())
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
  await expect(page).toHaveURL(addresses.bookings.href())
  await expect(page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  expect((await api.answer(getMe, { token: angler.token })).status).toBe(401)
  const told = async () => (await mailsTo(angler.email)).find(({ subject }) => subject === 'Your password was changed')
  await expect.poll(told).toBeDefined()
  expect((await api.answer(login, { body: { usernameOrEmail: angler.username, password: fresh } })).status).toBe(200)

  await page.goto('/robots.txt')
  await page.goto(link)
  await expect(page.getByText(/expired or was already used/)).toBeVisible()
})

test('a sign-in link comes before the password, and what was typed is kept on every way', async ({ page }) => {
  const signIn = await openSignIn(page)
  await expect(signIn.getByRole('button', { name: "I'm new here" })).toHaveCount(0)
  const link = signIn.getByRole('button', { name: 'Email me a sign-in link' })
  const login = signIn.getByLabel('Username or email')
  await login.fill('ann@example.com')
  for (const next of [link, signIn.getByLabel('Password', { exact: true })]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }

  await link.click()
  const asks = page.getByRole('dialog', { name: 'Email me a sign-in link' })
  await expect(asks.getByLabel('Email')).toHaveValue('ann@example.com')
  await asks.getByLabel('Email').fill('bea@example.com')
  await asks.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(login).toHaveValue('bea@example.com')

  await signIn.getByRole('button', { name: 'Sign Up' }).click()
  const signUp = page.getByRole('dialog', { name: 'Sign Up' })
  await expect(signUp.getByLabel('Email')).toHaveValue('bea@example.com')
  await signUp.getByLabel('Email').fill('cleo@example.com')
  await signUp.getByRole('button', { name: 'Sign In' }).click()
  await expect(login).toHaveValue('cleo@example.com')

  await login.fill('cleo.1')
  await signIn.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(login).toHaveValue('cleo.1')
})

async function signInLinkFor({ email }: { email: string }): Promise<string> {
  const links = async () => (await mailsTo(email)).filter(({ subject }) => subject === 'Your sign-in link')
  const before = (await links()).length
  await api.call(askForSignInLink, { body: { email } })
  await expect.poll(async () => (await links()).length).toBe(before + 1)
  return linkIn((await links())[0])
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('arcadia.token'))

test("a link to somebody else's account names both addresses, and opens it only after a yes", async ({
  signedIn: page,
  angler,
}) => {
  const other = await anAngler()
  const link = await signInLinkFor(other)
  const main = page.getByRole('main')
  await page.goto(link)
  await expect(main).toContainText(`You're signed in as ${angler.email}. This link is for another account`)
  await expect(main).toContainText(`The link signs in as ${other.email}.`)
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL(addresses.bookings.href())
  expect(await tokenOf(page)).toBe(angler.token)

  await page.goto(link)
  await main.getByRole('button', { name: 'Switch accounts' }).click()
  await expect(page).toHaveURL(addresses.bookings.href())
  await expect.poll(() => tokenOf(page)).not.toBe(angler.token)
  const { email } = await api.call(getMe, { token: (await tokenOf(page))! })
  expect(email).toBe(other.email)
})

test('negative control: a link to the own account, or to one while signed out, asks nothing', async ({
  signedIn: page,
  angler,
}) => {
  const main = page.getByRole('main')
  await page.goto(await signInLinkFor(angler))
  await expect(main).toContainText(`Welcome back. One tap signs you in as ${angler.email}.`)
  await expect(main.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(main).not.toContainText("You're signed in as")

  await page.evaluate(() => localStorage.clear())
  const other = await anAngler()
  await page.goto(await signInLinkFor(other))
  await expect(main).toContainText(`One tap signs you in as ${other.email}.`)
  await main.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(addresses.bookings.href())
})

test('whatever is stored as the signed-in person, site and portal open, and a broken one is signed out', async ({
  page,
  angler,
}) => {
  test.slow()
  const stored = (user: unknown, keys = 'arcadia.') =>
    page.evaluate(
      ({ keys, text }) => {
        localStorage.setItem(`${keys}token`, 't')
        localStorage.setItem(`${keys}user`, text)
      },
      { keys, text: typeof user === 'string' ? user : JSON.stringify(user) },
    )
  const { user } = angler
  const broken: unknown[] = [
    ...Object.keys(user).map((field, index) => ({ ...user, [field]: index % 2 ? { not: 'one' } : [7] })),
    { ...user, id: 'x', emailConfirmed: 'no' },
    { ...user, hasPassword: undefined },
    { ...user, firstName: 'x'.repeat(1_000_000) },
    [user],
    null,
    '{',
  ]
  await page.goto(addresses.privacy.href())
  for (const one of broken) {
    await stored(one)
    await page.reload()
    // The page says Sign In before any script runs, so the storage tells when it was read.
    const kept = () => page.evaluate(() => localStorage.length)
    await expect.poll(kept, JSON.stringify(one).slice(0, 200)).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  }
  const admin = (await adminSession()).user
  await page.goto(portal.href())
  for (const one of [
    { ...admin, position: 'KING' },
    { ...admin, position: {} },
    { ...admin, id: [1] },
    { role: 'ADMIN' },
  ]) {
    await stored(one, 'arcadia.admin.')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('arcadia.admin.user'))).toBeNull()
  }
})
