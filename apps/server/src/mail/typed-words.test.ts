import { sendMessage } from '@arcadia/contract/admin/messages'
import { changeOwnerNotices, getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { correctGuest } from '@arcadia/contract/booking-data'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { createEnquiry, setEnquiryStatus } from '@arcadia/contract/enquiries'
import { saveGuestNotes } from '@arcadia/contract/guest-notes'
import { requestRefund } from '@arcadia/contract/refunds'
import { venueInstant } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../testing/a-booking.ts'
import { accountCalls, newAccount } from '../testing/account-calls.ts'
import { anAdmin, networkAddress, OPEN_DATE } from '../testing/builders.ts'
import { readMails } from '../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const OWNER = 'owner@arcadia.example'
const SITE = 'https://evil.example/win'
const WORDS = `Look at ${SITE} or www.evil.example, we meet at 8:30 AM Eastern.`
/** A whole address of that site, which a mail program makes a link of. */
const LINK = /https?:\/\/evil|www\.evil|evil\.example/i

let app: TestApp
let admin: string
const { register, forgot } = accountCalls(() => app)
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

/** Every email so far to the address, by kind. */
async function mailsTo(address: string) {
  const mails = await readMails(app, address)
  return Object.fromEntries(mails.map(({ kind, subject, text, html }) => [kind, [subject, text, html].join('\n')]))
}

test('a username that is a web address stands in no email to the address that was signed up with it', async () => {
  for (const [username, email, says] of [
    ['evil.example', 'victim@example.com', 'for your account.'],
    ['ana_ray', 'ana@example.com', 'for your account, ana_ray.'],
  ] as const) {
    expect((await register(newAccount({ username, email }))).status).toBe(201)
    await forgot(email)
    const mails = await mailsTo(email)
    expect(mails['reset-password']).toContain(says)
    for (const [kind, text] of Object.entries(mails)) expect(text, kind).not.toMatch(LINK)
  }
})

test('web addresses in names and words of guests and strangers are links in no email', async () => {
  const { token, bookingId } = await aBooking(app)
  const params = { id: bookingId }
  const names = { firstName: 'www.evil.example', lastName: SITE }
  await app.call(correctGuest, { token, params, body: { ...names, phone: '(863) 555-0142' } })
  await app.call(saveGuestNotes, { token, params, body: { seats: WORDS } })
  await app.call(createBookingQuery, { token, body: { bookingId, queryMessage: WORDS } })
  await app.call(requestRefund, { token, params, body: { description: WORDS } })
  const stranger = { ...names, email: 'ines@example.com', phone: `863 555 0142 ${SITE}`, country: 'ES' as const }
  const enquiry = await app.call(createEnquiry, { body: { ...stranger, message: WORDS }, ip: networkAddress() })

  const message = { who: 'BOOKING' as const, bookingId, subject: 'Rain, {name}', text: 'Bring a coat, {name}.' }
  await app.call(sendMessage, { token: admin, body: message })
  const answer = { status: 'RESPONDED' as const, adminResponse: 'Sure, {name}.' }
  await app.call(setEnquiryStatus, { token: admin, params: { id: enquiry.id }, body: answer })

  const { notices } = await app.call(getOwnerNotices, { token: admin })
  await app.call(changeOwnerNotices, { token: admin, body: { ...notices, digestAt: '05:00' } })
  app.clock.set(venueInstant(OPEN_DATE, '05:01'))
  await app.app.runJobs()

  const toOwner = await mailsTo(OWNER)
  const toGuests = [await mailsTo('ada@example.com'), await mailsTo(stranger.email)]

  const told = ['enquiry-received', 'owner-digest', 'query-received', 'refund-requested']
  expect(Object.keys(toOwner).sort()).toEqual(['booking-made-notice', ...told])
  expect(toGuests.flatMap(Object.keys)).toEqual(expect.arrayContaining(['booking-confirmed', 'message', 'reply']))
  for (const [kind, text] of [toOwner, ...toGuests].flatMap(Object.entries)) expect(text, kind).not.toMatch(LINK)
  for (const kind of told)
    expect(toOwner[kind], kind).toContain(
      'https: //evil. example/win or www. evil. example, we meet at 8:30 AM Eastern.',
    )
  expect(toOwner['enquiry-received']).toContain('Phone: 863 555 0142 https: //evil. example/win')
  expect(toGuests[0]!.message).toContain('Bring a coat, www. evil. example.')
})
