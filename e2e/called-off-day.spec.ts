import { portal } from '@arcadia/contract/addresses'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { moveDay } from '@arcadia/contract/day-moves'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, BOTH_SIZES, expect, test } from './support/test.ts'

test.use({ hasOwnClock: true })

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('the owner calls off today: one group is emailed, one without an email is called, and every screen says so', async ({
      page,
      browser,
      angler,
      setServerClock,
    }) => {
      const date = await anOpenDate(true)
      const booked = await aBooking(angler, date, 2)
      const skip = { firstName: 'Skip', lastName: 'Rowe', email: null, phone: '(863) 555-0177' }
      const trip = { selectedDate: date, numberOfGuests: 2, packageType: 'TROPHY' as const, riders: 0 }
      await asAdmin.call(enterPhoneBooking, { body: { ...trip, ...skip } })
      await setServerClock(new Date(`${date}T09:30:00Z`))

      await openPortal(page, portal.dashboard.daySheet.href({ date }))
      const sheet = page.getByRole('article')
      await expect(sheet).toContainText('to collect')
      if (where === 'on a phone') await page.getByRole('button', { name: 'Actions for this day' }).click()
      await page.getByRole('button', { name: 'Call off this day' }).click()
      const dialog = page.getByRole('dialog', { name: `Call off ${formatDayInWords(date)}` })
      await expect(dialog.getByRole('region', { name: 'By email' })).toContainText(angler.email)
      await expect(dialog.getByRole('region', { name: 'Call or text' })).toContainText('Skip Rowe')
      const tick = dialog.getByRole('checkbox')
      await tick.uncheck()
      await expect(dialog.getByRole('button', { name: 'Call off and call 2 groups' })).toBeVisible()
      await tick.check()
      await expectAccessible(page, '[role=dialog]')
      await dialog.getByRole('button', { name: 'Call off, email 1 group, call 1' }).click()
      await expect(page.getByText("Email isn't set up. One email is waiting. Call 1 group now.")).toBeVisible()

      const calls = page.locator('.box', { hasText: 'Call or text them' })
      await expect(calls.getByRole('listitem').first()).toContainText('Skip Rowe')
      await expect(calls.getByRole('listitem').first()).toContainText('No email: call first')
      const text = await calls.getByRole('link', { name: 'Text (863) 555-0177' }).getAttribute('href')
      expect(decodeURIComponent(text!)).toMatch(
        /^sms:\+18635550177\?&body=Hi Skip, .+ is off, weather\. New date or refund: /,
      )
      const link = /https?:\S+/.exec(decodeURIComponent(text!))![0]
      await expect(sheet).toContainText("Called off. Don't go out.")
      await expect(sheet.getByText('Called off', { exact: true })).toHaveCount(2)
      await expect(sheet.getByRole('link', { name: 'Text (863) 555-0177' })).toHaveAttribute('href', text!)
      await expect(sheet).not.toContainText('to collect')
      await expect(sheet.getByRole('button', { name: /^(Arrived|No-show|Take)/ })).toHaveCount(0)
      await expectAccessible(page)

      await page.goto(portal.dashboard.href())
      const next = page.getByRole('region', { name: 'Next trip' })
      await expect(next.getByRole('heading', { name: /: called off/ })).toBeVisible()
      await expect(next.getByText('Called off', { exact: true })).toHaveCount(2)
      await expect(next.getByRole('link', { name: /^Call / })).toHaveCount(2)
      await expect(next.getByRole('link', { name: 'Text Skip Rowe' })).toHaveAttribute('href', text!)
      await expect(next).not.toContainText('due')
      await expectAccessible(page)

      await page.goto(portal.bookings.calendar.href({ date }))
      const day = page.locator('.bcal__day', { has: page.locator(`[data-date="${date}"]`) })
      await expect(day.locator('.bcal__word')).toHaveText('called off')
      await expect(day).toContainText('Skip Rowe')
      await expect(day).not.toContainText('due')
      await page.goto(portal.bookings.href({ id: booked.id }))
      await expect(page.getByRole('dialog')).toContainText('Called off')
      await expect(page.getByRole('dialog').getByRole('link', { name: /^Text / })).toHaveAttribute(
        'href',
        /is%20off%2C%20weather/,
      )

      const phone = await (await browser.newContext(size)).newPage()
      await phone.goto(link)
      const answer = phone.getByRole('main')
      await expect(answer).toContainText('because of the weather')
      await expectAccessible(phone)
      await answer.getByRole('button', { name: 'Cancel my booking' }).click()
      const sure = phone.getByRole('dialog', { name: 'Cancel this booking?' })
      await expectAccessible(phone, '[role=dialog]')
      await sure.getByRole('button', { name: 'Cancel my booking' }).click()
      await phone
        .getByRole('dialog', { name: 'Your booking is canceled' })
        .getByRole('button', { name: 'Close' })
        .last()
        .click()
      await expect(answer.getByText("You canceled it, and you don't owe anything for it.")).toBeVisible()
      await phone.context().close()
    })

    test('the trip is on after all: one group is emailed, one is called until somebody reached it', async ({
      page,
      angler,
    }) => {
      const date = await anOpenDate(true)
      await aBooking(angler, date)
      const doris = { firstName: 'Doris', lastName: 'Webb', email: null, phone: '(863) 555-0199' }
      const trip = { selectedDate: date, numberOfGuests: 2, packageType: 'TROPHY' as const, riders: 0 }
      const { id } = await asAdmin.call(enterPhoneBooking, { body: { ...trip, ...doris } })
      await asAdmin.call(moveDay, { body: { date, reason: 'WEATHER' } })

      await openPortal(page, portal.dashboard.daySheet.href({ date }))
      await page.getByRole('button', { name: 'Go out after all' }).click()
      const dialog = page.getByRole('dialog', { name: 'Go out after all' })
      await expect(dialog.getByRole('region', { name: 'By email' })).toContainText(angler.email)
      await expect(dialog.getByRole('region', { name: 'Call or text' })).toContainText('Doris Webb')
      await expectAccessible(page, '[role=dialog]')
      await dialog.getByRole('button', { name: 'Go out, email 1 group, call 1' }).click()
      await expect(page.getByText("Email isn't set up. One email is waiting. Call 1 group now.")).toBeVisible()
      await page.goto(portal.dashboard.dayMoves.href())
      const card = page.getByRole('article').filter({ hasText: formatDayInWords(date) })
      await expect(card).toContainText('On after all')
      const says = /Doris.*%20is%20on%20after%20all\.%20See%20you%20at%208%3A00%20AM%20Eastern\./
      const text = (of: Locator) => of.getByRole('link', { name: /^Text / })
      await expect(text(card.getByRole('listitem').filter({ hasText: 'Doris' }))).toHaveAttribute('href', says)
      await expect(card.getByRole('checkbox', { name: /^Reached/ })).toHaveCount(1)
      await expectAccessible(page)

      await page.goto(portal.bookings.href({ id }))
      await expect(text(page.getByRole('dialog')).first()).toHaveAttribute('href', says)
      await page.goto(portal.dashboard.href())
      await page
        .getByRole('link', { name: /their day is on again/ })
        .first()
        .click()
      await expect(card).toBeVisible()

      await page.goto(portal.dashboard.daySheet.href({ date }))
      const calls = page.locator('.box', { hasText: 'On after all: call or text them' })
      await expect(calls.getByRole('listitem')).toHaveCount(1)
      await expect(text(calls)).toHaveAttribute('href', says)
      await expectAccessible(page)
      await calls.getByRole('checkbox', { name: /^Reached/ }).click()
      await expect(calls).toBeHidden()
    })
  })
