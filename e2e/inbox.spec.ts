import { portal } from '@arcadia/contract/addresses'
import { createBookingQuery, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, api, BOTH_SIZES, expect, test } from './support/test.ts'

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('the owner answers an enquiry and a question from one list', async ({ page, angler }) => {
      const lastName = `Quill${Date.now()}`
      const person = {
        firstName: 'Enid',
        lastName,
        email: `${lastName}@example.com`,
        phone: '863-555-0142',
        country: 'US' as const,
      }
      const booking = await aBooking(angler, await anOpenDate())
      const queryMessage = `Are there rods for ${lastName}?`
      await api.call(createBookingQuery, { token: angler.token, body: { bookingId: booking.id, queryMessage } })
      await openPortal(page, portal.dashboard.href())
      const opens = page.getByRole('navigation', { name: 'Portal' }).getByRole('link').or(page.getByRole('tab'))
      await opens.filter({ hasText: /^Messages/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
      await page.getByRole('searchbox', { name: 'Search messages' }).fill(lastName)
      const rows = page.getByRole('row').filter({ hasText: lastName })
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(`Question about ${booking.confirmationNumber}`)
      await expect(rows).toContainText('Needs a reply')

      // Appears by itself, above the older question.
      await api.call(createEnquiry, { body: { ...person, message: 'Is July better?' } })
      await expect(rows).toHaveCount(2)
      await expect(rows.first()).toContainText('Is July better?')
      await expectAccessible(page)

      await page.getByRole('link', { name: `Enid ${lastName}` }).press('Enter')
      const enquiry = page.getByRole('dialog', { name: `Enid ${lastName}` })
      await expect(enquiry.getByRole('button', { name: 'Turn into a booking' })).toBeVisible()
      await page.goBack()
      await expect(enquiry).toBeHidden()

      await page.getByRole('link', { name: 'Ada Angler' }).click()
      const question = page.getByRole('dialog', { name: 'Ada Angler' })
      await expect(question.getByRole('link', { name: 'Open the booking' })).toBeVisible()
      await question.getByLabel('Response', { exact: true }).fill('Yes, for everybody.')
      await question.getByRole('button', { name: 'Send Response' }).click()
      await expect(question).toBeHidden()
      expect(await api.call(listQueriesOfBooking, { token: angler.token, params: { id: booking.id } })).toMatchObject([
        { status: 'RESPONDED', adminResponse: 'Yes, for everybody.' },
      ])
      await expect(rows.first()).toContainText('Responded')
      await page
        .getByRole('group', { name: 'Messages by status' })
        .getByRole('button', { name: /^Needs a reply/ })
        .click()
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText('Is July better?')

      await page.getByRole('button', { name: 'Write to guests' }).click()
      const write = page.getByRole('dialog', { name: 'Write to guests' })
      await write.getByRole('button', { name: 'Cancel' }).click()
      const row = page.getByRole('navigation', { name: 'Messages views' })
      for (const [name, title] of [
        ['To guests', 'Booking Queries'],
        ['Enquiries', 'Enquiries'],
        ['Inbox', 'Messages'],
      ] as const) {
        await row.getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await expect(row.locator('[aria-current]')).toHaveText(name)
        if (where === 'on a phone') await expect(page.locator('.bar [aria-current]')).toHaveText(/^Messages/)
      }
    })
  })
