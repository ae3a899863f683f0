import { portal } from '@arcadia/contract/addresses'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { createBookingQuery, getBookingQueryStats, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import { saveReview } from '@arcadia/contract/reviews'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, test } from './support/test.ts'

test('the owner answers a question, which the customer reads, and publishes a review in the same tab', async ({
  page,
  angler,
}) => {
  const booking = await aBooking(angler, await anOpenDate())
  const queryMessage = `Do you have rods? ${Date.now()}`
  await api.call(createBookingQuery, { token: angler.token, body: { bookingId: booking.id, queryMessage } })
  await asAdmin.call(setBookingStatus, { params: { id: booking.id }, query: { status: 'COMPLETED' } })
  const text = `Twelve tarpon before nine, says ${angler.username}.`
  await api.call(saveReview, { token: angler.token, body: { bookingId: booking.id, stars: 5, text } })
  await openPortal(page, portal.bookingQueries.href({ q: booking.confirmationNumber }))
  await expect(page.getByText(queryMessage)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ada Angler' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ada Angler' })
  await dialog.getByRole('button', { name: 'Send Response' }).click()
  await expect(dialog.getByText('Please write a response first.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Response', { exact: true }).fill('Yes, for everybody.')
  await dialog.getByLabel('Internal admin notes').fill('Pack four.')
  await dialog.getByRole('button', { name: 'Send Response' }).click()
  await expect(page.getByText('Booking query status updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const body = await api.call(listQueriesOfBooking, { token: angler.token, params: { id: booking.id } })
  expect(body[0]).toMatchObject({ status: 'RESPONDED', adminResponse: 'Yes, for everybody.' })
  const stats = await asAdmin.call(getBookingQueryStats)
  expect(stats.respondedQueries).toBeGreaterThan(0)

  await page.getByRole('link', { name: 'Reviews' }).click()
  const review = page.getByRole('listitem').filter({ hasText: text })
  await review.getByRole('button', { name: /^Publish/ }).click()
  await expect(review.getByText('Published.')).toBeVisible()
  await expectAccessible(page)
  await review.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Review of Ada' })
  await expect(panel.getByText('Status: Published')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await review.getByRole('button', { name: /^Hide/ }).click()
  await expect(review.getByText('Hidden.')).toBeVisible()
})
