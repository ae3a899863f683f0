import { readFile } from 'node:fs/promises'
import { getMe, login } from '@arcadia/contract/accounts'
import { getAvailability } from '@arcadia/contract/availability'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, headerActions, PASSWORD, test } from './support/test.ts'

async function openAccount(page: Page, firstName: string): Promise<Locator> {
  await (await headerActions(page)).getByRole('button', { name: firstName, exact: true }).click()
  return page.getByRole('dialog', { name: `Welcome, ${firstName}` })
}

test('customers take their data with them as a file', async ({ signedIn, angler }) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  const card = await openAccount(signedIn, angler.firstName)
  await expectAccessible(signedIn, '[role=dialog]')
  const downloading = signedIn.waitForEvent('download')
  await card.getByRole('button', { name: 'Download my data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('my-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({
    account: { username: angler.username },
    bookings: [{ confirmationNumber: booked.confirmationNumber, paidAmount: 350 }],
  })
})

test('signing out everywhere ends the sessions of other devices too', async ({ signedIn, angler }) => {
  const elsewhere = await api.answer(login, { body: { usernameOrEmail: angler.username, password: PASSWORD } })
  const card = await openAccount(signedIn, angler.firstName)
  await card.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(signedIn.getByText('You are signed out on every device.')).toBeVisible()
  await expect((await headerActions(signedIn)).getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect((await api.answer(getMe, { token: elsewhere.body.token })).status).toBe(401)
})

test('an account is closed only after it is said what that means, and with the password', { tag: '@phone' }, async ({
  signedIn,
  angler,
}) => {
  const date = await anOpenDate(true)
  await aBooking(angler, date, 2)
  const card = await openAccount(signedIn, angler.firstName)
  await card.getByRole('button', { name: 'Close my account' }).click()
  const closing = signedIn.getByRole('dialog', { name: 'Close your account?' })
  await expect(closing).toContainText('Trips you have booked stay booked')
  await expect(closing).toContainText('24 months after the trip')
  await expect(closing.getByRole('button', { name: 'Keep account' })).toBeFocused()
  await expectAccessible(signedIn, '[role=dialog]')
  const close = closing.getByRole('button', { name: 'Close account' })
  await closing.getByLabel('Your password').fill('not the password')
  await close.click()
  await expect(closing.getByText('The current password is not right.')).toBeVisible()
  await closing.getByLabel('Your password').fill(PASSWORD)
  await close.click()
  await expect(signedIn.getByText('Your account is closed.')).toBeVisible()
  await expect((await headerActions(signedIn)).getByRole('button', { name: 'Sign In' })).toBeVisible()
  const again = await api.answer(login, { body: { usernameOrEmail: angler.username, password: PASSWORD } })
  expect(again.status).toBe(401)
  expect((await api.call(getAvailability, { params: { date } })).availableSpots).toBe(2)
})
