import { readFile } from 'node:fs/promises'
import { getMe, login } from '@arcadia/contract/accounts'
import { getAvailability } from '@arcadia/contract/availability'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, headerActions, PASSWORD, PHONE, test } from './support/test.ts'

async function openAccount(page: Page, firstName: string): Promise<Locator> {
  await (await headerActions(page)).getByRole('button', { name: new RegExp(`^${firstName}( Your account)?$`) }).click()
  return page.getByRole('dialog', { name: `Welcome, ${firstName}` })
}

test('the account card shows who is signed in, exports their data, and signs out every device', async ({
  signedIn,
  angler,
}) => {
  const elsewhere = await api.answer(login, { body: { usernameOrEmail: angler.username, password: PASSWORD } })
  const booked = await aBooking(angler, await anOpenDate(true))
  const card = await openAccount(signedIn, angler.firstName)
  for (const text of [
    angler.username,
    angler.email,
    /priority booking access/i,
    /exclusive fishing packages/i,
    /member-only events/i,
    /special rates and offers/i,
  ])
    await expect(card.getByText(text).first()).toBeVisible()
  await expectAccessibleAtEveryWidth(signedIn, '[role=dialog]')
  const downloading = signedIn.waitForEvent('download')
  await card.getByRole('button', { name: 'Download my data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('my-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({
    account: { username: angler.username },
    bookings: [{ confirmationNumber: booked.confirmationNumber, paidAmount: 350 }],
  })

  await card.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(signedIn.getByText("You're signed out on every device.")).toBeVisible()
  await expect((await headerActions(signedIn)).getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect((await api.answer(getMe, { token: elsewhere.body.token })).status).toBe(401)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('closing an account explains the consequences and needs the password', async ({ signedIn, angler }) => {
    const date = await anOpenDate(true)
    await aBooking(angler, date, 2)
    const card = await openAccount(signedIn, angler.firstName)
    await card.getByRole('button', { name: 'Close my account' }).click()
    const closing = signedIn.getByRole('dialog', { name: 'Close your account?' })
    await expect(closing).toContainText("Trips you've booked stay booked")
    await expect(closing).toContainText('24 months after the trip')
    await expect(closing.getByRole('button', { name: 'Keep account' })).toBeFocused()
    await expectAccessible(signedIn, '[role=dialog]')
    const close = closing.getByRole('button', { name: 'Close account' })
    await closing.getByLabel('Your password').fill('not the password')
    await close.click()
    await expect(closing.getByText('The current password is incorrect.')).toBeVisible()
    await closing.getByLabel('Your password').fill(PASSWORD)
    await close.click()
    await expect(signedIn.getByText('Your account is closed.')).toBeVisible()
    await expect((await headerActions(signedIn)).getByRole('button', { name: 'Sign In' })).toBeVisible()
    const again = await api.answer(login, { body: { usernameOrEmail: angler.username, password: PASSWORD } })
    expect(again.status).toBe(401)
    expect((await api.call(getAvailability, { params: { date } })).availableSpots).toBe(2)
  })
})
