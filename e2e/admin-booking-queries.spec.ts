import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, test } from './support/test.ts'

test('the owner answers a question, and the customer reads it', async ({ page, angler }) => {
  const booking = await aBooking(angler, await anOpenDate())
  const queryMessage = `Do you have rods? ${Date.now()}`
  await api('POST', '/api/booking-queries', { token: angler.token, body: { bookingId: booking.id, queryMessage } })
  await openPortal(page, `booking-queries&q=${booking.confirmationNumber}`)
  await expect(page.getByText(queryMessage)).toBeVisible()
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ada Angler' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ada Angler' })
  await dialog.getByRole('button', { name: 'Send Response' }).click()
  await expect(dialog.getByText('Please write a response first.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Response', { exact: true }).fill('Yes, for everybody.')
  await dialog.getByLabel('Internal admin notes').fill('Pack four.')
  await dialog.getByRole('button', { name: 'Send Response' }).click()
  await expect(page.getByText('Booking query status updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const { body } = await api('GET', `/api/booking-queries/booking/${booking.id}`, { token: angler.token })
  expect(body[0]).toMatchObject({ status: 'RESPONDED', adminResponse: 'Yes, for everybody.' })
  const stats = await asAdmin('GET', '/api/booking-queries/admin/stats')
  expect(stats.body.respondedQueries).toBeGreaterThan(0)
})

test('reviews are looked after beside the questions', async ({ page }) => {
  await openPortal(page, 'booking-queries')
  await page.getByRole('link', { name: 'Reviews' }).click()
  await expect(page.getByRole('heading', { name: 'No reviews yet' })).toBeVisible()
  await expectAccessible(page)
})
