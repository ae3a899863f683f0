import { portal } from '@arcadia/contract/addresses'
import { changeRidersAndTackle, getBooking } from '@arcadia/contract/bookings'
import { listMyBookings } from '@arcadia/contract/trips'
import { expectAccessible } from './support/accessible.ts'
import { openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { mailsTo } from './support/mails.ts'
import { ManagedBookings } from './support/managed-bookings.ts'
import { anOpenDate, api, dialogsClosed, expect, PHONE, test } from './support/test.ts'

test.use(PHONE)

test('a group brings a rider and adds another later, and the guide sees riders and tackle', async ({
  signedIn: page,
  angler,
}) => {
  const date = await anOpenDate()
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(date)
  await booking.fillGuests(2)
  await expect(booking.dialog.getByText('Total')).toBeHidden()
  await booking.dialog.getByLabel('Riders').selectOption('1 rider')
  await booking.dialog.getByLabel('Tackle').selectOption('Fly')
  for (const row of ['1 rider$150.00', 'Total$5,150.00', '$4,450.00', 'Deposit due today$700.00'])
    await expect(booking.dialog).toContainText(row)
  await booking.continue()
  await expect(booking.dialog).toContainText('Trophy, 2 anglers, 1 rider')
  await booking.fillCard()
  await expect(booking.pay).toHaveAccessibleName('Pay $700.00 USD')
  await booking.pay.click()
  const confirmationNumber = await booking.expectConfirmed()
  await expect(booking.dialog).toContainText('$4,450.00')
  const [mail] = await mailsTo(angler.email)
  expect(mail!.subject).toMatch(/^Booked: /)

  // The connection drops while saving: the choice stays, and saving again sends it.
  const bookings = new ManagedBookings(page)
  const details = await bookings.openDetails({ confirmationNumber })
  await details.getByRole('button', { name: 'Change riders or tackle' }).click()
  const change = bookings.dialog('Riders and tackle')
  await change.getByLabel('Riders').selectOption('2 riders')
  await change.getByLabel('Tackle').selectOption('Conventional')
  await expect(change).toContainText('Your balance$4,600.00')
  await expectAccessible(page, '[role=dialog]')
  await page.route('**/riders-and-tackle', (route) => route.abort(), { times: 1 })
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(change.getByRole('alert')).toBeVisible()
  await expect(change.getByLabel('Riders')).toHaveValue('2')
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. Your balance is $4,600.00.')).toBeVisible()
  await expect(details).toContainText('2 riders, $300.00')
  await expect(details.getByRole('button', { name: 'Pay $4,600.00 now' })).toBeVisible()
  await expect(details).toContainText('Changed: riders from 1 to 2, conventional tackle. The total is $5,300.00.')

  // Another device removes them again, and this page updates.
  const { token } = angler
  const [mine] = await api.call(listMyBookings, { token })
  const { id } = mine!
  await api.call(changeRidersAndTackle, { token, params: { id }, body: { riders: 0 } })
  await expect(details.getByRole('button', { name: 'Pay $4,300.00 now' })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialogsClosed(page)

  await openPortal(page, portal.bookings.href({ q: angler.email }))
  await page.getByRole('link', { name: 'Ada Angler' }).click()
  const panel = page.getByRole('dialog', { name: 'Ada Angler' })
  await panel.getByRole('button', { name: 'Edit booking' }).click()
  const correction = page.getByRole('dialog', { name: 'Edit booking' })
  await correction.getByLabel('Riders').selectOption('1 rider')
  await correction.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Booking updated. The total is $5,150.00.')).toBeVisible()
  await expect(panel).toContainText('2 anglers, 1 rider')
  expect(await api.call(getBooking, { token, params: { id } })).toMatchObject({ riders: 1, tackle: 'CONVENTIONAL' })
  await openPortal(page, portal.dashboard.daySheet.href({ date }))
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('2 anglers, 1 rider, 8:00 AM')
  await expect(sheet).toContainText('Tackleconventional')
})
