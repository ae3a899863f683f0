import { addresses, portal } from '@arcadia/contract/addresses'
import { listShares } from '@arcadia/contract/shares'
import { expectAccessible } from './support/accessible.ts'
import { aColleague, asAdmin, openPortal } from './support/admin-portal.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, splitWithSam } from './support/managed-bookings.ts'
import { setPhoneClock } from './support/phone-clock.ts'
import { type Angler, anOpenDate, BOTH_SIZES, expect, test } from './support/test.ts'

test.use({ hasOwnClock: true })

/** A trip for two, the rest of whose bill is split in two. */
async function aSplitTrip(angler: Angler) {
  const booked = await aBooking(angler, await anOpenDate(true), 2)
  const params = { id: booked.id }
  const email = `sam.${booked.id}@friends.example`
  await splitWithSam(angler, booked, email)
  const asks = async () => (await asAdmin.call(listShares, { params })).shares.map((share) => share.asks)
  return { ...booked, email, asks }
}

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('the owner sees who has paid, asks the others, and takes cash for one share', async ({ page, angler }) => {
      const booked = await aSplitTrip(angler)
      await openPortal(page, portal.bookings.href())
      await page.goto(portal.bookings.href({ id: booked.id }))
      const panel = page.getByRole('dialog', { name: 'Ada Angler' })
      const folded = panel.getByRole('button', { name: /^Shares of the bill/ })
      await expect(folded).toContainText('0 of 2 paid')
      await folded.click()
      const sam = panel.getByRole('listitem').filter({ hasText: 'Sam Whitaker' })
      await expect(sam).toContainText('$2,150.00')
      await panel.getByRole('button', { name: 'Email the unpaid shares' }).click()
      await expect(page.getByText('Emailed the unpaid shares')).toBeVisible()
      await expect.poll(async () => (await mailsTo(booked.email)).length).toBe(2)
      await expectAccessible(page, '[role=dialog]')
      await expectReadable(page, 'the shares of a booking')

      await panel.getByRole('button', { name: 'Add payment' }).click()
      const payment = page.getByRole('dialog', { name: 'Add payment' })
      await payment.getByLabel('Whose share?').selectOption('Sam Whitaker, $2,150.00')
      await expect(payment.getByLabel('Amount in dollars')).toHaveValue('2150.00')
      await expectAccessible(page, '[role=dialog]')
      await expectReadable(page, 'a payment of one share')
      await payment.getByRole('button', { name: 'Add $2,150.00' }).click()
      await expect(payment).toBeHidden()
      await expect(folded).toContainText('1 of 2 paid')
      expect(await booked.asks()).toEqual([2150, 0])
    })

    test('on the ramp it is asked whose share the cash pays', async ({ page, setServerClock, angler }) => {
      const booked = await aSplitTrip(angler)
      const morning = new Date(`${booked.selectedDate}T10:40:00Z`)
      await setServerClock(morning)
      await setPhoneClock(page, morning)
      const guide = await aColleague('GUIDE')
      await openPortal(page, portal.dashboard.daySheet.href({ date: booked.selectedDate }), guide)
      const group = page.getByRole('article').getByRole('region').filter({ hasText: booked.confirmationNumber })
      await expect(group).toContainText('2 anglers')
      await expectReadable(page, 'a day with a split bill')
      await group.getByRole('button', { name: /^Take \$4,300\.00/ }).click()
      const take = page.getByRole('dialog', { name: 'Take payment' })
      const whose = take.getByLabel('Whose share?')
      await expect(whose.getByRole('option').first()).toHaveText('The unpaid ones, in order')
      await whose.selectOption('Sam Whitaker, $2,150.00')
      await expectAccessible(page, '[role=dialog]')
      await expectReadable(page, 'taking the payment of one share')
      await take.getByRole('button', { name: 'Take $2,150.00' }).click()
      await expect(group).toContainText(/\$2,150\.00 in cash/)
      await expect(group.getByRole('button', { name: /^Take \$2,150\.00/ })).toBeVisible()
      await expect.poll(booked.asks).toEqual([2150, 0])
    })

    test('a share that was refunded and is still owed is open again, for who paid it and for the organizer', async ({
      resumed: page,
      browser,
      baseURL,
      angler,
    }) => {
      const booked = await aSplitTrip(angler)
      const [mail] = await mailsTo(booked.email)
      const link = /Pay \$2,150\.00: (\S+)/.exec(mail!.text)![1]!.replace(/^https?:\/\/[^/]+/, '')
      const friend = await (await browser.newContext({ ...size, baseURL: baseURL! })).newPage()
      await friend.goto(link)
      await friend.getByRole('link', { name: 'Pay $2,150.00' }).first().click()
      await friend.getByRole('button', { name: 'Use sandbox test card' }).click()
      await friend.getByRole('button', { name: 'Pay $2,150.00 USD' }).click()
      await expect(friend.getByText('Your payment went through, and your share is paid.')).toBeVisible()

      await openPortal(page, portal.bookings.href())
      await page.goto(portal.bookings.href({ id: booked.id }))
      const panel = page.getByRole('dialog', { name: 'Ada Angler' })
      await panel.getByRole('button', { name: /^Money/, expanded: false }).click()
      await panel.getByRole('button', { name: 'Refund', exact: true }).click()
      const refund = page.getByRole('dialog', { name: 'Refund payment' })
      await refund.getByLabel('Whose share?').selectOption('Sam Whitaker, $2,150.00')
      await expect(refund.getByLabel('Amount in dollars')).toHaveValue('2150.00')
      await refund.getByLabel('Yes, it is still owed').check()
      await expectAccessible(page, '[role=dialog]')
      await expectReadable(page, 'the refund of a share')
      await refund.getByRole('button', { name: 'Refund $2,150.00' }).click()
      await expect(refund).toBeHidden()
      await expect.poll(booked.asks).toEqual([2150, 2150])

      await friend.goto('/robots.txt')
      await friend.goto(link)
      await expect(friend.getByRole('link', { name: 'Pay $2,150.00' }).first()).toBeVisible()
      await friend.context().close()
      await page.goto(addresses.trip.own.href(booked))
      const sam = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Sam Whitaker' })
      await expect(sam.getByRole('button', { name: 'Send or pay' })).toBeVisible()
    })
  })
