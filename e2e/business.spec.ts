import { addresses, portal } from '@arcadia/contract/addresses'
import { changeBusinessFacts, getBusinessFacts } from '@arcadia/contract/business'
import { getFunnel } from '@arcadia/contract/site/funnel'
import { expectAccessible } from './support/accessible.ts'
import { aColleague, asAdmin, openPortal } from './support/admin-portal.ts'
import { dialogsClosed, expect, PHONE, test } from './support/test.ts'

const NOTHING = {
  meetingName: null,
  meetingAddress: null,
  meetingPin: null,
  whatToBring: null,
  lunchPlace: null,
  answerTime: null,
  balanceDueDays: null,
  balanceByCash: false,
  moveDays: null,
  guideName: null,
  bathroom: null,
}
test.afterEach(() => asAdmin.call(changeBusinessFacts, { body: NOTHING }))

test.use(PHONE)

test('visits are counted without cookies, and the owner sees them and exports payments', async ({ page, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Reserve' }).first().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /left$/ }).first()).toBeVisible()
  await page.goto(addresses.privacy.href())
  expect(await context.cookies()).toEqual([])
  const lookedAtDates = async () => (await asAdmin.call(getFunnel)).steps[1]?.visits
  await expect.poll(lookedAtDates).toBeGreaterThan(0)
  await openPortal(page, portal.dashboard.href())
  const chart = page.getByRole('region', { name: 'Where visitors drop off' })
  await expect(chart.getByRole('listitem').filter({ hasText: 'Looked at dates' })).toContainText(/[1-9]/)

  await openPortal(page, portal.dashboard.money.href())
  await expect(page.getByRole('heading', { name: /^Payments and refunds, 20\d\d$/ })).toBeVisible()
  await page.getByLabel('Year').selectOption({ index: 0 })
  await expect(page).toHaveURL(/year=20\d\d/)
  // The months above have a file of their own once the year has any.
  await page.getByRole('button', { name: 'CSV' }).last().click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'In a spreadsheet' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^payments-and-refunds-20\d\d-.*\.csv$/)
  await expectAccessible(page)
})

test('the owner sets where to meet and how the balance is due, and an angler reads it', async ({ page }) => {
  await openPortal(page, portal.configuration.businessCard.href({ card: 'guide' }))
  await expect(page.getByLabel("Guide's name")).toBeInViewport()

  const panel = page.getByRole('region', { name: 'Your business' })
  const pin = panel.getByLabel('Pin')
  await pin.fill('by the oak')
  page.once('dialog', (leaving) => leaving.accept())
  await page.reload()
  await expect(pin).toHaveValue('by the oak')
  await expect(panel.getByText('Changes not saved')).toBeVisible()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Please paste a Google or Apple Maps link')).toBeVisible()
  await expect(pin).toBeFocused()
  const here = panel.getByRole('button', { name: "Use where I'm standing" })
  await page.context().clearPermissions()
  await here.click()
  await expect(panel.getByText(/Allow location for this site/)).toBeVisible()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 27.21, longitude: -81.85, accuracy: 400 })
  await here.click()
  await expect(pin).toHaveValue('27.21, -81.85')
  await expect(panel.getByText('This device knows it only to within 1,312 feet.')).toBeVisible()
  await pin.fill('27.2158° N, 81.8584° W')
  await expect(panel.getByRole('link', { name: 'Check it on the map' })).toHaveAttribute('href', /27.2158%2C-81.8584$/)
  await expectAccessible(page, 'main')
  await panel.getByLabel('Name of the place').fill('Dock 3')
  await panel.getByLabel('Address', { exact: true }).fill('12 River Road')
  await panel.getByLabel('What to bring').fill('A towel and a hat.')
  await panel.getByLabel('When the balance is due').selectOption('7 days before')
  await panel.getByLabel('Cash').check()
  await panel.getByLabel('Days before a trip a date can still move').fill('5')
  await panel.getByLabel("Guide's name").fill('Ray Wells')
  await panel.getByLabel('Is there a bathroom?').fill('At the ramp.')
  const file = await page.screenshot()
  await page
    .getByLabel("Add your guide's photo")
    .setInputFiles({ name: 'ray.png', mimeType: 'image/png', buffer: file })
  await expect(page.getByRole('img', { name: 'Your guide' })).toBeVisible()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Business details saved')).toBeVisible()
  await expect(pin).toHaveValue('27.2158, -81.8584')

  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  const emails = page.getByRole('region', { name: 'Notifications', exact: true })
  await emails.getByLabel('Where emails go').fill('ray@example.com, desk')
  await emails.getByLabel('Quiet from').fill('22:00')
  await emails.getByRole('button', { name: 'Save' }).click()
  await expect(emails.getByLabel('Where emails go')).toBeFocused()
  await emails.getByLabel('Where emails go').fill('')
  await emails.getByLabel('Quiet until').fill('05:00')
  await emails.getByLabel('Balances paid').uncheck()
  await emails.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notifications saved')).toBeVisible()

  await dialogsClosed(page)
  await page.goto('/')
  const guide = page.locator('article', { hasText: 'Expert Guides' })
  await expect(guide.getByRole('heading', { name: 'Ray Wells' })).toBeVisible()
  const photo = guide.getByRole('img', { name: 'Ray Wells' })
  await expect(photo).toHaveAttribute('src', /pictures/)
  const window = page.viewportSize()!
  await page.setViewportSize({ width: 667, height: 375 })
  const across = (await photo.boundingBox())!.width
  expect(across, 'above its words it is as wide as the card').toBeCloseTo((await guide.boundingBox())!.width, 0)
  await page.setViewportSize(window)
  const picture = await page.request.get((await photo.getAttribute('src'))!)
  expect(picture.headers()['content-type']).toBe('image/jpeg')
  const faq = page.locator('#faq')
  await faq.getByRole('button', { name: 'Where are you located?' }).click()
  await expect(faq.getByText('We meet at Dock 3, 12 River Road.')).toBeVisible()
  await expect(faq.getByRole('button', { name: 'When is the balance due?' })).toHaveCount(0)
  await faq.getByRole('button', { name: 'More questions What to bring, bathroom, balance' }).click()
  await faq.getByRole('button', { name: 'When is the balance due?' }).click()
  await expect(faq.getByText('The balance is due 7 days before your trip, by cash.')).toBeVisible()
  await faq.getByRole('button', { name: 'What if I have to change my date?' }).click()
  await expect(faq.getByText('up to 5 days before your trip')).toBeVisible()
  await faq.getByRole('button', { name: 'Is there a bathroom?' }).click()
  await expect(faq.getByText('At the ramp.')).toBeVisible()
  await expect(faq.getByRole('button', { name: 'Do we tip the guide?' })).toHaveCount(0)
  await expect(faq.getByRole('button', { name: 'Are you licensed and insured?' })).toHaveCount(0)
})

