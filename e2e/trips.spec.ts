import { addresses } from '@arcadia/contract/addresses'
import { patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { listWaiverTexts, publishWaiver } from '@arcadia/contract/waivers'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin } from './support/admin-portal.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anOpenDate, BOTH_SIZES, expect, test } from './support/test.ts'

async function publish(text: string | null) {
  const { texts } = await asAdmin.call(listWaiverTexts, {})
  await asAdmin.call(publishWaiver, { body: { text, after: texts[0]?.version ?? null } })
}
test.afterEach(() => publish(null))

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('a guest opens the page of the trip, a friend signs by the group’s link, and the balance is paid from it', async ({
      resumed: page,
      browser,
      baseURL,
      angler,
    }) => {
      await publish('Fishing is dangerous.')
      const booked = await aBooking(angler, await anOpenDate(true), 2)
      await page.goto(addresses.bookings.href())
      const row = page.getByRole('listitem').filter({ hasText: booked.confirmationNumber })
      await expect(row).toContainText('To do: sign the waiver, pay $4,300.00')
      await row.getByRole('button', { name: 'View Details' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Open trip page' }).click()
      const trip = page.getByRole('main')
      await expect(trip.getByRole('heading', { name: 'Three things to do' })).toBeVisible()
      await expect(trip.getByText('Sign the waiver, 0 of 2')).toBeVisible()
      await expectAccessible(page)

      const [mail] = await mailsTo(angler.email)
      const friendsLink = /Sign the waiver: (\S+)/.exec(mail!.text)![1]!.replace(/^https?:\/\/[^/]+/, '')
      const friend = await (await browser.newContext({ ...size, baseURL: baseURL! })).newPage()
      await friend.goto(friendsLink)
      const theirs = friend.getByRole('main')
      await expect(theirs).toContainText(`${angler.firstName} booked this trip and put you on the boat.`)
      await expect(theirs).not.toContainText('$')
      await expect(theirs).not.toContainText(booked.confirmationNumber)
      await expectAccessible(friend)
      await theirs.getByRole('button', { name: 'Sign the waiver' }).click()
      const form = friend.getByRole('dialog', { name: 'Sign the waiver' })
      await form.getByLabel('Full name').fill('Sam Friend')
      await form.getByLabel('Date of birth').fill('1988-04-02')
      await form.getByRole('button', { name: 'Type it' }).click()
      await form.getByLabel('Type your full name').fill('Sam Friend')
      await form.getByRole('checkbox').check()
      await form.getByRole('button', { name: 'Sign the waiver' }).click()
      await expect(form.getByText('Thank you. The waiver for Sam Friend is signed.')).toBeVisible()
      await form.getByRole('button', { name: 'Done' }).click()
      await expect(theirs).toContainText('1 of 2 signed.')
      await expect(theirs.getByText("You've signed, Sam")).toBeVisible()
      await expect(theirs.getByRole('heading', { name: "You're all set" })).toBeVisible()
      await friend.context().close()

      await page.reload()
      await expect(trip.getByText('Sign the waiver, 1 of 2')).toBeVisible()
      await expect(trip.getByRole('listitem').filter({ hasText: 'Sam Friend' })).toContainText('Waiver signed')
      await trip.getByRole('button', { name: 'Pay $4,300.00' }).first().click()
      const pay = page.getByRole('dialog', { name: 'Pay the balance' })
      await pay.getByRole('button', { name: 'Use sandbox test card' }).click()
      await pay.getByRole('button', { name: 'Pay $4,300.00 USD' }).click()
      await expect(page.getByText("Your payment went through, and you're paid in full.")).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      await expect(trip.getByText('All paid up')).toBeVisible()
      await expect(trip.getByRole('heading', { name: 'Two things to do' })).toBeVisible()
    })

    test('whoever cancels on the page of the trip stands at its top, and is offered the same there and in the details', async ({
      resumed: page,
      angler,
    }) => {
      const booked = await aBooking(angler, await anOpenDate(true))
      await page.goto(addresses.trip.own.href(booked))
      await page.getByRole('button', { name: 'Cancel booking' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
      const trip = page.getByRole('main')
      await expect(trip.getByRole('heading', { name: 'Canceled' })).toBeInViewport()
      await expect(trip.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(trip.getByText("If something unusual happened, tell us and we'll take a look.")).toBeVisible()
      await expect(trip.getByRole('button', { name: 'Request a refund' })).toBeVisible()
      const details = await new ManagedBookings(page).openDetails(booked)
      await expect(details.getByText("If something unusual happened, tell us and we'll take a look.")).toBeVisible()
      await details.getByRole('button', { name: 'Request a refund' }).click()
      const form = page.getByRole('dialog', { name: 'Request a refund' })
      await form.getByLabel('What happened').fill('The flight was canceled.')
      await form.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByText('Your request has been sent.')).toBeVisible()
      await page.goto(addresses.bookings.href())
      const row = page.getByRole('listitem').filter({ hasText: booked.confirmationNumber })
      await expect(row).toContainText('You asked for a refund on')
      await page.goto(addresses.trip.own.href(booked))
      await expect(trip.getByText(/^You asked for a refund on/)).toHaveCount(1)
      await expect(trip).not.toContainText('Your $350.00 deposit')
      await expect(trip.getByRole('button', { name: 'Withdraw the request' })).toBeVisible()
      await expectAccessible(page)
    })

    test('a trip that the house canceled and did not refund offers another date and the money, side by side', async ({
      resumed: page,
      angler,
    }) => {
      const booked = await aBooking(angler, await anOpenDate(true))
      const body = { status: 'CANCELLED' as const, reason: 'The motor broke.' }
      await asAdmin.call(patchBookingStatus, { params: { id: booked.id }, body })
      await page.goto(addresses.trip.own.href(booked))
      const trip = page.getByRole('main')
      await expect(trip.getByText('The motor broke.', { exact: true })).toBeVisible()
      await expect(trip.getByText('We canceled the trip: The motor broke.')).toBeVisible()
      const part = (name: string) =>
        trip
          .locator('section')
          .filter({ has: page.getByRole('heading', { name, exact: true }) })
          .last()
      await expect(part('Pick another date').getByRole('link', { name: /^Call/ })).toBeVisible()
      await expect(part('Get your money back')).toContainText('All $350.00, to the Visa ending in 1111.')
      await expect(trip.getByText('Your $350.00 is still with us.', { exact: true })).toBeVisible()
      await expect(part('Money')).toContainText('Still with us')
      await expect(trip.getByRole('heading', { name: 'Another day' })).toHaveCount(0)
      await expectAccessible(page)
      await part('Get your money back').getByRole('button', { name: 'Request a refund' }).click()
      const form = page.getByRole('dialog', { name: 'Request a refund' })
      await form.getByLabel('What happened').fill('No other week works.')
      await form.getByRole('button', { name: 'Send request' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      await expect(part('Your refund')).toContainText('You asked for a refund on')
      await expect(part('Your refund').getByRole('button', { name: 'Withdraw the request' })).toBeVisible()
    })
  })
