import { addresses, portal } from '@arcadia/contract/addresses'
import { setPrivateSpotPrice } from '@arcadia/contract/admin/configuration'
import { fullName } from '@arcadia/contract/full-name'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { turnTo } from './support/calendar.ts'
import { anAngler, anOpenDate, dialogsClosed, expect, PHONE, resume, test } from './support/test.ts'

test.use(PHONE)
test.afterEach(() => asAdmin.call(setPrivateSpotPrice, { body: { privateSpotPrice: null } }))

test('the owner sets a price, a guest buys the rest of the morning with the booking, and the day is taken for others until the owner ends it', async ({
  page,
  angler,
}) => {
  const date = await anOpenDate(true)
  await openPortal(page, portal.configuration.prices.href())
  await page.getByLabel(/^Private morning, per empty spot/).fill('250')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Configuration updated')).toBeVisible()
  const log = page.getByRole('region', { name: 'Change log' })
  await expect(log.getByText('Private morning, per empty spot: $250.00').first()).toBeVisible()

  await resume(page, angler, 'customer')
  await dialogsClosed(page)
  await page.goto(addresses.privacy.href())
  const booking = new BookingDialog(page)
  const { dialog } = booking
  await booking.open()
  await booking.pickDate(date)
  await booking.fillGuests(2)
  await dialog.getByRole('checkbox', { name: /^Make it private\s*\$500\.00\s*For the 2 empty spots:/ }).check()
  await expect(dialog.getByText("The boat is yours once you're booked.")).toBeVisible()
  await expect(dialog.getByText('Private morning, 2 empty spots')).toBeVisible()
  await expect(dialog.getByText(/^Due today\s*\$700\.00$/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await booking.continue()
  await expect(dialog.getByText('$5,500.00 total, $4,800.00 due later')).toBeVisible()
  await booking.fillCard()
  await booking.pay.click()
  await expect(dialog).toContainText("You're booked")
  await expect(dialog).toContainText('Trophy, 2 anglers, private morning')
  await expect(dialog).toContainText('$4,800.00')

  await openPortal(page, portal.dashboard.daySheet.href({ date }))
  await expect(page.getByText('2 anglers, private morning').first()).toBeVisible()
  await openPortal(page, portal.bookings.href())
  await page.getByRole('button', { name: 'New booking' }).click()
  const entry = new BookingDialog(page, 'New booking')
  await entry.dialog.getByRole('checkbox', { name: 'Private morning, $500.00 for the 2 empty spots' }).check()
  await expect(entry.dialog.getByText('$5,500.00')).toBeVisible()
  await turnTo(entry.dialog, date)
  await expect(entry.day(date)).toHaveAccessibleName(/full$/)
  await expectAccessible(page, '[role=dialog]')

  await entry.dialog.getByRole('button', { name: 'Close' }).first().click()
  await dialogsClosed(page)

  await resume(page, await anAngler(), 'customer')
  await page.goto(addresses.privacy.href())
  const second = new BookingDialog(page)
  await second.open()
  await second.askWhy(date)
  await expect(dialog.getByText(`Another group has the boat on ${formatDayInWords(date)}.`)).toBeVisible()

  await openPortal(page, portal.bookings.href({ q: angler.user.email }))
  await page.getByRole('link', { name: fullName(angler.user) }).click()
  await page.getByRole('button', { name: 'Edit booking' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit booking' })
  await edit.getByRole('checkbox', { name: 'Private morning, $500.00 for the 2 empty spots' }).uncheck()
  await expect(edit.getByText('The empty spots come off the total, and others can book them.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Booking updated. The total is $5,000.00.')).toBeVisible()
  await openPortal(page, portal.dashboard.daySheet.href({ date }))
  await expect(page.getByText('2 anglers', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('private morning')).toBeHidden()
})
