import { portal } from '@arcadia/contract/addresses'
import { changeBusinessFacts } from '@arcadia/contract/business'
import type { Page } from '@playwright/test'
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
}

/** An owner goes from an empty business to "You're open". */
export async function openTheBusiness(page: Page): Promise<void> {
  await openPortal(page, portal.dashboard.href())
  const list = page.getByRole('region', { name: 'Before you open' })
  const line = (title: string) => list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const done = (title: string) => expect(list.getByRole('heading', { name: `${title} (done)` })).toBeVisible()
  await expect(list.getByRole('heading', { name: 'Email works (to do)' })).toBeInViewport()
  await expect(list).toContainText('0 of 9')
  await expectAccessible(page, 'main')

  await line('Email works').getByRole('button', { name: 'Send me a test' }).click()
  await done('Email works')
  await expect(line('Email works')).toContainText('Your mail server took the test to ray@')
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
  await booking.continue()
  await expect(booking.dialog).toContainText(`For Test Booking, ${OWNER_EMAIL}`)
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
  await expect(page.getByRole('region', { name: 'Next trip' })).toContainText('No upcoming trips.')

  // Each question leads to its field.
  await line('What guests will ask').getByText('Which ones').click()
  await line('What guests will ask').getByRole('link', { name: "Your guide's name" }).click()
  const name = page.getByLabel("Guide's name")
  await expect(name).toBeInViewport()
  await name.fill('Ray Wells')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Business details saved')).toBeVisible()
  await asAdmin.call(changeBusinessFacts, { body: ANSWERS })
  await dialogsClosed(page)
  await page.goto(portal.dashboard.href())
  await expect(line('What guests will ask')).toContainText('1 of 16 are left.')
  await expect(line('What guests will ask').getByRole('link', { name: "Your guide's photo" })).toBeVisible()

  await list.getByLabel('Open by itself on').fill('2099-01-05')
  await list.getByRole('button', { name: 'Set the day' }).click()
  await expect(list).toContainText('Your site opens by itself on Monday, January 5, 2099.')
  await expect(list.getByRole('button', { name: 'Set the day' })).toBeDisabled()

  await list.getByRole('button', { name: 'Open', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Open anyway?' })
  await expect(asked).toContainText('Cards are real: not yet. A simulator stands in for QuickBooks.')
  await expect(asked).toContainText('Also left: What guests will ask')
  await expect(asked).not.toContainText('Email works')
  await expectAccessible(page, '[role=dialog]')
  await asked.getByRole('button', { name: 'Yes, open' }).click()
  await expect(list).toHaveCount(0)
  const opened = page.getByRole('dialog', { name: "You're open" })
  await expect(opened).toContainText(`Guests book at ${new URL(page.url()).host}.`)
  await expect(opened.getByRole('link', { name: 'What guests will ask' })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await opened.getByRole('button', { name: 'Done' }).click()
  await dialogsClosed(page)
  await page.reload()
  await expect(page.getByRole('region', { name: /^Next trip/ })).toBeVisible()
  await expect(list).toHaveCount(0)
}
