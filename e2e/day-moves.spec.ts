import { addresses, portal } from '@arcadia/contract/addresses'
import { getAvailability } from '@arcadia/contract/availability'
import { closeDayMove, listDayMoves, moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { formatDayInWords, formatFullDate, formatShortDate } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anAngler, anOpenDate, api, expect, PHONE, test } from './support/test.ts'

/** Reopens the day, as the journey found it. */
async function closeMove(date: string) {
  const body = await asAdmin.call(listDayMoves, { query: { size: 100 } })
  const move = body.content.find((one) => one.date === date && !one.closedAt)
  if (move) await asAdmin.call(closeDayMove, { params: { id: move.id }, body: { opensDay: true } })
}

test('the owner calls off a day; one group takes another date, one a refund; the owner sees both', async ({
  page,
  browser,
  app,
}) => {
  const [date, to] = [await anOpenDate(true), await anOpenDate(true)]
  const [mover, leaver] = [await anAngler(), await anAngler()]
  const moving = await aBooking(mover, date, 2)
  const leaving = await aBooking(leaver, date)

  await openPortal(page, portal.dashboard.daySheet.href({ date }))
  await page.getByRole('button', { name: 'Call off this day' }).click()
  const dialog = page.getByRole('dialog', { name: `Call off ${formatDayInWords(date)}` })
  await expect(dialog).toContainText(mover.email)
  await dialog.getByLabel('Why').selectOption('Another reason')
  await dialog.getByRole('button', { name: 'Call off and email 2 groups' }).click()
  await expect(dialog).toContainText("Please say why you're calling off the day.")
  await dialog.getByLabel('In your own words (optional)').fill('The ramp is under water.')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Call off and email 2 groups' }).click()
  await expect(page.getByText('Day called off: 0 of 2 groups have replied.')).toBeVisible()
  const calls = page.locator('.box', { hasText: 'Call or text them' })
  const ticks = calls.getByRole('checkbox', { name: /^Reached/ })
  await expect(calls.getByRole('link', { name: 'Text (863) 555-0142' })).toHaveCount(2)
  // Without a network on the ramp, it is sent later.
  await page.context().setOffline(true)
  await ticks.first().check()
  await expect(page.getByText('1 unsent change on this phone.')).toBeVisible()
  await expect(ticks.first()).toBeChecked()
  await page.context().setOffline(false)
  await expect(calls.getByText(/^You, \d+:\d\d [AP]M$/)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(ticks.first()).toBeChecked()
  // The last tick removes the list, so its checked state cannot be asserted.
  await ticks.last().click()
  await expect(calls).toBeHidden()
  await page.getByRole('link', { name: 'See the replies' }).click()
  const card = page.getByRole('article').filter({ hasText: formatDayInWords(date) })
  await expect(card.getByText('Waiting')).toHaveCount(2)

  const customer = await (await browser.newContext({ baseURL: app.url })).newPage()
  const [mail] = (await mailsTo(mover.email)).filter(({ subject }) => subject.startsWith('Called off: '))
  expect(mail!.text).toContain('The ramp is under water.')
  await customer.goto(/\S+\/trips\/\S+/.exec(mail!.text)![0])
  const answer = customer.getByRole('main')
  await expect(answer).toContainText('The ramp is under water.')
  await expect(answer.getByRole('button', { name: 'Refund $700.00' })).toBeVisible()
  await expectAccessible(customer)
  await expect(answer.getByRole('button', { name: /^Move to / })).toBeVisible()
  await answer.getByRole('button', { name: 'See every open date' }).click()
  await answer.getByRole('button', { name: 'Choose a new date' }).click()
  await expect(answer.getByText('Please select a date')).toBeVisible()
  await new ManagedBookings(customer).pickDate(answer, to)
  await answer.getByRole('button', { name: `Move to ${formatShortDate(to)}` }).click()
  const moved = customer.getByRole('dialog', { name: 'Your date has moved' })
  await expect(moved).toContainText(formatFullDate(to))
  await expect(moved).toContainText("Your group doesn't know yet. Send them the new date.")
  await expect(moved.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await expectAccessible(customer, '[role=dialog]')
  await moved.getByRole('button', { name: 'Close' }).last().click()
  const news = `Moved from ${formatShortDate(date)} to ${formatShortDate(to)}.`
  await expect(answer.getByText(news)).toBeVisible()
  await expect(answer).toContainText(moving.confirmationNumber)
  await expectAccessible(customer)
  await customer.reload()
  await expect(answer.getByText(news)).toBeVisible()

  const given = await api.answer(refundMovedDay, { token: leaver.token, params: { id: leaving.id } })
  expect(given.body.success).toBe(true)
  await expect(card).toContainText(`to ${formatShortDate(to)}`)
  await expect(card).toContainText('$350.00 refunded')
  await expect(card).toContainText('2 of 2 groups have replied')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Close this day' }).click()
  await page.getByLabel('Reopen the day for bookings').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Close this day' }).click()
  await expect(card).toContainText('Everyone has replied')
  expect((await api.call(getAvailability, { params: { date } })).bookable).toBe(true)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a group gets its money back in Manage Bookings, even when the answer is lost', async ({
    resumed: page,
    angler,
  }) => {
    const date = await anOpenDate(true)
    const booked = await aBooking(angler, date)
    await asAdmin.call(moveDay, { body: { date, reason: 'ILLNESS' } })
    await page.goto(addresses.bookings.href())
    const bookings = new ManagedBookings(page)
    await expect(bookings.row(booked)).toContainText('Choose another date or get your money back.')
    await expectAccessible(page)
    await bookings
      .row(booked)
      .getByRole('button', { name: /^Refund \$350\.00/ })
      .click()
    const dialog = bookings.dialog('Get your money back?')
    await expect(dialog).toContainText('$350.00 will be refunded to your card.')
    let tries = 0
    await page.route('**/day-move/refund', async (route) => {
      tries += 1
      // The first request is lost, then the second one's answer.
      if (tries > 1) await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Refund $350.00' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to refund your money')
    await dialog.getByRole('button', { name: 'Refund $350.00' }).click()
    const done = bookings.dialog('Your booking is canceled')
    await expect(done).toContainText('refunding your card')
    await done.getByRole('button', { name: 'Close' }).last().click()
    await expect(bookings.row(booked)).toContainText('Canceled')
    await expect(bookings.row(booked)).not.toContainText("can't run your trip")
    await closeMove(date)
  })
})

test('the trip is back on: the booking stays, and the link says so', async ({ resumed: page, angler }) => {
  const date = await anOpenDate(true)
  const booked = await aBooking(angler, date)
  await asAdmin.call(moveDay, { body: { date, reason: 'WEATHER' } })
  await page.goto(addresses.bookings.href())
  const row = new ManagedBookings(page).row(booked)
  await expect(row).toContainText('because of the weather')
  await closeMove(date)
  // The open page updates without a reload.
  await expect(row).not.toContainText('because of the weather')
  await page.goto(`${addresses.bookings.href()}/move-${booked.id}`)
  await expect(page.getByText('is on after all')).toBeVisible()
  await page.goto(`${addresses.bookings.href()}/move-999999`)
  await expect(page.getByText("isn't in this account")).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
