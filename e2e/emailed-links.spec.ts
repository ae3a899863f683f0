import { forgotPassword, register, updateMe } from '@arcadia/contract/accounts'
import { addresses, portal } from '@arcadia/contract/addresses'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { makeGiftVoucher, sellGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { forgetPerson, invitePerson, listPeople } from '@arcadia/contract/admin/people'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { orderGiftVoucher, payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { askForSignInLink, registerNewcomer } from '@arcadia/contract/newcomers'
import { listWaiverTexts, publishWaiver } from '@arcadia/contract/waivers'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { leavesOf } from './support/addresses.ts'
import { asAdmin } from './support/admin-portal.ts'
import type { App } from './support/app.ts'
import { anAskedTrip } from './support/asked-trip.ts'
import { fingerprint } from './support/database.ts'
import { ask, scan, waysOf } from './support/mail-scanner.ts'
import { mailsTo } from './support/mails.ts'
import { aBooking, aCardToken } from './support/managed-bookings.ts'
import { ADMIN, type Angler, anAngler, anOpenDate, api, expect, PASSWORD, PHONE, test } from './support/test.ts'
import { anOffer } from './support/waitlist-offer.ts'

test.use(PHONE)

/** A link that was emailed, and the person who got it. */
interface Emailed {
  /** Where the email went. */
  to: string
  /** What the page shows once it is ready: the button that does it, or the way in. */
  shows: (page: Page) => Locator
  /** What the person presses; it has to work. */
  press: (page: Page) => Promise<void>
  /** Clears away what other journeys would notice. */
  after?: () => Promise<unknown>
}
type Email = (context: BrowserContext) => Promise<Emailed>

const button = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true })
const says = (page: Page, text: string | RegExp) => expect(page.getByText(text)).toBeVisible()
const uniqueEmail = (name: string) => `${name}${Date.now()}@example.com`

const setsPassword = {
  shows: button('Save the password'),
  async press(page: Page) {
    await page.getByLabel('New password', { exact: true }).fill('tarpon at dawn')
    await page.getByLabel('Confirm new password').fill('tarpon at dawn')
    await button('Save the password')(page).click()
    await says(page, /password is changed/i)
  },
}

async function phoneBooking(more: { depositUntil?: string } = {}) {
  const email = uniqueEmail('caller')
  const trip = { selectedDate: await anOpenDate(true), numberOfGuests: 1, packageType: 'TROPHY' as const }
  const caller = { firstName: 'Ada', lastName: 'Angler', email, phone: '(863) 555-0100' }
  await asAdmin.call(enterPhoneBooking, { body: { ...trip, ...caller, ...more } })
  return email
}

const pays = (amount: string, asksTerms = false) => ({
  shows: button(`Pay ${amount} USD`),
  async press(page: Page) {
    await page.getByRole('button', { name: 'Use sandbox test card' }).click()
    if (asksTerms) await page.getByRole('checkbox').check()
    await button(`Pay ${amount} USD`)(page).click()
    await says(page, /Your payment went through/)
  },
})

async function publish(text: string | null) {
  const { texts } = await asAdmin.call(listWaiverTexts, {})
  await asAdmin.call(publishWaiver, { body: { text, after: texts[0]?.version ?? null } })
}

