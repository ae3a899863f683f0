import { readFileSync } from 'node:fs'
import { addresses, portal } from '@arcadia/contract/addresses'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { listAdminReviews, listReviews, setReviewStatus } from '@arcadia/contract/reviews'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { anAskedTrip } from './support/asked-trip.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { adminToken, anOpenDate, api, BOTH_SIZES, expect, PHONE, test } from './support/test.ts'

const aPhoto = readFileSync(new URL('../apps/web/public/icon-192.png', import.meta.url))
const ASKS = 'How was your trip on '

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('a star in the email opens the page with that star chosen, and Send sends it without signing in', async ({
      page,
      angler,
    }) => {
      await anAskedTrip(angler)
      await expect
        .poll(() => mailsTo(angler.email))
        .toContainEqual(expect.objectContaining({ subject: expect.stringContaining(ASKS) }))
      const { text } = (await mailsTo(angler.email)).find(({ subject }) => subject.includes(ASKS))!
      const link = /4 stars: (\S+)/.exec(text)![1]!
      const [, linkId, token] = /\/([\w-]+)#([\w-]+)/.exec(link)!
      await page.goto(addresses.trip.href({ id: linkId!, token: token! }))
      await expect(page.getByLabel('Your review')).toHaveCount(0)
      await page.getByRole('radio', { name: '2 stars' }).check({ force: true })
      await expect(page.getByLabel('Your review')).toBeVisible()
      await expectAccessibleAtEveryWidth(page)
      await page.goto(link)
      await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
      await expectAccessibleAtEveryWidth(page)
      const words = `Two gar, said ${angler.username}.`
      await page.getByLabel('Your review').fill(words)
      await page.reload()
      await expect(page.getByLabel('Your review')).toHaveValue(words)
      await page
        .getByLabel('Add up to 3 photos')
        .setInputFiles({ name: 'gar.png', mimeType: 'image/png', buffer: aPhoto })
      await expect(page.getByRole('img', { name: 'Number 1 of 1' })).toBeVisible()
      await page.getByRole('button', { name: 'Send review' }).click()
      const agrees = page.getByRole('checkbox', { name: 'Everyone in it said yes' })
      await expect(agrees).toBeFocused()
      await expect(page.getByText('Please ask everyone in your photos first, and check the box.')).toBeVisible()
      await expectAccessible(page)
      await agrees.check()
      await page.getByRole('button', { name: 'Send review' }).click()
      await expect(page.getByText("Thank you. Your review will show up once we've read it.")).toBeFocused()
      const sent = await asAdmin.call(listAdminReviews, { query: { status: 'NEW', size: 100 } })
      const { id, stars, pictures } = sent.content.find((review) => review.text === words)!
      expect([stars, pictures.length]).toEqual([4, 1])

      await openPortal(page, portal.bookingQueries.reviews.href())
      const waiting = page.getByRole('listitem').filter({ hasText: words })
      await expect(waiting.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
      await waiting.getByRole('button', { name: 'Publish' }).click()
      await expect(waiting).toContainText('Published')
      await expectAccessible(page)
      await page.goto(addresses.home.href())
      await expect(page.getByRole('link', { name: /^[1-5](\.\d)? of 5 · \d+ reviews?$/ })).toBeVisible()
      await page.goto(addresses.privacy.href())
      await page.goto(`${addresses.home.href()}#reviews`)
      await expect(page.getByRole('heading', { name: 'What anglers say' })).toBeInViewport()
      const shown = page.locator('#reviews').getByRole('listitem').filter({ hasText: words })
      const photo = shown.getByRole('img', { name: /^From Ada/ })
      const answer = await page.request.get((await photo.getAttribute('src'))!)
      expect(answer.headers()['content-type']).toBe('image/jpeg')
      await asAdmin.call(setReviewStatus, { params: { id }, body: { status: 'HIDDEN' } })
      expect((await page.request.get((await photo.getAttribute('src'))!)).status()).toBe(404)
    })

    test('a signed-in guest is asked on the row and in the details of a trip that took place, once', async ({
      resumed: page,
      angler,
    }) => {
      const trip = await anAskedTrip(angler)
      const mine = new ManagedBookings(page)
      const details = await mine.openDetails(trip)
      await expect(details.getByRole('button', { name: 'How was it?' })).toBeVisible()
      await page.goto(addresses.bookings.href())
      const asks = mine.row(trip).getByRole('button', { name: /^How was it\?/ })
      await asks.click()
      const dialog = mine.dialog('How was it?')
      await dialog.getByRole('button', { name: 'Send review' }).click()
      await expect(dialog.getByText('Please choose 1 to 5 stars')).toBeVisible()
      await dialog.getByRole('radio', { name: '5 stars' }).check({ force: true })
      await expectAccessible(page, '[role=dialog]')
      await dialog.getByRole('button', { name: 'Send review' }).click()
      await expect(page.getByText("Thank you. Your review will show up once we've read it.")).toBeVisible()
      await expect(asks).toHaveCount(0)
      await expectAccessible(page, '[role=dialog]')
      await expect(mine.dialog('Your review')).toBeVisible()
      await page.goto(addresses.trip.own.href(trip))
      await expect(page.getByRole('heading', { name: /^Thanks, / })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Your review' })).toBeVisible()
      await expect(page.getByRole('radio')).toHaveCount(0)
    })

    test('one tap on a star of the page of a trip that took place, and Send reviews it', async ({
      resumed: page,
      angler,
    }) => {
      const trip = await anAskedTrip(angler)
      await page.goto(addresses.trip.own.href(trip))
      const asked = page.getByRole('main')
      await expect(asked).toContainText('Not for me')
      await asked.getByRole('radio', { name: '4 stars' }).check({ force: true })
      await expectAccessible(page)
      await asked.getByLabel('Your review').fill('Two gar before eight.')
      await asked.getByRole('button', { name: 'Send review' }).click()
      await expect(asked.getByText("Thank you. Your review will show up once we've read it.")).toBeFocused()
      await expect(asked.getByRole('link', { name: 'See open mornings' })).toBeVisible()
      await expect(asked.getByText('Two gar before eight.')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: /^Thanks, / })).toBeVisible()
      await expect(asked.getByText('4 stars of 5')).toBeAttached()
      await expect(asked.getByText("It will show up once we've read it.")).toBeVisible()
      await expect(asked.getByText('Two gar before eight.')).toBeVisible()
      await expectAccessible(page)
      await expect(page.getByRole('radio')).toHaveCount(0)
    })
  })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('an angler reviews a past trip; visitors cannot review, read it once the owner publishes it, and read the member benefits without one', async ({
    resumed: page,
    angler,
  }) => {
    const trip = await aBooking(angler, await anOpenDate(true))
    const token = await adminToken()
    await api.call(setBookingStatus, { token, params: { id: trip.id }, query: { status: 'COMPLETED' } })
    const words = `A fish as long as the boat, said ${angler.username}.`

    await page.goto('/')
    const reviews = page.locator('#reviews')
    await reviews.scrollIntoViewIfNeeded()
    const send = reviews.getByRole('button', { name: 'Send review' })
    await send.click()
    await expect(reviews.getByText('Please choose 1 to 5 stars')).toBeVisible()
    await expect(reviews.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(reviews.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await reviews.getByLabel('Your review').fill(words)
    await send.click()
    await expect(reviews.getByText("Thank you. Your review will show up once we've read it.")).toBeFocused()
    await expect(send).toHaveCount(0)

    const sent = await api.call(listAdminReviews, { token, query: { status: 'NEW', size: 100 } })
    const { id } = sent.content.find(({ text }) => text === words)!
    const published = async () => JSON.stringify(await api.call(listReviews, { query: { size: 100 } })).includes(words)
    expect(await published()).toBe(false)
    await api.call(setReviewStatus, { token, params: { id }, body: { status: 'PUBLISHED' } })

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.reload()
    await reviews.scrollIntoViewIfNeeded()
    await expect(reviews.getByText(words)).toBeVisible()
    await expect(reviews.getByRole('heading', { name: 'What anglers say' })).toBeVisible()
    await expect(reviews.getByRole('list', { name: 'Loading reviews' })).toHaveCount(0)
    await expect(send).toHaveCount(0)
    await api.call(setReviewStatus, { token, params: { id }, body: { status: 'HIDDEN' } })
    expect(await published()).toBe(false)
    await page.reload()
    await expect(page.locator('#faq')).toBeAttached()
    await expect(reviews).toHaveCount(0)

    // Loaded when near.
    await page.locator('.reviews').scrollIntoViewIfNeeded()
    const benefits = page.getByRole('region', { name: 'Member benefits' })
    await expect(benefits.getByRole('listitem')).toHaveText([
      'Priority booking access',
      'Exclusive fishing packages',
      'Member-only events',
      'Special rates and offers',
    ])
    const signUp = page.locator('.reviews').getByRole('button', { name: 'Sign Up' })
    await signUp.click()
    await expect(page.getByRole('dialog').getByLabel('Username')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(signUp).toBeFocused()
  })
})
