import { addresses } from '@arcadia/contract/addresses'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { formatShortDate } from '@arcadia/contract/trip-date'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin } from './support/admin-portal.ts'
import { BookingDialog } from './support/booking-dialog.ts'
import { mailsTo } from './support/mails.ts'
import { anOpenDate, dialogsClosed, expect, headerActions, PHONE, test } from './support/test.ts'

const linkIn = (mail: { text: string } | undefined) => /https?:\/\/\S+#\S+/.exec(mail?.text ?? '')![0]
const aNewcomer = () => `newcomer${Date.now()}@example.com`

/** Records presses and the fields typed into, except the card. */
async function watchHands(page: Page) {
  const taps: string[] = []
  const fields = new Set<string>()
  await page.exposeFunction('tapped', (what: string) => taps.push(what))
  await page.exposeFunction('typed', (what: string) => fields.add(what))
  await page.addInitScript(() => {
    const hands = window as unknown as { tapped(what: string): void; typed(what: string): void }
    const isTypedInto = (target: Element) => target.matches('input:not([type=checkbox], [type=radio]), textarea')
    addEventListener('pointerdown', ({ target }) => {
      if (!(target instanceof Element) || isTypedInto(target)) return
      const pressed = target.closest('button, a, label, input, select') ?? target
      hands.tapped(pressed.textContent || pressed.getAttribute('name') || pressed.tagName)
    })
    addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && isTypedInto(target)) hands.typed(target.name)
    })
  })
  return { taps, fields }
}

async function fillIn(page: Page, email: string) {
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('(863) 555-0142')
}

const start = (page: Page) => page.getByRole('dialog', { name: 'Start here, or sign in' })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a newcomer gets from the landing page to a paid trip in six taps and four fields, without a password', async ({
    page,
  }) => {
    const email = aNewcomer()
    const hands = await watchHands(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Book Now' }).first().click()
    const booking = new BookingDialog(page)
    await booking.dialog.locator('[aria-busy=false] button[data-date]:not([aria-disabled=true])').first().click()
    await fillIn(page, email)
    await start(page).getByRole('button', { name: 'Start my booking' }).click()
    await expect(booking.dialog).toContainText('For Grace Hopper')
    await booking.dialog.getByRole('checkbox').check()
    await booking.continue()
    expect([...hands.fields]).toEqual(['firstName', 'lastName', 'email', 'phoneNumber'])
    await expect(booking.dialog.getByRole('timer')).toBeVisible()
    const beforeCard = hands.taps.length
    await booking.fillCard()
    hands.taps.splice(beforeCard)
    await booking.pay.click()
    const number = await booking.expectConfirmed()
    expect(hands.taps, 'Book Now, the day, Start my booking, the terms, Continue, Pay').toHaveLength(6)
    expect(await asAdmin.call(listAdminBookings, { query: { q: number } })).toMatchObject([
      { firstName: 'Grace', lastName: 'Hopper', email, phone: '(863) 555-0142' },
    ])
    await booking.dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialogsClosed(page)

    // Actions that need a password offer to email a link again.
    await (await headerActions(page)).getByRole('button', { name: 'Grace' }).click()
    await page.getByRole('button', { name: 'Close my account' }).click()
    await expect(page.getByRole('dialog')).toContainText("it doesn't have one yet")
    await expectAccessible(page, '[role=dialog]')
    await page.getByRole('button', { name: 'Email me the link' }).click()
    await expect(page.getByRole('dialog')).toContainText(email)
    await page.goto(linkIn((await mailsTo(email)).find(({ subject }) => subject === 'Your account is ready')))
    await page.getByLabel('New password', { exact: true }).fill('a password of her own')
    await page.getByLabel('Confirm new password').fill('a password of her own')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByText(/password is changed/i)).toBeVisible()
  })

  test('a lost answer and a reload lose nothing; an address with an account gets a link back to its date', async ({
    page,
    angler,
  }) => {
    const date = await anOpenDate()
    const email = aNewcomer()
    await page.goto(addresses.privacy.href())
    const booking = new BookingDialog(page)
    await booking.open()
    await booking.pickDate(date)
    await fillIn(page, email)
    await page.reload()
    await expect(start(page).getByLabel('Last name')).toHaveValue('Hopper')

    // The account is created, but the answer is lost.
    await page.route('**/register/newcomer', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const press = start(page).getByRole('button', { name: 'Start my booking' })
    await press.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.unroute('**/register/newcomer')
    await press.click()
    await expect(booking.dialog).toContainText(`For Grace Hopper Edit${email}`)
    await booking.dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await (await headerActions(page)).getByRole('button', { name: 'Sign Out' }).click()

    await booking.open()
    await booking.pickDate(date)
    await fillIn(page, angler.email)
    await press.click()
    await expect(start(page)).toContainText('You already have an account with this email.')
    await expectAccessible(page, '[role=dialog]')
    await start(page).getByRole('button', { name: 'Email me a sign-in link' }).click()
    await expect(start(page)).toContainText(`sign-in link to ${angler.email}`)
    const linkMail = async () => (await mailsTo(angler.email)).find(({ subject }) => subject === 'Your sign-in link')
    await expect.poll(linkMail).toBeDefined()
    const link = linkIn(await linkMail())

    // Opening the link signs no one in; its button does, once.
    const tab = await page.context().newPage()
    await tab.goto(link)
    await expect(tab).toHaveURL(/\/sign-in\/[\w-]+$/)
    await expectAccessible(tab)
    expect(await tab.evaluate(() => localStorage.getItem('arcadia.token'))).toBeNull()
    await tab.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    const back = new BookingDialog(tab)
    await expect(back.dialog.getByText(formatShortDate(date))).toBeVisible()
    await expect(back.dialog).toContainText('For Ada Angler')
    await tab.close()

    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('expired or was already used')
    await expect(page.getByRole('button', { name: 'Send a fresh link' })).toBeVisible()
  })
})