/** The emails with a link that does something, by the name of its address in the tree. */
const LINKS: Record<string, Record<string, Email>> = {
  confirmEmail: {
    // Nothing more is asked in the browser that signed up, so a page that acts on opening would confirm.
    async 'a sign-up, in the browser that made it'(context) {
      const email = uniqueEmail('signed.up')
      const person = { firstName: 'Ada', lastName: 'Angler', phoneNumber: '(863) 555-0142', password: PASSWORD }
      const answer = await context.request.post(register.path, {
        data: { ...person, username: email.split('@')[0], email },
      })
      expect(answer.status()).toBe(201)
      return {
        to: email,
        shows: button('Confirm my email'),
        async press(page) {
          await button('Confirm my email')(page).click()
          await says(page, 'Your email address is confirmed.')
        },
      }
    },
    async 'a changed address, on another device'() {
      const { token } = await anAngler()
      const email = uniqueEmail('changed')
      await api.call(updateMe, { token, body: { email, currentPassword: PASSWORD } })
      return {
        to: email,
        shows: button('Yes, that was me'),
        async press(page) {
          await page.getByLabel('Your password').fill(PASSWORD)
          await button('Yes, that was me')(page).click()
          await says(page, 'Your email address is confirmed.')
        },
      }
    },
  },
  resetPassword: {
    async 'a forgotten password'() {
      const { email } = await anAngler()
      await api.call(forgotPassword, { body: { email } })
      return { to: email, ...setsPassword }
    },
    async 'a newcomer'() {
      const email = uniqueEmail('newcomer')
      const person = { firstName: 'Ada', lastName: 'Angler', email, phoneNumber: '(863) 555-0142' }
      await api.call(registerNewcomer, { body: person })
      return { to: email, ...setsPassword }
    },
    async 'an account made for a caller'() {
      return { to: await phoneBooking(), ...setsPassword }
    },
  },
  signIn: {
    async 'a sign-in'() {
      const { email } = await anAngler()
      await api.call(askForSignInLink, { body: { email } })
      return {
        to: email,
        shows: button('Sign In'),
        async press(page) {
          await button('Sign In')(page).click()
          await expect(page.getByRole('heading', { name: 'Manage Bookings' })).toBeVisible()
        },
      }
    },
  },
  invitation: {
    async 'an invitation'() {
      const email = uniqueEmail('colleague')
      const { id } = await asAdmin.call(invitePerson, { body: { email, position: 'GUIDE' } })
      return {
        to: email,
        shows: button('Accept the invitation'),
        async press(page) {
          await page.getByLabel('First name').fill('Gil')
          await page.getByLabel('Choose a password', { exact: true }).fill(PASSWORD)
          await button('Accept the invitation')(page).click()
          await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
        },
        async after() {
          await asAdmin.call(setUserStatus, { params: { id }, query: { isActive: false } })
          await asAdmin.call(forgetPerson, { params: { id } })
          expect((await asAdmin.call(listPeople)).people.map((person) => person.email)).not.toContain(email)
        },
      }
    },
  },
  payBalance: {
    async 'a balance'() {
      const angler = await anAngler()
      await aBooking(angler, await anOpenDate(true))
      return { to: angler.email, ...pays('$2,150.00') }
    },
    async 'a deposit'() {
      const depositUntil = new Date(Date.now() + 3_600_000).toISOString()
      return { to: await phoneBooking({ depositUntil }), ...pays('$350.00', true) }
    },
  },
  trip: {
    async 'a called-off day'() {
      const angler = await anAngler()
      const date = await anOpenDate(true)
      await aBooking(angler, date)
      const { id } = await asAdmin.call(moveDay, { body: { date, reason: 'ILLNESS' } })
      return {
        to: angler.email,
        shows: button('Refund $350.00'),
        async press(page) {
          await button('Refund $350.00')(page).click()
          await page.getByRole('dialog').getByRole('button', { name: 'Refund $350.00' }).click()
          await says(page, /Your booking is canceled. \$350\.00/)
        },
        after: () => asAdmin.call(closeDayMove, { params: { id }, body: { opensDay: true } }),
      }
    },
    async 'a waiver, on the page of the trip'() {
      await publish('Fishing is dangerous.')
      const angler = await anAngler()
      await aBooking(angler, await anOpenDate(true))
      return {
        to: angler.email,
        shows: button('Sign the waiver'),
        async press(page) {
          await button('Sign the waiver')(page).click()
          await page.getByLabel('Full name').fill('Ada Angler')
          await page.getByLabel('Date of birth').fill('1990-05-01')
          await page.getByRole('button', { name: 'Type it' }).click()
          await page.getByLabel('Type your full name').fill('Ada Angler')
          await page.getByRole('checkbox').check()
          await page.getByRole('dialog').getByRole('button', { name: 'Sign the waiver' }).click()
          await says(page, 'Thank you. The waiver for Ada Angler is signed.')
        },
        after: () => publish(null),
      }
    },
  },
  review: {
    async 'a star'() {
      const angler = await anAngler()
      await anAskedTrip(angler)
      return {
        to: angler.email,
        shows: button('Send review'),
        async press(page) {
          await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
          await button('Send review')(page).click()
          await says(page, /^Thank you\. Your review will show up/)
        },
      }
    },
  },
}

