import { joinWaitlist } from '@arcadia/contract/waitlist'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { adminSession, anAngler, anOpenDate, api, expect, PHONE, resume, test } from './support/test.ts'

test('the owner finds a booking by status and by words, the address keeps the search, and logging out opens nothing', async ({
  page,
}) => {
  await resume(page, await adminSession(), 'admin')
  await page.goto('/admin?tab=bookings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect(page.getByRole('button', { name: 'Use the light theme' })).toBeVisible()

  await page.getByRole('button', { name: /^Cancelled/ }).click()
  await expect(page).toHaveURL(/status=CANCELLED/i)
  await page.getByRole('searchbox').fill('nobody of that name')
  await expect(page).toHaveURL(/q=nobody/)
  await expect(page.getByText(/no bookings/i).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('nobody of that name')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the customer portal' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the owner sees who waits for a full day, and finds their account', async ({ page, angler }) => {
    const date = await anOpenDate()
    await aBooking(angler, date, 4)
    const waiting = await anAngler()
    const input = { selectedDate: date, numberOfGuests: 2 }
    expect((await api.answer(joinWaitlist, { token: waiting.token, body: input })).status).toBe(201)
    await openPortal(page, 'bookings')
    await page.getByRole('link', { name: 'Waitlist' }).click()
    const row = page.getByRole('row').filter({ hasText: waiting.email })
    await expect(row).toContainText('First in line')
    await expect(row).toContainText('Waiting')
    await expectAccessible(page)
    await row.getByRole('link', { name: 'Ada Angler' }).click()
    await expect(page.getByRole('dialog', { name: 'Ada Angler' }).getByText(waiting.email)).toBeVisible()
  })
})
