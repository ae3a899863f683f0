import { addresses, portal } from '@arcadia/contract/addresses'
import { listWaiverTexts, openWaiver, publishWaiver, signWaiver } from '@arcadia/contract/waivers'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, ManagedBookings } from './support/managed-bookings.ts'
import { anOpenDate, api, expect, PHONE, test } from './support/test.ts'

const TEXT = 'Fishing is dangerous.\n\nI come at my own risk.'

test.use(PHONE)

test.afterEach(async () => {
  const { texts } = await asAdmin.call(listWaiverTexts, {})
  await asAdmin.call(publishWaiver, { body: { text: null, after: texts[0]?.version ?? null } })
})

async function signAs(name: string, link: string) {
  const token = link.split('#')[1]!
  const { version } = await api.call(openWaiver, { body: { token } })
  const form = { name, bornOn: '1990-05-01', way: 'TYPED' as const, signature: name, consent: true as const }
  await api.call(signWaiver, { body: { token, version, ...form } })
}

test('the owner publishes a waiver, a group signs it from one link, and the owner sees who has not signed', async ({
  resumed: page,
  angler,
  browser,
  baseURL,
}) => {
  const office = await browser.newPage({ baseURL: baseURL! })
  await openPortal(office, portal.configuration.waiver.href())
  await office.getByLabel('Waiver text').fill(TEXT)
  await office.getByRole('button', { name: 'Publish the waiver' }).click()
  await office.getByRole('dialog', { name: 'Publish the waiver?' }).getByRole('button', { name: 'Publish' }).click()
  await expect(office.getByText(/^Version \d+,.*, in use$/)).toBeVisible()
  await expect(office.getByRole('link', { name: 'Bookings missing a waiver' })).toBeVisible()
  await expectAccessible(office)

  const booked = await aBooking(angler, await anOpenDate(true), 2)
  const [confirmation] = await mailsTo(angler.email)
  const link = /Sign the waiver: (\S+)/.exec(confirmation!.text)![1]!.replace(/^https?:\/\/[^/]+/, '')
  const bookings = new ManagedBookings(page)
  const details = await bookings.openDetails(booked)
  await expect(details.getByText('0 of 2 signed.')).toBeVisible()
  await details.getByRole('button', { name: 'Sign the waiver' }).click()
  await expect(bookings.dialog('Sign the waiver').getByText(TEXT.split('\n')[0]!)).toBeVisible()

  await page.goto(addresses.waiver.href({ id: 'another', token: '1-altered' }))
  await expect(page.getByRole('alert')).toContainText("This link doesn't work anymore.")
  await expect(page.getByText(TEXT.split('\n')[0]!)).toBeHidden()
  // Changing only the part after `#` loads no page.
  await page.goto('/robots.txt')
  // The address of older emails.
  const [id = '', token = ''] = link.split('/').at(-1)!.split('#')
  await page.goto(addresses.waiver.href({ id, token }))
  const form = bookings.dialog('Sign the waiver')
  await expect(form.getByText('0 of 2')).toBeVisible()
  await expect(form.getByText(TEXT.split('\n')[0]!)).toBeVisible()
  const sign = form.getByRole('button', { name: 'Sign the waiver' })
  // Whoever is signed in is known.
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Angler')
  await sign.click()
  await expect(page.getByLabel('Date of birth')).toBeFocused()
  await expect(page.getByText('Please check the box to sign')).toBeVisible()
  await page.getByLabel('Date of birth').fill('1990-05-01')
  await page.getByRole('checkbox').check()
  const pad = page.getByRole('img', { name: 'Nothing drawn yet' })
  await pad.scrollIntoViewIfNeeded()
  const { x, y } = (await pad.boundingBox())!
  await page.mouse.move(x + 30, y + 30)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++) await page.mouse.move(x + 30 + step * 15, y + 30 + (step % 3) * 12)
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Your signature' })).toBeVisible()
  await expectAccessible(page)

  // The first answer is lost and the phone drops the page: everything is restored, and signed once.
  await page.route(`**${signWaiver.path}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sign.click()
  await expect(page.getByRole('alert')).toContainText("Your signature wasn't sent")
  await page.unroute(`**${signWaiver.path}`)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Angler')
  await expect(page.getByRole('img', { name: 'Your signature' })).toBeVisible()
  await page.getByRole('checkbox').check()
  await sign.click()
  await expect(page.getByText('Thank you. The waiver for Ada Angler is signed.')).toBeFocused()
  await expect(page.getByText('1 of 2 in your group have signed.')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.paper')).toContainText(/Fishing is dangerous.*Ada Angler/s)
  await page.emulateMedia({ media: null })

  // A minor signs by keyboard alone.
  await page.getByRole('button', { name: 'Sign for another person' }).click()
  await page.getByLabel('Full name').fill('Kim Angler')
  await page.getByLabel('Date of birth').fill('2015-05-01')
  await page.getByRole('button', { name: 'Type it' }).press('Enter')
  await page.getByLabel('Type your full name').fill('Ada Angler')
  await page.getByRole('checkbox').press('Space')
  await page.getByLabel('Type your full name').press('Enter')
  await expect(page.getByText('Anyone under 18 needs a parent or guardian to sign.')).toBeVisible()
  await page.getByLabel('Parent or guardian', { exact: true }).fill('Ada Angler')
  await page.getByLabel('Parent or guardian', { exact: true }).press('Enter')
  await expect(page.getByText('Everyone in your group has signed.')).toBeVisible()
  await bookings.openDetails(booked)
  await expect(details.getByText('Everyone has signed: Ada Angler, Kim Angler.')).toBeVisible()

  // Somebody whom nobody knows signs as well; the guest takes the name out.
  await signAs('Invented Ian', link)
  await expect(details.getByText('3 people have signed, and your group is 2')).toBeVisible()
  await details.getByRole('button', { name: 'Take out a name' }).click()
  const takingOut = page.getByRole('dialog', { name: "Who isn't coming?" })
  await expectAccessible(page, '[role=dialog]')
  await takingOut.getByRole('button', { name: 'Take out Invented Ian' }).click()
  await expect(takingOut.getByRole('button', { name: 'Take out Invented Ian' })).toBeHidden()
  await takingOut.getByRole('button', { name: 'Close' }).click()
  await expect(details.getByText('Everyone has signed: Ada Angler, Kim Angler.')).toBeVisible()
  await expect(details.getByText("One waiver signature doesn't count: its signer isn't in the group.")).toBeVisible()

  await openPortal(office, portal.dashboard.daySheet.href({ date: booked.selectedDate }))
  await expect(office.getByText('Waiver: all signed.')).toBeVisible()
  await office.goto(portal.bookings.href({ id: booked.id }))
  const panel = office.getByRole('dialog')
  await panel.getByRole('button', { name: /^Waivers/ }).click()
  await expect(panel.getByText('Kim Angler, signed by Ada Angler')).toBeVisible()
  await expectAccessible(office, '[role=dialog]')
  await panel.getByRole('button', { name: /^Not in this group.*Ada Angler/ }).click()
  await expect(panel.getByText('1 of 2 signed')).toBeVisible()
  await panel.getByRole('button', { name: /^Count it again.*Ada Angler/ }).click()
  await expect(panel.getByText('2 of 2 signed')).toBeVisible()
  await office.emulateMedia({ media: 'print' })
  await expect(office.locator('.paper section')).toHaveCount(2)
  await office.emulateMedia({ media: null })

  await openPortal(office, portal.configuration.waiver.href())
  await office.getByRole('button', { name: 'Stop asking' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Stop asking' }).click()
  await expect(office.getByText(/: turned off$/).first()).toBeVisible()
  await bookings.openDetails(booked)
  await expect(details.getByRole('heading', { name: 'Questions' })).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Waiver' })).toBeHidden()
  await office.close()
})
