import { resetPassword } from '@arcadia/contract/accounts'
import { addresses, portal } from '@arcadia/contract/addresses'
import { invitePerson, openInvitation } from '@arcadia/contract/admin/people'
import { openBalanceLink } from '@arcadia/contract/balance-links'
import { sendFreshLink } from '@arcadia/contract/fresh-links'
import { askForSignInLink, openSignInLink, registerNewcomer } from '@arcadia/contract/newcomers'
import { listWaiverTexts, openWaiver, publishWaiver } from '@arcadia/contract/waivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { accountCalls } from '../../testing/account-calls.ts'
import { anAdmin, anAngler, networkAddress, openDates } from '../../testing/builders.ts'
import { strayAddresses } from '../../testing/emailed-addresses.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
  const { texts } = await app.call(listWaiverTexts, { token: admin })
  await app.call(publishWaiver, { token: admin, body: { text: 'At your own risk.', after: texts[0]?.version ?? null } })
})
afterAll(() => app.close())

const { forgot } = accountCalls(() => app)
const dates = openDates()

const ask = (link: string, ip = networkAddress()) => app.answer(sendFreshLink, { body: { link }, ip })

/** The links of a page in the emails to an address, oldest first. */
async function linksTo(email: string, { path }: { path: string }) {
  const text = (await readMails(app, email)).map((mail) => mail.text).join('\n')
  return [...text.matchAll(new RegExp(`${path.split('/:')[0]}/([\\w-]+)#([\\w-]+)`, 'g'))].map(
    ([, id = '', token = '']) => ({
      id,
      token,
    }),
  )
}

let made = 0
async function aNewcomer() {
  const email = `fresh.link.${++made}@example.com`
  const body = { firstName: 'Nia', lastName: 'New', email, phoneNumber: '(863) 555-0142' }
  await app.call(registerNewcomer, { body, ip: networkAddress() })
  return email
}
/** Bookings of tests have this address. */
async function aGuest() {
  await aBooking(app, { date: dates.shift()! })
  return 'ada@example.com'
}
const status = async (answer: Promise<{ status: number }>) => (await answer).status

/** Each page that opens by a token: who gets such a link, and a call that shows that it works. */
const PAGES: {
  page: { path: string }
  recipient: () => Promise<string>
  open: (token: string) => Promise<number>
}[] = [
  {
    page: addresses.confirmEmail,
    recipient: async () => (await anAngler(app)).email,
    // Read-only: `confirm-email` is tried in account-links.test.ts.
    open: async (token) => (token.length === 43 ? 200 : 400),
  },
  {
    page: addresses.resetPassword,
    async recipient() {
      const { email } = await anAngler(app)
      await forgot(email)
      return email
    },
    open: (token) => status(app.answer(resetPassword, { body: { token, password: 'tarpon at dawn' } })),
  },
  {
    page: addresses.signIn,
    async recipient() {
      const email = await aNewcomer()
      await app.call(askForSignInLink, { body: { email, selectedDate: '2027-06-10' }, ip: networkAddress() })
      await app.app.runJobs()
      return email
    },
    async open(token) {
      const { status: code, body } = await app.answer(openSignInLink, { body: { token } })
      expect(body.selectedDate, 'it leads back to the same date').toBe('2027-06-10')
      return code
    },
  },
  {
    page: portal.invitation,
    async recipient() {
      const email = `colleague.${++made}@example.com`
      await app.call(invitePerson, { token: admin, body: { email, position: 'GUIDE' } })
      return email
    },
    open: (token) => status(app.answer(openInvitation, { body: { token } })),
  },
  {
    page: addresses.payBalance,
    recipient: aGuest,
    open: (token) => status(app.answer(openBalanceLink, { body: { token } })),
  },
  {
    page: addresses.trip,
    recipient: aGuest,
    open: (token) => status(app.answer(openWaiver, { body: { token } })),
  },
]

test.each(PAGES)(
  'a link to $page.path that was cut at # brings a fresh one to the same address, in one press',
  async ({ page, recipient, open }) => {
    const email = await recipient()
    const [cut] = await linksTo(email, page)
    const before = (await readMails(app, email)).length
    const answer = await ask(cut!.id)
    expect(answer.status).toBe(202)
    const mails = await readMails(app, email)
    expect(mails).toHaveLength(before + 1)
    const fresh = [...mails.at(-1)!.text.matchAll(new RegExp(`${page.path.split('/:')[0]}/[\\w-]+#([\\w-]+)`, 'g'))].at(
      -1,
    )![1]!
    expect(await open(fresh)).toBe(200)
  },
)

test('an unknown id, and one nobody was sent, get the same answer and no email', async () => {
  const email = await aNewcomer()
  const [known] = await linksTo(email, addresses.resetPassword)
  const answers = await Promise.all([known!.id, 'AAAAAAAAAAAA', '1-AAAAAAAAAAAA', 'x', '%00'].map((id) => ask(id)))
  expect(new Set(answers.map(({ status: code, body }) => JSON.stringify([code, body]))).size).toBe(1)
})

test('a token is no id, and nobody finds it from one', async () => {
  const email = await aNewcomer()
  const [link] = await linksTo(email, addresses.resetPassword)
  expect(link!.token).not.toContain(link!.id)
  await ask(link!.token)
  expect(await readMails(app, email)).toHaveLength(1)
})

test('one address gets three an hour, however often a link is pressed', async () => {
  const email = await aNewcomer()
  const [link] = await linksTo(email, addresses.resetPassword)
  for (let press = 0; press < 5; press++) expect((await ask(link!.id)).status).toBe(202)
  expect(await readMails(app, email)).toHaveLength(1 + 3)
})

test('an invitation that was withdrawn is not sent again', async () => {
  const { page, recipient } = PAGES[3]!
  const email = await recipient()
  const [link] = await linksTo(email, page)
  await app.database.db.updateTable('links').set({ used_at: app.clock.now() }).where('email', '=', email).execute()
  await ask(link!.id)
  expect(await readMails(app, email)).toHaveLength(1)
})

test('an address that is not from the tree is found in an email', () => {
  const text = 'Old: https://a.example/bookings#booking-5 Right: https://a.example/bookings/5, https://a.example.'
  expect(strayAddresses(text, 'https://a.example')).toEqual(['/bookings#booking-5'])
})
