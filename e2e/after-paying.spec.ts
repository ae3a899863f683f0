import { addresses, portal } from '@arcadia/contract/addresses'
import { listBookingEvents } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { getGuestNotes } from '@arcadia/contract/guest-notes'
import { listMyBookings } from '@arcadia/contract/trips'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { mailsTo } from './support/mails.ts'
import { ManagedBookings } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, PHONE, test } from './support/test.ts'

const FACTS = {
  meetingName: 'Dock 3',
  meetingAddress: '12 River Road, Arcadia',
  balanceDueDays: 7,
  balanceByCard: true,
  answerTime: 'within a day',
}

test.describe('on a phone', () => {
  test.use(PHONE)
  test.afterEach(async () => {
    const nothing = Object.fromEntries(Object.keys(FACTS).map((name) => [name, null]))
    await asAdmin.call(changeBusinessFacts, { body: { ...nothing, balanceByCard: false } })
  })

  test('after paying, a customer corrects the email address and tells the guide about allergies despite a lost connection; the day sheet shows it', async ({
    resumed: page,
    browser,
    angler,
    baseURL,
  }) => {
    await asAdmin.call(changeBusinessFacts, { body: FACTS })
    await page.goto(addresses.privacy.href())
    const booking = new BookingDialog(page)
    const date = await anOpenDate()
    await booking.toPayment(date)
    await booking.fillCard()
    await booking.pay.click()
    await booking.expectConfirmed()
    const { dialog } = booking
    await expect(dialog).toContainText("You're booked")
    await expect(dialog).toContainText(`We're emailing your confirmation to ${angler.email}.`)
    await expect(dialog).toContainText('Meet us at Dock 3, 12 River Road, Arcadia, at 8:00 AM Eastern.')
    await expect(dialog.getByText(/^Pay your \$2,150\.00 balance by .* \(card\)\.$/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Add to calendar' })).toBeVisible()

    const right = `right.${angler.email}`
    await dialog.getByRole('button', { name: 'Wrong address? Fix it' }).click()
    const address = dialog.getByLabel('Correct email')
    await expect(address).toBeFocused()
    await address.fill('ada at example')
    await dialog.getByRole('button', { name: 'Send it' }).click()
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await address.fill(right)
    await expectAccessibleAtEveryWidth(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Send it' }).click()
    await expect(dialog.locator('p:focus')).toHaveText(`Done. Your confirmation is on its way to ${right}.`)
    await expect(dialog).toContainText(`We're emailing your confirmation to ${right}.`)
    const subjects = (await mailsTo(right)).map(({ subject }) => subject)
    expect(subjects.some((subject) => subject.startsWith('Booked: '))).toBe(true)
    expect(subjects).toContain('Please confirm your email address')

    await dialog.getByRole('link', { name: 'Tell your guide' }).click()
    const bookings = new ManagedBookings(page)
    const telling = bookings.dialog('Tell your guide')
    const trip = page.getByRole('main')
    await telling.getByLabel('Allergies and food').fill('Bee stings')
    await telling.getByLabel('Birthdays').fill('Max turns 12\nthat day')
    await expectAccessibleAtEveryWidth(page, '[role=dialog]')
    await page.context().setOffline(true)
    await telling.getByRole('button', { name: 'Save' }).click()
    await expect(telling.getByRole('alert')).toContainText('Check your connection and try again.')
    await telling.getByRole('button', { name: 'Close' }).last().click()
    await page.context().setOffline(false)
    await expect(trip).toContainText(right)
    await expect(trip.getByText('We usually answer within a day.').first()).toBeVisible()
    await trip.getByRole('button', { name: 'Tell your guide' }).click()
    await expect(telling.getByLabel('Allergies and food')).toHaveValue('Bee stings')
    await telling.getByRole('button', { name: 'Save' }).click()
    await expect(telling).toBeHidden()
    await expect(trip).toContainText('Max turns 12')
    await expect(trip).toContainText('Your guide knows')

    await trip.getByRole('button', { name: 'Change name or phone' }).click()
    const guest = bookings.dialog('Name and phone')
    await guest.getByLabel('First name').fill('Adah')
    await guest.getByRole('button', { name: 'Save' }).click()
    await expect(trip).toContainText('Adah Angler')
    await expect(trip).toContainText('Updated: the name.')
    await expectAccessible(page)

    const [{ id } = { id: 0 }] = await api.call(listMyBookings, { token: angler.token })
    const office = await browser.newPage({ baseURL: baseURL! })
    await openPortal(office, portal.dashboard.daySheet.href({ date }))
    const party = office.getByRole('region', { name: 'Adah Angler' })
    await expect(party).toContainText('Bee stings')
    await expectAccessible(office, '.daysheet')
    await office.goto(portal.bookings.href({ id }))
    await expect(office.getByRole('region', { name: 'What the guest told us' })).toContainText('Bee stings')
    await office.close()

    await trip.getByRole('button', { name: 'Delete it' }).click()
    await expect(trip.getByRole('button', { name: 'Tell your guide' })).toBeVisible()
    const params = { id }
    expect(await api.call(getGuestNotes, { token: angler.token, params })).toEqual({})
    const events = await api.call(listBookingEvents, { token: angler.token, params })
    expect(JSON.stringify(events)).not.toContain('Bee stings')
  })
})