test('two owners change the same fact in two tabs, and neither overwrites what they have not seen', async ({
  page,
  browser,
}) => {
  const bea = await aColleague('OWNER', 'Bea')
  const beas = await (await browser.newContext()).newPage()
  const card = portal.configuration.businessCard.href({ card: 'the-day' })
  await openPortal(page, card)
  await openPortal(beas, card, bea)
  const lunch = (of: typeof page) => of.getByLabel('Where lunch is')
  const saving = (of: typeof page) => of.getByRole('button', { name: 'Save' }).click()

  await lunch(page).fill('The barn')
  await page.getByLabel('How soon you answer').fill('within a day')
  await lunch(beas).fill('The dock')
  await saving(beas)
  await expect(beas.getByText('Business details saved')).toBeVisible()

  // What was typed before the other saved is checked against what was shown then, also after a reload.
  page.once('dialog', (leaving) => leaving.accept())
  await page.reload()
  await expect(lunch(page)).toHaveValue('The barn')
  await saving(page)
  await expect(page.getByText('Bea League changed this to The dock.')).toBeVisible()
  await expect(lunch(page)).toHaveValue('The barn')
  await expect(lunch(page)).toBeFocused()
  await expect(lunch(page)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Save mine' })).toBeInViewport()
  await expectAccessible(page, 'main')
  await page.getByRole('button', { name: "Use what's saved" }).click()
  await expect(lunch(page)).toHaveValue('The dock')
  await expect(page.getByText('Bea League changed this')).toBeHidden()
  await expect(page.getByLabel('How soon you answer')).toHaveValue('within a day')
  await lunch(page).fill('The shed')
  await saving(page)
  await expect(page.getByText('Business details saved')).toBeVisible()

  await lunch(beas).fill('The porch')
  await saving(beas)
  await expect(beas.getByText(/changed this to The shed\.$/)).toBeVisible()
  await beas.getByRole('button', { name: 'Save mine' }).click()
  const saved = async () => (await asAdmin.call(getBusinessFacts)).facts
  await expect.poll(saved).toMatchObject({ lunchPlace: 'The porch', answerTime: 'within a day' })
  await beas.context().close()
})
