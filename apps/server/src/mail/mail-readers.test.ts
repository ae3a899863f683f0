import { forgotPassword } from '@arcadia/contract/accounts'
import { listBookingTimeline } from '@arcadia/contract/admin/bookings'
import { listMails, MAIL_TITLES, readMail, resendMail } from '@arcadia/contract/admin/mails'
import { invitePerson } from '@arcadia/contract/admin/people'
import { askForSignInLink } from '@arcadia/contract/newcomers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { aBooking } from '../testing/a-booking.ts'
import { type Angler, aColleague, anAdmin, anAngler } from '../testing/builders.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { enqueueMail, type MailContent } from './outbox.ts'

let app: TestApp
let owner: string
let office: Angler
let guide: Angler
beforeAll(async () => {
  app = await startTestApp()
  owner = await anAdmin(app)
  office = await aColleague(app, 'OFFICE')
  guide = await aColleague(app, 'GUIDE')
})
afterAll(() => app.close())

/** All that goes to guests, and about their accounts. */
const FOR_THE_OFFICE = [
  'balance-reminder',
  'booking-cancelled',
  'booking-confirmed',
  'booking-corrected',
  'booking-email-changed',
  'booking-rescheduled',
  'day-move-asked',
  'day-move-withdrawn',
  'deposit-awaited',
  'enquiry-acknowledged',
  'gift-used',
  'gift-voucher',
  'gift-voucher-bought',
  'gift-voucher-not-paid',
  'gift-voucher-redeemed',
  'gift-voucher-renewed',
  'manual-payment',
  'manual-payment-taken-back',
  'message',
  'pay-link',
  'payment-outcome',
  'payment-receipt',
  'query-asked',
  'refund-asked',
  'refund-declined',
  'refund-delayed',
  'refund-made',
  'reply',
  'review-asked',
  'share-asked',
  'tip-outcome',
  'tip-refunded',
  'trip-link',
  'trip-reminder',
  'waitlist-offer',
  'waiver-reminder',
  'waiver-signed',
]
const ABOUT_AN_ACCOUNT = [
  'account-closed',
  'account-made',
  'confirm-email',
  'email-change-asked',
  'newcomer',
  'password-changed',
  'reset-password',
  'sign-in-link',
]

const kindsOf = async (token: string, q: string) => {
  const { content } = await app.call(listMails, { token, query: { q, size: 100 } })
  return content.map(({ kind }) => kind).sort()
}
const write = (to: string, params: object) =>
  inTransaction(app.database.db, app.clock, async (tx, now) => {
    for (const kind of Object.keys(MAIL_TITLES))
      await enqueueMail(tx, now, { kind, to, params } as unknown as MailContent & { to: string })
  })

test('each kind of email is there for who may read it, and for nobody else', async () => {
  const all = Object.keys(MAIL_TITLES).sort()
  await write('guest@guests.example', {})
  expect(await kindsOf(owner, 'guest@guests.example')).toEqual(all)
  expect(await kindsOf(office.token, 'guest@guests.example')).toEqual([...FOR_THE_OFFICE, ...ABOUT_AN_ACCOUNT].sort())
  expect((await app.answer(listMails, { token: guide.token, query: {} })).status).toBe(403)
})

test('what is about the account of somebody who works here an owner alone reads, also at a new address', async () => {
  await write(guide.email, {})
  expect(await kindsOf(office.token, guide.email)).toEqual([...FOR_THE_OFFICE].sort())
  await write('new@staff.example', { userId: guide.id })
  expect(await kindsOf(office.token, 'new@staff.example')).toEqual([...FOR_THE_OFFICE].sort())
  expect(await kindsOf(owner, 'new@staff.example')).toHaveLength(Object.keys(MAIL_TITLES).length)
})

test('what an owner alone reads is not there for the office: not to read, to send again or in a timeline', async () => {
  const { bookingId } = await aBooking(app)
  await app.call(invitePerson, { token: owner, body: { email: 'newhand@staff.example', position: 'GUIDE' } })
  const { content } = await app.call(listMails, { token: owner, query: { size: 100 } })
  for (const kind of ['invitation', 'booking-made-notice']) {
    const params = { id: content.find((mail) => mail.kind === kind)!.id }
    for (const call of [readMail, resendMail])
      expect(await app.answer(call, { token: office.token, params })).toMatchObject({
        body: { error: 'mail-not-found' },
      })
    expect((await app.answer(readMail, { token: owner, params })).status).toBe(200)
  }
  const emailsOf = async (token: string) =>
    (await app.call(listBookingTimeline, { token, params: { id: bookingId } })).filter(({ kind }) => kind === 'EMAIL')
  expect(await emailsOf(owner)).toHaveLength(2)
  expect(await emailsOf(office.token)).toHaveLength(1)
})

test('no link that signs in, resets or confirms is shown, to an owner neither', async () => {
  const angler = await anAngler(app)
  await app.call(forgotPassword, { body: { email: angler.email } })
  await app.call(askForSignInLink, { body: { email: angler.email } })
  await app.app.runJobs()
  const { content } = await app.call(listMails, { token: owner, query: { q: angler.email } })
  expect(content.map(({ kind }) => kind).sort()).toEqual(['confirm-email', 'reset-password', 'sign-in-link'])
  for (const { id } of content)
    for (const token of [owner, office.token]) {
      const { text } = await app.call(readMail, { token, params: { id } })
      expect(text ?? '').not.toMatch(/#|token/)
    }
})
