import { addresses } from '@arcadia/contract/addresses'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { getTrip } from '@arcadia/contract/trips'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin } from './support/admin-portal.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking } from './support/managed-bookings.ts'
import { anOpenDate, api, dialogsClosed, expect, headerActions, PHONE, test } from './support/test.ts'

test.use({ ...PHONE, serviceWorkers: 'allow', expectedErrors: [/^([\w$]+: )?Lost\b/] })
test.afterEach(() => asAdmin.call(changeBusinessFacts, { body: { meetingName: null } }))

const NO_SIGNAL = /^No signal\. This is what this device kept at \d+:\d\d [AP]M Eastern\.$/

test('the page of a trip opens without a line as it was last read, until its guest signs out', async ({
  page,
  context,
  resumed,
  angler,
}) => {
  await resumed.goto(addresses.home.href())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  const booked = await aBooking(angler, await anOpenDate(true))
  await page.goto(addresses.trip.own.href(booked))
  const trip = page.getByRole('main')
  const bar = page.getByRole('status').filter({ hasText: NO_SIGNAL })
  await expect(trip.getByText(booked.confirmationNumber)).toBeVisible()
  await expect(trip.getByRole('link', { name: /^Call/ }).first()).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(trip.getByText('No questions yet.')).toBeVisible()
  const { script, files } = await keptOnDevice(page)
  expect(script).toMatch(/\/trip-worker\.js$/)
  expect(files.filter((file) => !/^\/(trips$|assets\/)/.test(file))).toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(bar).toBeVisible()
  await expect(trip.getByText(booked.confirmationNumber)).toBeVisible()
  await expect(trip.getByText('8:00').first()).toBeVisible()
  await expect(trip.getByRole('link', { name: /^Call/ }).first()).toHaveAttribute('href', /^tel:/)
  await expect(trip.getByText('$350.00').first()).toBeVisible()
  await expect(trip.getByText('No questions yet.')).toBeVisible()
  await expect(trip.getByText('Booked.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)

  await asAdmin.call(changeBusinessFacts, { body: { meetingName: 'Peace River landing' } })
  await context.setOffline(false)
  await expect(bar).toHaveCount(0)
  await expect(trip.getByText('Peace River landing').first()).toBeVisible()

  await (await headerActions(page)).getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(booked.confirmationNumber)
  await context.setOffline(true)
  // In a page of its own: the menu that closed may still be on its way back.
  const later = await context.newPage()
  await later.goto(addresses.trip.own.href(booked))
  await expect(later.getByRole('dialog').getByText('Sign in to see your trip')).toBeVisible()
})

test('what needs the line says so at once, and a page that cannot open without it leads back to the trip', async ({
  page,
  context,
  resumed,
  angler,
}) => {
  const booked = await aBooking(angler, await anOpenDate(true))
  await resumed.goto(addresses.trip.own.href(booked))
  const trip = page.getByRole('main')
  const bar = page.getByRole('status').filter({ hasText: NO_SIGNAL })
  await expect(trip.getByText('No questions yet.')).toBeVisible()
  await keptOnDevice(page)
  await context.setOffline(true)
  await page.reload()
  await expect(bar).toBeVisible()

  await trip.getByRole('button', { name: 'Tell your guide' }).first().click()
  const telling = page.getByRole('dialog', { name: 'Tell your guide' })
  await expect(telling.getByText('Check your connection and try again.')).toBeVisible()
  await telling.getByRole('button', { name: 'Close' }).click()
  await expect(telling).toHaveCount(0)
  await dialogsClosed(page)

  await trip
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click()
  const paying = page.getByRole('dialog', { name: 'Pay the balance' })
  await expect(paying.getByText(/^No signal\. What you typed stays here\./)).toBeVisible()
  await paying.getByRole('button', { name: 'Close' }).first().click()
  await dialogsClosed(page)

  await trip.getByRole('link', { name: 'Receipts' }).first().click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', /^tel:/)
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(trip.getByText(booked.confirmationNumber)).toBeVisible()
  await expect(bar).toBeVisible()
})

for (const key of ['booking', 'group'] as const)
  test(`so does the page by the ${key}’s link, which names nothing that is kept`, async ({ page, context, angler }) => {
    const { id } = await aBooking(angler, await anOpenDate(true))
    const { groupUrl } = await api.call(getTrip, { token: angler.token, params: { id } })
    const [mail] = await mailsTo(angler.email)
    const link = key === 'group' ? groupUrl : /https?:\/\/\S+\/trips\/\S+/.exec(mail!.text)![0]
    const { pathname, hash } = new URL(link)
    await page.goto(pathname + hash)
    const trip = page.getByRole('main')
    const bar = page.getByRole('status').filter({ hasText: NO_SIGNAL })
    await expect(trip.getByRole('link', { name: /^Call/ }).first()).toBeVisible()
    await expect(trip.getByRole('heading', { name: 'Money' })).toHaveCount(key === 'group' ? 0 : 1)
    await keptOnDevice(page)
    const kept = await page.evaluate(() => Object.keys(localStorage).join())
    expect(kept).toContain(pathname.split('/').at(-1))
    expect(kept).not.toContain(hash.slice(1))

    await context.setOffline(true)
    await page.goto('about:blank')
    await page.goto(pathname + hash)
    await expect(bar).toBeVisible()
    await expect(trip.getByRole('link', { name: /^Call/ }).first()).toBeVisible()
    await context.setOffline(false)
    await expect(bar).toHaveCount(0)
  })