/** Addresses of what is the signed-in customer's own. */
const OWN: Record<
  string,
  (angler: Angler) => Promise<{ address: string; sees: (page: Page) => Locator; after?: () => Promise<unknown> }>
> = {
  async 'bookings.booking'(angler) {
    const booking = await aBooking(angler, await anOpenDate(true))
    return {
      address: addresses.bookings.booking.href(booking),
      sees: (page) => page.getByRole('dialog', { name: 'Booking details' }).getByText(booking.confirmationNumber),
    }
  },
  async 'trip.own'(angler) {
    const booking = await aBooking(angler, await anOpenDate(true))
    return {
      address: addresses.trip.own.href(booking),
      sees: (page) => page.getByRole('main').getByText(booking.confirmationNumber),
    }
  },
  async 'bookings.offer'(angler) {
    const { entry } = await anOffer(angler)
    return {
      address: addresses.bookings.offer.href({ entryId: entry.id }),
      sees: (page) => page.getByText(/These spots are held for you until/),
    }
  },
}

const { bookings, staffSignIn: _, ...site } = addresses
const pages = leavesOf({ ...site, invitation: portal.invitation })
/** Pages that name nothing of anybody's. */
const PUBLIC = pages.flatMap(([, { href }]) => (href.length === 0 ? [href({} as never)] : []))
/** The portal's tabs, which ask who it is. */
const PORTAL = Object.values(portal).flatMap((at) => (typeof at === 'object' && 'tab' in at ? [at.href()] : []))

/** What a cut link offers. */
const FRESH = button('Send a fresh link')

/** Nobody sees this by merely opening a link. */
const PRIVATE = [/Angler\b/, /JB-\d/, /555-0100/]

/** The links of a page in the emails to an address, newest email first. */
async function linksTo(to: string, { path }: { path: string }): Promise<string[]> {
  const link = new RegExp(`${path.split('/:')[0]}/[\\w-]+#[\\w-]+`)
  return (await mailsTo(to)).flatMap(({ text }) => link.exec(text)?.[0] ?? [])
}

const tokenOf = (link: string) => link.split('#')[1]!

/** Whether a log has a token, or eight characters of it in a row. */
function isLogged(log: string, token: string): boolean {
  return Array.from(token, (_, from) => token.slice(from, from + 8)).some(
    (part) => part.length === 8 && log.includes(part),
  )
}

test('every address that names one thing is tried here', () => {
  const tried = [
    ...[LINKS, OWN].flatMap((table) => Object.keys(table)),
    'payVoucher',
    'signIn.toTrip',
    'waiver',
    'gift',
    'gift.scanned',
    // In tips.spec.ts.
    'tip',
    // In manage-bookings.spec.ts.
    'receipts',
    'receipts.own',
    // In unsubscriptions.spec.ts.
    'unsubscribe',
    'unsubscribe.oneClick',
  ]
  const naming = [...pages, ...leavesOf({ bookings }).slice(1)].filter(([, { href }]) => href.length > 0)
  expect(tried.sort()).toEqual(naming.map(([name]) => name).sort())
})

