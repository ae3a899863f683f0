import { login } from '@arcadia/contract/accounts'
import { addresses, portal } from '@arcadia/contract/addresses'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import { listManualPayments } from '@arcadia/contract/admin/manual-payments'
import { listWaiverTexts, publishWaiver } from '@arcadia/contract/waivers'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { aColleague, asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking, type Booked, ManagedBookings } from './support/managed-bookings.ts'
import { setPhoneClock } from './support/phone-clock.ts'
import { anAngler, anOpenDate, api, expect, PASSWORD, PHONE, resume, test } from './support/test.ts'

test.use({ ...PHONE, serviceWorkers: 'allow', hasOwnClock: true })

test('check-in and payment in a dead spot survive a reload and arrive once; an earlier check-in by another phone wins', async ({
  page,
  context,
  setServerClock,
  angler,
}) => {
  const date = await anOpenDate(true)
  const [first, second] = [await aBooking(angler, date, 2), await aBooking(await anAngler(), date)]
  const group = ({ confirmationNumber }: Booked) =>
    page.getByRole('article').getByRole('region').filter({ hasText: confirmationNumber })
  const checkInSecond = () =>
    asAdmin.answer(checkIn, {
      params: { id: second.id },
      body: { date, state: 'NO_SHOW', was: null, at: `${date}T10:30:00Z` },
    })
  expect(await checkInSecond()).toMatchObject({ status: 409, body: { error: 'check-in-too-early' } })
  const morning = new Date(`${date}T10:40:00Z`)
  await setServerClock(morning)
  await setPhoneClock(page, morning)
  await openPortal(page, portal.dashboard.daySheet.href({ date }))
  await expect(group(first).getByRole('button', { name: /^Arrived/ })).toBeVisible()
  await page.evaluate(async () => navigator.serviceWorker.ready)

  await context.setOffline(true)
  await group(first)
    .getByRole('button', { name: /^Arrived/ })
    .click()
  await expect(group(first)).toContainText(/Arrived 6:4\d AM, you/)
  await group(first)
    .getByRole('button', { name: /^Take \$4,300\.00/ })
    .click()
  await page.getByRole('dialog', { name: 'Take payment' }).getByRole('button', { name: 'Take $4,300.00' }).click()
  await expect(group(first)).toContainText(/\$4,300\.00 in cash, \d+:\d\d AM, you/)
  await group(second)
    .getByRole('button', { name: /^Arrived/ })
    .click()
  const waits = page.getByText('3 unsent changes on this phone.')
  await expect(waits).toBeVisible()
  await expect(group(first).getByText('Not sent yet, kept on this phone')).toBeVisible()
  expect((await checkInSecond()).status).toBe(200)

  await page.reload()
  await expect(waits).toBeVisible()
  await expect(page.getByText(/^This day is as of \d+:\d\d\sAM$/)).toBeVisible()
  await expect(group(first)).toContainText(/Arrived 6:4\d AM, you/)
  await expect(group(first).getByRole('button', { name: /^Take/ })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const leaving = page.getByRole('dialog', { name: 'Sign out anyway?' })
  await expect(leaving).toContainText('3 unsent changes on this phone.')
  await leaving.getByRole('button', { name: 'Cancel' }).click()

  await context.setOffline(false)
  await expect(waits).toBeHidden()
  await expect(page.getByText('Not sent yet, kept on this phone')).toHaveCount(0)
  const refusal = page.getByRole('alert').filter({ hasText: "wasn't saved" })
  await expect(refusal).toContainText('Owner marked this group as a no-show at')
  await expect(group(second)).toContainText('No-show 6:30 AM, you')
  await expect(group(first)).toContainText(/Arrived 6:4\d AM, you/)
  await expect(group(first).getByText('$4,300.00 in cash')).toHaveText(/, you$/)
  await expect(page.getByRole('region', { name: 'Paid by hand' })).toContainText('$4,300.00 in cash')
  expect(await asAdmin.call(listManualPayments, { params: { id: first.id } })).toHaveLength(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await expect(group(first)).toContainText(', you')
  await expect(refusal).toBeHidden()

  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => sticksOut(group(second)), `${width}`).toEqual([])
  }
  await group(second).getByRole('button', { name: /^Undo/ }).click()
  await expect(group(second).getByRole('button', { name: /^No-show/ })).toBeVisible()

  // They come back above the note and move it.
  await expect(group(second).getByText('Texts ready to send')).toBeVisible()
  const addsNote = group(second).getByText('Add a note')
  await addsNote.click()
  await group(second).getByLabel('New note').fill('Meets us at the bridge.')
  await expectAccessible(page)
  await group(second).getByRole('button', { name: 'Add note' }).click()
  await expect(group(second).getByRole('paragraph').filter({ hasText: 'Meets us at the bridge.' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(addsNote).toBeHidden()
})

test('a no-show reads what is not owed anymore, and is asked again when the owner says so', async ({
  page,
  setServerClock,
  angler,
}) => {
  const date = await anOpenDate(true)
  const booked = await aBooking(angler, date, 2)
  await setServerClock(new Date(`${date}T14:00:00Z`))
  const body = { date, state: 'NO_SHOW' as const, was: null, at: `${date}T13:00:00Z` }
  await asAdmin.call(checkIn, { params: { id: booked.id }, body })
  const signIn = { usernameOrEmail: angler.email, password: PASSWORD }
  await resume(page, await api.call(login, { body: signIn }), 'customer')
  const bookings = new ManagedBookings(page)
  await page.goto(addresses.bookings.href())
  await expect(bookings.row(booked)).toContainText('Missed trip')
  await expect(bookings.row(booked)).toContainText("You don't owe the other $4,300.00")
  await expectAccessible(page)
  await bookings
    .row(booked)
    .getByRole('button', { name: /^View Details/ })
    .click()
  const details = page.getByRole('dialog')
  await expect(details).toContainText(/Not owed anymore\s*\$4,300\.00/)
  await expect(details.getByRole('button', { name: /^Pay/ })).toBeHidden()

  await openPortal(page, portal.dashboard.overview.href())
  await expect(page.getByRole('main').getByText('No-show 9:00 AM, you')).toBeVisible()
  await page.goto(portal.bookings.href({ id: booked.id }))
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: /^Money/, expanded: false }).click()
  await expect(panel).toContainText('$4,300.00, no-show')
  await panel.getByRole('button', { name: 'Ask for $4,300.00 again' }).click()
  await expect(panel.getByRole('button', { name: 'Not owed anymore' })).toBeVisible()
  await page.goto(addresses.bookings.booking.href({ id: booked.id }))
  await expect(details).toContainText(/Balance\s*\$4,300\.00/)
  await expect(details).toContainText('Missed trip')
})

test('a guide takes the balance by card with a QR code, and the guest signs the waiver on that phone', async ({
  page,
  setServerClock,
  browser,
  baseURL,
  angler,
}) => {
  const date = await anOpenDate(true)
  const booked = await aBooking(angler, date)
  const { texts } = await asAdmin.call(listWaiverTexts, {})
  await asAdmin.call(publishWaiver, { body: { text: 'The river is wet.', after: texts[0]?.version ?? null } })
  const morning = new Date(`${date}T10:40:00Z`)
  await setServerClock(morning)
  await setPhoneClock(page, morning)
  await openPortal(page, portal.dashboard.daySheet.href({ date }), await aColleague('GUIDE'))
  const group = page.getByRole('article').getByRole('region').filter({ hasText: booked.confirmationNumber })
  await expect(group.getByText('Not decided')).toBeVisible()
  await expect(group.getByText('Waiver: 1 of 1 not signed.')).toBeVisible()
  await group.getByText('QR code to sign').click()
  await expect(group.getByRole('img', { name: 'QR code of the page to sign' })).toBeVisible()
  await expectAccessible(page)
  const sign = (await group.getByRole('link', { name: 'Sign here' }).getAttribute('href'))!

  await group.getByRole('button', { name: /^Take \$2,150\.00/ }).click()
  const taking = page.getByRole('dialog', { name: 'Take payment' })
  await expect(taking.getByLabel('Paid by').getByRole('option')).toHaveText([
    'Cash',
    'Check',
    'Zelle',
    'Venmo',
    'Other',
    'Card (pay link)',
  ])
  await taking.getByLabel('Paid by').selectOption('Card (pay link)')
  await expect(taking.getByLabel('Amount in dollars')).toBeHidden()
  await expectAccessible(page, '[role=dialog]')
  await taking.getByRole('button', { name: 'Show the QR code' }).click()
  const paying = page.getByRole('dialog', { name: 'Pay link' })
  const text = paying.getByRole('link', { name: /^Text it/ })
  for (const height of [664, 844]) {
    await page.setViewportSize({ width: 390, height })
    await expect(paying.getByRole('img', { name: 'QR code of the pay link' })).toBeInViewport({ ratio: 1 })
    await expect(text).toBeInViewport({ ratio: 1 })
  }
  await expect(text).toHaveAttribute('href', /^sms:\+?\d+\?&body=.*2%2C150/)
  await expectAccessible(page, '[role=dialog]')
  const link = await paying.getByLabel('Link', { exact: true }).inputValue()

  const guest = await browser.newPage({ baseURL: baseURL!, ...PHONE })
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Use sandbox test card' }).click()
  await guest.getByRole('button', { name: 'Pay $2,150.00 USD' }).click()
  await expect(guest.getByText(/Your payment went through/)).toBeVisible()
  await guest.goto(sign)
  await guest.getByRole('button', { name: 'Sign the waiver' }).click()
  await expect(guest.getByText('The river is wet.')).toBeVisible()
  await guest.close()
  await expect(paying.getByText(/has paid \$[\d,.]+\. Nothing is left to pay\.$/)).toBeVisible()
  await paying.getByRole('button', { name: 'Done' }).click()
  await expect(group.getByRole('button', { name: /^Take/ })).toBeHidden()

  await page.getByRole('button', { name: 'Walk-up: 3 spots left' }).click()
  const walkUp = page.getByRole('dialog', { name: 'Walk-up' })
  await expect(walkUp.getByLabel('Anglers').getByRole('option')).toHaveText(['1 angler', '2 anglers', '3 anglers'])
  await expect(walkUp.getByText('Total $2,500.00')).toBeVisible()
  await walkUp.getByLabel('First name').fill('Walt')
  await walkUp.getByLabel('Phone number').fill('(863) 555-0188')
  await expectAccessible(page, '[role=dialog]')
  await walkUp.getByRole('button', { name: 'Book for today' }).click()
  const walt = page.getByRole('article').getByRole('region').filter({ hasText: 'Walt' })
  await walt.getByRole('button', { name: /^Take \$2,500\.00/ }).click()
  await taking.getByLabel('Paid by').selectOption('Venmo')
  await taking.getByRole('button', { name: 'Take $2,500.00' }).click()
  await expect(page.getByText(/^\$2,500\.00 by Venmo from Walt/)).toBeVisible()
  await expect(walt.getByText('$2,500.00 by Venmo')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you took' })).toContainText('$2,500.00 by Venmo')

  await page.evaluate(() => localStorage.clear())
  await openPortal(page, portal.dashboard.daySheet.href({ date }))
  const taken = page.getByRole('region', { name: 'Paid by hand' })
  const settle = taken.getByRole('button', { name: /^I got it \$2,500\.00 by Venmo/ })
  await expectAccessible(page)
  await settle.click()
  await expect(taken.getByText(/handed over \$2,500\.00 by Venmo to you at \d+:\d\d [AP]M$/)).toBeVisible()
  await expect(settle).toBeHidden()
  await taken.getByRole('button', { name: /^Undo \$2,500\.00 by Venmo/ }).click()
  await expect(settle).toBeVisible()
})

/** What hangs over the right margin of a part of the page, by its text. */
const sticksOut = (part: Locator) =>
  part.evaluate((element) => {
    const { right } = element.getBoundingClientRect()
    return [...element.querySelectorAll('*')]
      .filter((one) => !one.closest('.sr') && one.getBoundingClientRect().right > right + 0.5)
      .map((one) => one.textContent)
  })
