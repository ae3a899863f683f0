import { readFileSync } from 'node:fs'
import { addresses, portal } from '@arcadia/contract/addresses'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { addDays } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { aColleague, asAdmin, openPortal } from './support/admin-portal.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking } from './support/managed-bookings.ts'
import { setPhoneClock } from './support/phone-clock.ts'
import { anOpenDate, BOTH_SIZES, expect, PHONE, test } from './support/test.ts'

test.use({ hasOwnClock: true })

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('the guide shows a code at the ramp, a guest tips by card, and the owner refunds it by itself', async ({
      page,
      browser,
      baseURL,
      setServerClock,
      angler,
    }) => {
      const date = await anOpenDate(true)
      const booked = await aBooking(angler, date, 2)
      const afternoon = new Date(`${date}T19:30:00Z`)
      await setServerClock(afternoon)
      const jordan = await aColleague('GUIDE', 'Jordan')

      await openPortal(page, portal.dashboard.daySheet.href({ date }))
      await page.getByLabel('Guide', { exact: true }).selectOption({ label: 'Jordan' })
      const tipOf = async () =>
        (await asAdmin.call(getDaySheet, { params: { date } })).parties.find(({ id }) => id === booked.id)!.tip
      await expect.poll(async () => (await tipOf())?.guide).toBe('Jordan')

      const atTheRamp = await (await browser.newContext({ ...size, baseURL: baseURL! })).newPage()
      await setPhoneClock(atTheRamp, afternoon)
      await openPortal(atTheRamp, portal.dashboard.daySheet.href({ date }), jordan)
      const group = atTheRamp.getByRole('article').getByRole('region').filter({ hasText: booked.confirmationNumber })
      await group.getByText('Tip by card').click()
      await expect(group.getByText('It opens “Tip Jordan” on their phone.')).toBeVisible()
      await expect(group.getByRole('img', { name: 'QR code to tip by card' })).toBeInViewport()
      await expectAccessible(atTheRamp)
      await expect(atTheRamp.getByLabel('Guide', { exact: true })).toBeHidden()

      const friend = await (await browser.newContext({ ...size, baseURL: baseURL! })).newPage()
      await setPhoneClock(friend, afternoon)
      await friend.goto(pathOf((await tipOf())!.url))
      await expect(friend.getByRole('heading', { name: 'Tip Jordan' })).toBeVisible()
      const pay = friend.getByRole('button', { name: /^Tip/ })
      await expect(pay).toHaveText('Tip $250.00 USD')
      await expectAccessible(friend)
      await expectReadable(friend, 'a tip')
      await friend.getByRole('radio', { name: 'Other' }).check()
      await friend.getByLabel('Amount in dollars').fill('1001')
      await pay.click()
      await expect(friend.getByText('A tip by card is $1.00 to $1,000.00.')).toBeVisible()
      await expect(friend.getByLabel('Amount in dollars')).toBeFocused()
      await friend.getByLabel('Amount in dollars').fill('1000')
      await friend.getByLabel('Your name').fill('Sam Reed')
      const email = `sam.${booked.id}@friends.example`
      await friend.getByLabel('Email for the receipt').fill(email)
      await friend.getByRole('button', { name: 'Use sandbox test card' }).click()
      await friend.getByLabel('Cardholder name').fill('Decline')
      await friend.getByRole('button', { name: 'Tip $1,000.00 USD' }).click()
      await expect(friend.getByText(/declined/).first()).toBeVisible()
      await friend.getByRole('button', { name: 'Use sandbox test card' }).click()
      await friend.getByRole('button', { name: 'Tip $1,000.00 USD' }).click()
      await expect(friend.getByText('Your tip for Jordan went through.')).toBeVisible()
      await expectAccessible(friend)
      await expectReadable(friend, 'thanks for a tip')
      await friend.getByRole('link', { name: 'See or print the receipt' }).click()
      await expect(friend.getByText('$1,000.00').first()).toBeVisible()
      await expect(friend.getByText('Sam Reed').first()).toBeVisible()
      await expect(friend.getByRole('main')).not.toContainText('$5,000.00')
      expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your tip: $1,000.00'])

      await expect(atTheRamp.getByText(/, one tip$/)).toBeVisible()
      await expect(atTheRamp.getByText('$1,000.00')).toBeVisible()
      await atTheRamp.context().close()

      await page.goto(portal.bookings.href({ id: booked.id }))
      const panel = page.getByRole('dialog', { name: 'Ada Angler' })
      await panel.getByRole('button', { name: /^Tips/, expanded: false }).click()
      await expect(panel.getByText('Apart from the trip, so in none of the sums above.')).toBeVisible()
      const [pack] = await Promise.all([
        page.waitForEvent('download'),
        panel
          .getByRole('listitem')
          .filter({ hasText: 'from Sam Reed for Jordan' })
          .getByRole('button', { name: 'Download dispute pack' })
          .click(),
      ])
      expect(readFileSync(await pack.path(), 'utf8')).toContain('with a button that said “Tip $1,000.00 USD”')
      await panel.getByRole('button', { name: 'Refund it' }).click()
      const dialog = page.getByRole('dialog', { name: 'Refund the tip' })
      await dialog.getByLabel('Amount in dollars').fill('900')
      await expectAccessible(page, '[role=dialog]')
      await expectReadable(page, 'the refund of a tip')
      await dialog.getByRole('button', { name: 'Refund' }).click()
      await expect(dialog).toBeHidden()
      await expect(panel.getByText('$900.00 refunded')).toBeVisible()
      await panel.getByRole('button', { name: /^Money/, expanded: false }).click()
      await expect(panel.getByText('$4,300.00').first()).toBeVisible()
      await expect.poll(async () => (await mailsTo(email)).length).toBe(2)

      const dayAfter = new Date(`${addDays(date, 1)}T15:00:00Z`)
      await setServerClock(dayAfter)
      await friend.clock.setSystemTime(dayAfter)
      await openPortal(page, portal.dashboard.money.href({ year: Number(date.slice(0, 4)) }))
      await expect(page.getByRole('columnheader', { name: 'Tips' })).toBeVisible()
      await expect(page.getByText('Tips by card are in no other sum.')).toBeVisible()
      await expectAccessible(page)
      if (size === PHONE) await expectReadable(page, 'Money with tips')
      const tripPage = addresses.trip.href({ id: 'x', token: pathOf((await tipOf())!.url).split('#')[1]! })
      const another = await (await browser.newContext({ ...size, baseURL: baseURL! })).newPage()
      await setPhoneClock(another, dayAfter)
      await another.goto(tripPage)
      await expect(another.getByRole('link', { name: 'Tip $250.00' })).toBeVisible()
      await expectAccessible(another)
      await expectReadable(another, 'the amounts of a tip')
      await another.getByRole('radio', { name: '$500' }).check()
      await another.getByRole('link', { name: 'Tip $500.00' }).click()
      await expect(another.getByRole('button', { name: 'Tip $500.00 USD' })).toBeVisible()
      await another.context().close()

      await friend.goto(tripPage)
      await expect(friend.getByRole('heading', { name: 'Thanks for coming' })).toBeVisible()
      await expectAccessible(friend)
      await expectReadable(friend, 'the way to a tip')
      await expect(friend.getByText('Your tip of $1,000.00 went through.')).toBeVisible()
      await friend.getByRole('link', { name: 'Tip again' }).click()
      await expect(friend.getByRole('button', { name: 'Tip $250.00 USD' })).toBeVisible()
      await friend.context().close()
    })
  })