for (const [name, emails] of Object.entries(LINKS))
  for (const [what, email] of Object.entries(emails))
    test(`the link of ${what} does nothing until somebody presses, whatever a mail filter makes of it`, async ({
      page,
      context,
      app,
    }) => {
      const at = Object.fromEntries(pages)[name] as typeof addresses.signIn
      const { to, shows, press, after } = await email(context)
      await expect.poll(() => linksTo(to, at)).toHaveLength(1)
      const [link = ''] = await linksTo(to, at)
      const { whole, cut } = waysOf(link)

      const before = await fingerprint(app.dataDir)
      const [opened, openedCut] = await Promise.all([
        Promise.all(whole.map((way) => scan(context, way, shows))),
        scan(context, cut[0]!, FRESH),
        ...[...whole, ...cut].map((way) => ask(context, way)),
      ])
      expect(await fingerprint(app.dataDir), 'opening changes nothing').toEqual(before)
      // The page of a trip says no more than its email: the number stands there too.
      const hides = name === 'trip' ? PRIVATE.filter((hidden) => !hidden.test('JB-1')) : PRIVATE
      for (const hidden of hides) expect([...opened, openedCut].join('\n')).not.toMatch(hidden)
      expect(openedCut, 'nobody learns whose link it is').not.toContain(to)

      await page.goto(cut[1]!)
      await FRESH(page).click()
      await expect(page.getByText(/a fresh one is on its way to the same address/)).toBeVisible()
      await expect.poll(() => linksTo(to, at)).toHaveLength(2)
      const [fresh = ''] = await linksTo(to, at)
      await scan(context, fresh, shows)

      await page.goto(whole.at(-1)!)
      await expect(shows(page)).toBeVisible()
      const unpressed = await fingerprint(app.dataDir)
      await press(page)
      expect(await fingerprint(app.dataDir), 'a press does').not.toEqual(unpressed)
      await after?.()

      const log = app.readLog()
      expect(log).toContain(`"path":"${cut[0]}"`)
      for (const token of [link, fresh].map(tokenOf)) expect(isLogged(log, token)).toBe(false)
    })

