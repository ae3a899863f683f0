import { addresses } from '@arcadia/contract/addresses'
import { expectAccessible } from './support/accessible.ts'
import { expectReadable } from './support/large-text.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, BOTH_SIZES, expect, test } from './support/test.ts'

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('a guest adds an angler on the page of the trip: the deposit is paid now, and the seat and the balance follow', async ({
      resumed: page,
      angler,
    }) => {
      const booked = await aBooking(angler, await anOpenDate(true), 2)
      await page.goto(addresses.trip.own.href(booked))
      const trip = page.getByRole('main')
      await expect(trip.getByText('Open', { exact: true })).toHaveCount(2)
      await trip.getByRole('button', { name: 'Add an angler' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an angler' })
      await expect(dialog.getByText('Held for you')).toBeVisible()
      await expect(dialog.getByText('New total, 3 anglers')).toBeVisible()
      await expect(dialog.getByText('$7,500.00')).toBeVisible()
      await expectAccessible(page)
      await expectReadable(page, 'adding an angler')

      // Closed, the spot is open again.
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect(trip.getByText('Open', { exact: true })).toHaveCount(2)
      await trip.getByRole('button', { name: 'Add an angler' }).click()
      await expect(dialog.getByText('Held for you')).toBeVisible()

      // Left without closing, the spot is still theirs.
      await page.reload()
      await expect(trip.getByText('Held for you')).toBeVisible()
      await expect(trip.getByText('Open', { exact: true })).toHaveCount(1)
      await trip.getByRole('button', { name: 'Go on with the held spot' }).click()

      await dialog.getByRole('button', { name: 'Use sandbox test card' }).click()
      await dialog.getByRole('button', { name: 'Pay $350.00 USD' }).click()
      await expect(dialog.getByText('Please agree to the terms before you pay.')).toBeVisible()
      const terms = dialog.getByRole('checkbox', { name: "I'm 18 or older" })
      await expect(terms).toBeFocused()
      await expect(terms).toBeInViewport()
      const topOf = (part: string) => dialog.locator(part).evaluate((element) => element.getBoundingClientRect().top)
      expect(await topOf('.timer-place'), 'no field shows above the held spot').toBe(await topOf('.dlg__b'))
      await terms.check()
      await dialog.getByRole('button', { name: 'Pay $350.00 USD' }).click()
      const done = page.getByRole('dialog', { name: 'Angler added' })
      await expect(done.getByText("You're 3 anglers now.")).toBeVisible()
      await expect(done.getByRole('button', { name: /the link$/ })).toBeVisible()
      await expectAccessible(page)
      await expectReadable(page, 'an angler was added')
      await done.getByRole('button', { name: 'Close' }).last().click()
      await expect(trip.getByText('Angler 3')).toBeVisible()
      await expect(trip.getByText('Open', { exact: true })).toHaveCount(1)
      await expect(trip.getByRole('button', { name: 'Pay $6,450.00' }).first()).toBeVisible()

      const [mail] = await mailsTo(angler.email)
      expect(mail!.subject).toContain('An angler was added to your booking')
      expect(mail!.text).toContain('Angler added: 3 anglers instead of 2. The total is $7,500.00.')
    })

    test('on a full boat there is nothing to add', async ({ resumed: page, angler }) => {
      const booked = await aBooking(angler, await anOpenDate(true), 4)
      await page.goto(addresses.trip.own.href(booked))
      await expect(page.getByText('Angler 4')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add an angler' })).toHaveCount(0)
    })
  })
