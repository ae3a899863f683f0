import { portal } from '@arcadia/contract/addresses'
import { changeBusinessFacts } from '@arcadia/contract/business'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { asAdmin, openPortal } from './admin-portal.ts'
import { BookingDialog } from './booking-dialog.ts'
import { anOpenDate, dialogsClosed, expect, OWNER_EMAIL } from './test.ts'

const ANSWERS = {
  phone: '863 555 0199',
  email: 'ray@example.com',
  meetingName: 'Dock 3',
  meetingPin: '27.2158, -81.8584',
  meetingDirections: 'Left at the oak.',
  tripEnds: '13:00',
  lunchPlace: 'at the pavilion',
  whatToBring: 'A hat.',
  balanceDueDays: 7,
  balanceByCash: true,
  license: 'Licensed and insured in Florida',
  guideLicense: 'USCG 123456',
  guideAbout: 'Ray has fished here for 30 years. He likes gar.',
  answerTime: 'within a day',
  fishingLicense: 'No, ours covers you.',
  fish: 'Alligator gar and tilapia.',
  keepFish: 'No. All go back.',
  children: 'Eight and up, with a parent.',
  weather: 'We call it off for lightning.',
  bathroom: 'At the ramp.',
  tipping: 'Fifteen percent is usual.',
}

/** An owner goes from an empty business to "You're open". */
export async function openTheBusiness(page: Page): Promise<void> {
  await openPortal(page, portal.dashboard.href())
  const list = page.getByRole('region', { name: 'Before you open' })
  const lineOf = (box: Locator, title: string) =>
    box.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${title} \\(`) }) })
  const line = (title: string) => lineOf(list, title)
  const done = (title: string) => expect(list.getByRole('heading', { name: `${title} (done)` })).toBeVisible()
  await expect(list.getByRole('heading', { name: 'Email (to do)' })).toBeInViewport()
  await expect(list).toContainText('0 of 9')
  await expectAccessible(page, 'main')

  await line('Email').getByRole('button', { name: 'Send me a test' }).click()
  await done('Email')
  await expect(line('Email')).toContainText('Your mail server took the test to ray@')
  for (const title of ['Your prices', 'Your season and days off', 'The waiver', 'Your people']) {
    await line(title).getByRole('button').click()
    await done(title)
  }
  await expect(list).toContainText('5 of 9')

  // The owner books as a guest, with their own address, and takes it back.
  await line('A test booking').getByRole('button', { name: 'Book a test day' }).click()
  await page.waitForURL((url) => url.hash === '#season')
  const booking = new BookingDialog(page)
  await booking.open()
  await booking.pickDate(await anOpenDate())
  await expect(booking.dialog).toContainText('For Test Booking')
  await expect(booking.dialog).toContainText(`${OWNER_EMAIL}, `)
  await booking.fillGuests()
  await expect(booking.dialog).toContainText('Deposit due today$1.00')
  await booking.continue()
  await booking.fillCard()
  await expect(booking.pay).toContainText('Pay $1.00 USD')
  await booking.pay.click()
  const number = await booking.expectConfirmed()
  await booking.dialog.getByRole('button', { name: 'Back to your list' }).click()
  await expect(line('A test booking')).toContainText(`Read the confirmation sent to ${OWNER_EMAIL}`)
  await expectAccessible(page, 'main')
  await line('A test booking').getByRole('link', { name: 'The booking' }).click()
  await expect(page.getByText(number).first()).toBeVisible()
  await page.goto(portal.dashboard.href())
  await line('A test booking').getByRole('button', { name: 'Clean up' }).click()
  await done('A test booking')
  // Below the list of an empty business stands no zero.
  await expect(page.getByRole('region', { name: 'Next trip' })).toContainText('Nobody has booked yet.')
  await expect(page.getByRole('link', { name: 'See your season' })).toBeVisible()
  await expect(page.getByRole('region')).toHaveCount(2)

  // The questions lead to the first that is left.
  await expect(line('What guests will ask')).toContainText('23 questions, none answered yet.')
  await asAdmin.call(changeBusinessFacts, { body: ANSWERS })
  await page.reload()
  await expect(line('What guests will ask')).toContainText("Left: your guide's name and your guide's photo.")
  await line('What guests will ask').getByRole('link', { name: 'Answer them' }).click()
  const name = page.getByLabel("Guide's name")
  await expect(name).toBeInViewport()
  await name.fill('Ray Wells')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Business details saved')).toBeVisible()
  await dialogsClosed(page)
  await page.goto(portal.dashboard.href())
  await expect(line('What guests will ask')).toContainText("Left: your guide's photo.")

  await list.getByLabel('Open automatically on').fill('2099-01-05')
  await list.getByRole('button', { name: 'Set the day' }).click()
  await expect(list).toContainText('Your site opens automatically on Monday, January 5, 2099.')
  await expect(list.getByRole('button', { name: 'Set the day' })).toHaveCount(0)
  await expect(list.getByLabel('Open automatically on')).toBeFocused()

  await list.getByRole('button', { name: 'Open', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Open anyway?' })
  await expect(asked).toContainText('Card payments. Test cards only, so no card is charged.')
  await expect(asked).toContainText('Also leftWhat guests will ask')
  await expect(asked).not.toContainText('Email')
  await expectAccessible(page, '[role=dialog]')
  await asked.getByRole('button', { name: 'Yes, open' }).click()
  await expect(list).toHaveCount(0)

  // What is left stays on the first screen, with the address, until the owner puts it away.
  const opened = page.getByRole('region', { name: "You're open" })
  await expect(opened).toBeInViewport()
  await expect(opened).toContainText(`You opened today. Guests book at${new URL(page.url()).host}`)
  await expect(opened.getByText('You opened today')).toBeFocused()
  await dialogsClosed(page)
  await page.reload()
  await expect(opened.getByText('3 left')).toBeVisible()
  for (const title of ['Card payments', 'What guests will ask', 'Notifications on your phone'])
    await expect(lineOf(opened, title)).toBeVisible()
  await expectAccessible(page, 'main')
  await opened.getByRole('button', { name: 'Put this list away' }).click()
  await expect(opened).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: /^Next trip/ })).toBeVisible()
  await expect(opened).toHaveCount(0)
}
