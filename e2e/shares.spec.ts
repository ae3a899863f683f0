import { addresses } from '@arcadia/contract/addresses'
import { expectAccessible } from './support/accessible.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, BOTH_SIZES, expect, test } from './support/test.ts'

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('a guest splits the bill, a friend pays a share by the link, and both see it', async ({
      resumed: page,
      browser,
      baseURL,
      angler,
    }) => {
      const booked = await aBooking(angler, await anOpenDate(true), 2)
      await page.goto(addresses.trip.own.href(booked))
      const trip = page.getByRole('main')
      await trip.getByRole('button', { name: 'Split with your group' }).click()
      const dialog = page.getByRole('dialog', { name: 'Split with your group' })
      await expect(dialog.getByText('$4,300.00 is left to pay.')).toBeVisible()
      await expectAccessible(page)
      await expectReadable(page, 'the split')
      const rows = dialog.getByRole('group')
      await expect(dialog.getByRole('group', { name: 'Your share' })).toBeVisible()
      await expect(rows.first().getByText('Blank for an equal part: $2,150.00')).toBeVisible()
      await dialog.getByRole('button', { name: 'Save the shares' }).click()
      await expect(rows.nth(1).getByText('Name is required')).toBeVisible()
      await expect(rows.nth(1).getByLabel('Name')).toBeFocused()
      await rows.nth(1).getByLabel('Name').fill('Sam Whitaker')
      const email = `sam.${booked.id}@friends.example`
      await rows.nth(1).getByLabel('Email').fill(email)
      await rows.nth(1).getByLabel('Amount').fill('40')
      await dialog.getByRole('button', { name: 'Save and email the link' }).click()
      await expect(dialog.getByText('Each share is at least $50.00, or an equal part.')).toBeVisible()
      await rows.nth(1).getByLabel('Amount').fill('')
      await dialog.getByRole('button', { name: 'Save and email the link' }).click()
      await expect(dialog).toBeHidden()
      const sam = trip.getByRole('listitem').filter({ hasText: 'Sam Whitaker' }).first()
      await expect(sam).toContainText('$2,150.00')
      await expect(sam).toContainText('Link emailed')
      await expect(trip.getByText("What your friends don't pay, you owe.")).toBeVisible()
      await expect(trip.getByRole('button', { name: 'Send or pay' })).toHaveCount(1)
      await expect(trip.getByText('Your share of the balance.')).toBeVisible()
      await trip.getByRole('button', { name: 'Pay the whole $4,300.00 yourself' }).click()
      const whole = page.getByRole('dialog', { name: 'Pay the balance' })
      await expect(whole.getByRole('button', { name: 'Pay $4,300.00 USD' })).toBeVisible()
      await whole.getByRole('button', { name: 'Close' }).last().click()
      await expectAccessible(page)
      await expectReadable(page, 'the shares')
      await sam.getByRole('button', { name: 'Send or pay, Sam Whitaker' }).click()
      const send = page.getByRole('dialog', { name: "Sam Whitaker's share" })
      await expect(send.getByLabel('Link', { exact: true })).toHaveValue(/\/trips\//)
      await expectAccessible(page)
      await send.getByRole('button', { name: 'Close' }).click()

      const [mail] = await mailsTo(email)
      const link = /Pay \$2,150\.00: (\S+)/.exec(mail!.text)![1]!.replace(/^https?:\/\/[^/]+/, '')
      const friend = await (await browser.newContext({ ...size, baseURL: baseURL! })).newPage()
      await friend.goto(link)
      const theirs = friend.getByRole('main')
      await expect(theirs.getByRole('heading', { name: 'Your share' })).toBeVisible()
      await expect(theirs).not.toContainText('$4,300.00')
      await expect(theirs).not.toContainText(booked.confirmationNumber)
      await expectAccessible(friend)
      await expectReadable(friend, 'a share')
      await theirs.getByRole('link', { name: 'Pay $2,150.00' }).first().click()
      await expect(friend.getByRole('heading', { name: 'Pay your share' })).toBeVisible()
      await expect(friend.getByText("Sam Whitaker's share")).toBeVisible()
      await friend.getByRole('button', { name: 'Use sandbox test card' }).click()
      await friend.getByRole('button', { name: 'Pay $2,150.00 USD' }).click()
      await expect(friend.getByText('Your payment went through, and your share is paid.')).toBeVisible()
      await expectAccessible(friend)
      await friend.getByRole('link', { name: 'View your trip' }).click()
      await expect(theirs.getByText('Your share is paid')).toBeVisible()
      await friend.context().close()

      await expect(sam).toContainText('Paid')
      await page.reload()
      await expect(sam).toContainText('Paid')
      await expect(trip.getByText('$2,150.00').first()).toBeVisible()

      await expect(trip.getByText('Your friends have paid.')).toBeVisible()
      await expect(trip.getByRole('button', { name: 'Pay the whole' })).toBeHidden()
      await trip.getByRole('link', { name: 'Pay $2,150.00' }).click()
      await expect(page.getByRole('heading', { name: 'Pay your share' })).toBeVisible()
      await page.getByRole('button', { name: 'Use sandbox test card' }).click()
      await page.getByRole('button', { name: 'Pay $2,150.00 USD' }).click()
      await expect(page.getByText("We've emailed a receipt to the address on the booking.")).toBeVisible()
      await page.getByRole('link', { name: 'View your trip' }).click()
      await expect(page).toHaveURL(addresses.trip.own.href(booked))
      await expect(trip.getByText('All paid up')).toBeVisible()
    })
  })
