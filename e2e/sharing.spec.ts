import { addresses, portal } from '@arcadia/contract/addresses'
import { setSharing } from '@arcadia/contract/admin/configuration'
import { createHold } from '@arcadia/contract/holds'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, dialogsClosed, expect, PHONE, resume, test } from './support/test.ts'

test.use({ ...PHONE, expectedErrors: [/^Could not release the hold/] })
test.afterEach(() => asAdmin.call(setSharing, { body: { sharing: 'OPEN' } }))

test('the owner limits mornings to one group: already shared trips are listed, and customers see that the boat is theirs', async ({
  page,
  angler,
}) => {
  const [shared, free] = [await anOpenDate(true), await anOpenDate(true)]
  const trips = [await aBooking(await anAngler(), shared), await aBooking(await anAngler(), shared)]

  await openPortal(page, portal.configuration.season.href())
  await page.getByRole('radio', { name: 'One group a morning' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trips already on these days' })
  for (const { confirmationNumber } of trips) await expect(dialog).toContainText(confirmationNumber)
  await expect(dialog).toContainText('more than one group on the boat')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Configuration updated')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Change log' }).getByText('Sharing: One group').first()).toBeVisible()

  await resume(page, angler, 'customer')
  await dialogsClosed(page)
  await page.goto(addresses.privacy.href())
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.askWhy(shared)
  await expect(booking.dialog.getByText(`Another group has the boat on ${formatDayInWords(shared)}.`)).toBeVisible()
  await expect(booking.dialog.getByRole('button', { name: 'Tell me if a spot opens' })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')

  await booking.pickDate(free)
  await expect(booking.dialog.getByText('The boat is yours: one group a morning.')).toBeVisible()
  await booking.fillGuests(2)
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
  // Offline, the hold is not released, so the boat is still this group's.
  await page.route(`**${createHold.path}/*`, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await booking.dialog.getByRole('button', { name: 'Back' }).click()
  await booking.continue()
  await expect(booking.dialog.getByRole('timer')).toBeVisible()
})