test('the link that pays for a gift voucher, which is texted, does nothing until somebody presses', async ({
  page,
  context,
  app,
}) => {
  const gift = { amount: 500, senderName: 'Sue Ray', recipientName: 'Robin Pell', buyerEmail: null, buyerPhone: null }
  const { link } = await asAdmin.call(sellGiftVoucher, { body: { ...gift, method: 'LINK' } })
  const { whole, cut } = waysOf(link!)
  const { shows } = pays('$500.00')
  const before = await fingerprint(app.dataDir)
  await Promise.all([
    ...whole.map((way) => scan(context, way, shows)),
    ...[...whole, ...cut].map((way) => ask(context, way)),
  ])
  expect(await fingerprint(app.dataDir), 'opening changes nothing').toEqual(before)
  await page.goto(whole.at(-1)!)
  await page.getByRole('button', { name: 'Use sandbox test card' }).click()
  await shows(page).click()
  await expect(page.getByText(/[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/).first()).toBeVisible()
  expect(isLogged(app.readLog(), tokenOf(link!))).toBe(false)
})

test('the link of a gift, emailed or scanned, uses nothing and logs no code, and a cut one brings a fresh one', async ({
  page,
  context,
  app,
}) => {
  const to = uniqueEmail('robin')
  const given = { amount: 500, senderName: 'Sue Ray', recipientName: 'Robin Pell', recipientEmail: to }
  await asAdmin.call(makeGiftVoucher, { body: given })
  await expect.poll(() => linksTo(to, addresses.gift), { timeout: 20_000 }).toHaveLength(1)
  const [link = ''] = await linksTo(to, addresses.gift)
  const scanned = addresses.gift.scanned.href({ code: tokenOf(link) })
  const { whole, cut } = waysOf(link)
  const shows = button('Pick your morning')
  const before = await fingerprint(app.dataDir)
  await Promise.all([
    ...[...whole, ...waysOf(scanned).whole].map((way) => scan(context, way, shows)),
    scan(context, cut[0]!, FRESH),
    ...[...whole, ...cut].map((way) => ask(context, way)),
  ])
  expect(await fingerprint(app.dataDir), 'opening changes nothing').toEqual(before)

  await page.goto(cut[1]!)
  await FRESH(page).click()
  await expect(page.getByText(/a fresh one is on its way to the same address/)).toBeVisible()
  await expect.poll(() => linksTo(to, addresses.gift)).toEqual([link, link])
  expect(isLogged(app.readLog(), tokenOf(link))).toBe(false)
})

test('the link of a gift voucher that was bought shows it, and where a mail filter cut it a fresh one is sent', async ({
  page,
  app,
}) => {
  const to = uniqueEmail('priya')
  const gift = { amount: 500, senderName: 'Priya', recipientName: 'Tom', buyerEmail: to }
  const { token } = await api.call(orderGiftVoucher, { body: gift })
  const paymentToken = await aCardToken((await anAngler()).token)
  const { code } = await api.call(payLinkedVoucher, { body: { token, paymentToken } })
  await expect.poll(() => linksTo(to, addresses.payVoucher)).toHaveLength(1)
  const [link = ''] = await linksTo(to, addresses.payVoucher)
  await page.goto(waysOf(link).cut[1]!)
  await FRESH(page).click()
  await expect.poll(() => linksTo(to, addresses.payVoucher)).toHaveLength(2)
  for (const way of [link, (await linksTo(to, addresses.payVoucher))[0]!]) {
    await page.goto(way)
    await expect(page.getByText(code!).first()).toBeVisible()
    expect(isLogged(app.readLog(), tokenOf(way))).toBe(false)
  }
})

test('a page that acts on opening, and a token without its #, would be noticed', async ({ context, app }) => {
  const { to } = await LINKS.confirmEmail!['a sign-up, in the browser that made it']!(context)
  const [link = ''] = await linksTo(to, addresses.confirmEmail)
  const before = await fingerprint(app.dataDir)
  const acting = (page: Page) =>
    page.addInitScript(() =>
      new MutationObserver((_, watching) => {
        const press = [...document.querySelectorAll('button')].find(({ textContent }) =>
          textContent.startsWith('Confirm my email'),
        )
        if (press) watching.disconnect()
        press?.click()
      }).observe(document, { subtree: true, childList: true }),
    )
  await scan(context, link, (page) => page.getByText('Your email address is confirmed.'), acting)
  expect(await fingerprint(app.dataDir)).not.toEqual(before)

  expect(isLogged(app.readLog(), tokenOf(link))).toBe(false)
  await ask(context, link.replace('#', '-'))
  expect(isLogged(app.readLog(), tokenOf(link))).toBe(true)
})

for (const [name, own] of Object.entries(OWN))
  test(`${name} asks a scanner to sign in, and leads its customer there`, async ({ page, context, app }) => {
    const angler = await anAngler()
    const { address, sees, after } = await own(angler)
    const signIn = (page: Page) => page.getByRole('dialog', { name: 'Sign In' })
    const before = await fingerprint(app.dataDir)
    const { whole } = waysOf(address)
    const opened = await Promise.all(whole.map((way) => scan(context, way, signIn)))
    await Promise.all(whole.map((way) => ask(context, way)))
    expect(await fingerprint(app.dataDir)).toEqual(before)
    for (const hidden of [/JB-\d/, angler.email]) expect(opened.join('\n')).not.toMatch(hidden)

    await page.goto(whole.at(-1)!)
    await signIn(page).getByLabel('Username or email').fill(angler.username)
    await signIn(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signIn(page).getByRole('button', { name: 'Sign In' }).click()
    await expect(sees(page)).toBeVisible()
    await after?.()
  })

test('the portal asks a scanner to sign in, and leads its owner there', async ({ page, context, app }) => {
  const signIn = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Sign In' })
  const { before, tracked } = await askForAll(context, app, PORTAL)
  await Promise.all(tracked.map((way) => scan(context, way, signIn)))
  expect(await fingerprint(app.dataDir)).toEqual(before)

  await page.goto(tracked.at(-1)!)
  await signIn(page).click()
  await page.getByLabel('Username or email').fill(ADMIN.usernameOrEmail)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merchant Setup')
})

test('a public page opens in every way, for anyone', async ({ context, app }) => {
  const { before, tracked } = await askForAll(context, app, PUBLIC)
  await Promise.all(tracked.map((way) => scan(context, way, (page) => page.getByRole('heading', { level: 1 }))))
  expect(await fingerprint(app.dataDir)).toEqual(before)
})

/** Asks for every form of these addresses. Returns the longest of each, for a scanner, and what the database was before. */
async function askForAll(context: BrowserContext, app: App, addresses: readonly string[]) {
  const before = await fingerprint(app.dataDir)
  const ways = addresses.map(waysOf)
  await Promise.all(ways.flatMap(({ whole, cut }) => [...whole, ...cut]).map((way) => ask(context, way)))
  return { before, tracked: ways.map(({ whole }) => whole.at(-1)!) }
}
