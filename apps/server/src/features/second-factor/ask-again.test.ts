import { login } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { confirmItIsYou, confirmSecondFactor, setUpSecondFactor, setUserStatus } from '@arcadia/contract/admin/accounts'
import { listAuditEntries, recordExport } from '@arcadia/contract/admin/audit-log'
import { getAdminBooking, patchBookingStatus, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { setBlackoutDates, setMaxCapacity } from '@arcadia/contract/admin/configuration'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { makeGiftVoucher, setVoucherExpiry } from '@arcadia/contract/admin/gift-vouchers'
import { previewMessage, sendMessage } from '@arcadia/contract/admin/messages'
import { invitePerson, setPosition, setRefundLimit } from '@arcadia/contract/admin/people'
import { endpoints } from '@arcadia/contract/catalog'
import { moveDay } from '@arcadia/contract/day-moves'
import { ASKED_AGAIN, type Endpoint } from '@arcadia/contract/endpoint'
import { requestRefund } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTurn } from '../../testing/account-calls.ts'
import { aColleague, anAdmin, anAngler, networkAddress, PASSWORD } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { stepAt, totp } from './totp.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const LIMIT = setRefundLimit.path
/** `request`, because `call` and `answer` answer the question themselves. */
const setLimit = (token: string, refundLimit = 100) => app.request('PUT', LIMIT, { token, body: { refundLimit } })
const asked = { status: 403, body: { error: 'confirm-it-is-you', message: "Please confirm that it's you." } }
const confirm = (token: string, body: { password: string; code?: string }) =>
  app.answer(confirmItIsYou, { token, body, ip: networkAddress() })

describe('staff are asked again who they are', () => {
  test('before each call that changes who rules or where money goes, and before no other', () => {
    const listed = Map.groupBy(
      endpoints.filter(({ asksAgain }) => asksAgain),
      ({ asksAgain }) => asksAgain!,
    )
    const names = ASKED_AGAIN.map((why) => [
      why,
      listed
        .get(why)!
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ])
    expect(Object.fromEntries(names)).toEqual({
      backups: [
        'POST /api/admin/backups',
        'POST /api/admin/backups/recovery-key',
        'POST /api/admin/backups/recovery-key/tries',
        'PUT /api/admin/backups/second-place',
      ],
      configuration: [
        'PATCH /api/admin/business',
        'POST /api/admin/waivers',
        'PUT /api/admin/business/guide-photo',
        'PUT /api/bookings/config/closed-days',
        'PUT /api/bookings/config/deposit-per-guest',
        'PUT /api/bookings/config/hold-duration',
        'PUT /api/bookings/config/max-capacity',
        'PUT /api/bookings/config/private-spot-price',
        'PUT /api/bookings/config/season',
        'PUT /api/bookings/config/sharing',
        'PUT /api/bookings/config/standard-package-price',
        'PUT /api/bookings/config/trophy-package-price',
      ],
      exports: ['POST /api/admin/calendar-feed', 'POST /api/admin/exports'],
      merchant: ['DELETE /api/quickbooks/oauth/disconnect', 'POST /api/quickbooks/oauth/connect-ticket'],
      refunds: [
        'PATCH /api/bookings/:id/status',
        'POST /api/admin/bookings/:id/refund',
        'POST /api/admin/bookings/:id/void',
        'POST /api/admin/gift-vouchers/:id/undo-sale',
        'POST /api/admin/payments/:id/give-back',
        'POST /api/admin/payments/:id/take-back',
        'POST /api/admin/refund-requests/:id/approve',
        'POST /api/admin/refunds/:id/refund',
        'POST /api/admin/tips/:id/refund',
        'POST /api/bookings/:id/refund',
        'PUT /api/admin/bookings/:id/status',
      ],
      staff: [
        'DELETE /api/admin/people/:id',
        'DELETE /api/admin/people/:id/invitation',
        'DELETE /api/auth/me/passkeys/:id',
        'POST /api/admin/people',
        'POST /api/admin/people/:id/invitation',
        'POST /api/auth/me/passkeys',
        'POST /api/auth/me/passkeys/options',
        'PUT /api/admin/notices',
        'PUT /api/admin/people/:id/position',
        'PUT /api/admin/people/refund-limit',
        'PUT /api/admin/users/:id/status',
      ],
      'unpaid vouchers': ['POST /api/admin/gift-vouchers', 'PUT /api/admin/gift-vouchers/:id/expiry'],
    })
  })

  test('15 minutes after they signed in; the password answers for this session and 15 minutes', async () => {
    const [here, there] = [await anAdmin(app), await anAdmin(app)]
    app.clock.advance({ minutes: 14, seconds: 59 })
    expect((await setLimit(here)).status).toBe(200)
    app.clock.advance({ seconds: 1 })
    expect(await setLimit(here)).toMatchObject(asked)
    const wrong = await confirm(here, { password: 'not the password' })
    expect(wrong).toMatchObject({ status: 400, body: { error: 'wrong-password', details: [{ path: 'password' }] } })
    expect(await setLimit(here)).toMatchObject(asked)
    expect((await confirm(here, { password: 'a long enough password' })).status).toBe(204)
    expect((await setLimit(here)).status).toBe(200)
    expect(await setLimit(there), 'not for another device').toMatchObject(asked)
    app.clock.advance({ minutes: 15 })
    expect(await setLimit(here)).toMatchObject(asked)
  })

  test('and for a code as well where two-step sign-in is on', async () => {
    const { token, username } = await aColleague(app, 'OWNER')
    const { secret } = await app.call(setUpSecondFactor, { token, body: { password: PASSWORD }, ip: networkAddress() })
    const key = Buffer.from(
      Array.from(secret, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g)!
        .map((byte) => Number.parseInt(byte, 2)),
    )
    const code = () => totp(key, stepAt(app.clock.now()))
    await app.call(confirmSecondFactor, { token, body: { code: code() } })
    app.clock.advance({ minutes: 20 })
    expect(await setLimit(token)).toMatchObject(asked)
    const codeIsAsked = { status: 400, body: { error: 'wrong-code', details: [{ path: 'code' }] } }
    expect(await confirm(token, { password: PASSWORD })).toMatchObject(codeIsAsked)
    expect((await confirm(token, { password: PASSWORD, code: code() })).status).toBe(204)
    expect((await setLimit(token)).status).toBe(200)
    app.clock.advance({ minutes: 20 })
    const guesses = await inTurn(11, () => confirm(token, { password: PASSWORD, code: 'no-such-code' }))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429])
    const body = { usernameOrEmail: username, password: PASSWORD, code: code() }
    expect((await app.answer(login, { body, ip: networkAddress() })).status, 'a new session').toBe(200)
  })

  test('a status only where it orders a refund, what cannot wait never, a customer never', async () => {
    const token = await anAdmin(app)
    const customer = await anAngler(app)
    app.clock.advance({ hours: 1 })
    const status = (query: object) =>
      app.request('PUT', addressOf(setBookingStatus, { params: { id: 999999 }, query }), { token })
    expect(await status({ status: 'CANCELLED', refund: true })).toMatchObject(asked)
    expect((await status({ status: 'CANCELLED' })).status).toBe(404)
    const patch = (body: object) =>
      app.request('PATCH', addressOf(patchBookingStatus, { params: { id: 999999 } }), { token, body })
    expect(await patch({ status: 'CANCELLED', refund: true })).toMatchObject(asked)
    expect((await patch({ status: 'CANCELLED' })).status).toBe(404)
    const closing = { token, body: { blackoutDates: ['2027-06-01'] } }
    expect((await app.request('PUT', setBlackoutDates.path, closing)).status).toBe(200)
    const off = await app.request('POST', moveDay.path, { token, body: { date: '2027-06-02' } })
    expect(off.body.error).not.toBe('confirm-it-is-you')
    const none = addressOf(getAdminBooking, { params: { id: 999999 } })
    const date = '2027-06-03'
    const message = { subject: 'Friday', text: 'See you at the ramp.' }
    const urgent: [Endpoint['method'], string, object?][] = [
      ['GET', addressOf(getDaySheet, { params: { date } })],
      ['POST', `${none}/payments`, { amount: 100, method: 'CASH', owed: 100 }],
      ['PUT', `${none}/check-in`, { date, state: 'ARRIVED', was: null, at: app.clock.now().toISOString() }],
      ['POST', `${none}/notes`, { text: 'Brings his own rod.' }],
      ['PUT', `${none}/date`, { from: date, to: '2027-06-04' }],
      ['POST', previewMessage.path, { ...message, who: 'DAY', date }],
      ['POST', sendMessage.path, { ...message, who: 'BOOKING', bookingId: 999999 }],
    ]
    for (const [method, path, body] of urgent) {
      const reply = await app.request(method, path, { token, ...(body && { body }) })
      expect(`${method} ${path} ${reply.body.error}`).toMatch(/ (undefined|booking-not-found|no-recipients)$/)
    }
    const request = { token: customer.token, body: {} }
    expect((await app.request('POST', addressOf(requestRefund, { params: { id: 999999 } }), request)).status).toBe(404)
  })
})

describe('every owner hears at once', () => {
  test('of who rules, and of a voucher that nobody paid for, made or given another last day', async () => {
    const token = await anAdmin(app)
    const other = await aColleague(app, 'OWNER')
    const guide = await aColleague(app, 'GUIDE')
    await app.call(invitePerson, { token, body: { email: 'sam@example.com', position: 'OFFICE' } })
    await app.call(setPosition, { token, params: { id: guide.id }, body: { position: 'OWNER' } })
    await app.call(setRefundLimit, { token, body: { refundLimit: 5000 } })
    const voucher = {
      amount: 10_000,
      recipientName: 'Thea Thief',
      senderName: 'Thea',
      recipientEmail: null,
    }
    const { id } = await app.call(makeGiftVoucher, { token, body: voucher })
    const office = await aColleague(app, 'OFFICE')
    for (const expiresOn of ['2027-12-31', '2027-12-31', null])
      await app.call(setVoucherExpiry, { token: office.token, params: { id }, body: { expiresOn } })
    const told = await readMails(app, other.email, 'change-of-rule')
    expect(told.map(({ text }) => text.split('\n\n')[1])).toEqual([
      'An owner invited sam@example.com as Office.',
      'An owner changed the role of Cole League from Guide to Owner.',
      expect.stringMatching(
        /^An owner changed the most that the office may refund on one booking from \$[\d,.]+ to \$5,000\.00\.$/,
      ),
      'An owner made a gift voucher of $10,000.00 that nobody paid for.',
      `Cole League changed the last day of gift voucher ${id} from none to Fri, Dec 31, 2027.`,
      `Cole League changed the last day of gift voucher ${id} from Fri, Dec 31, 2027 to none.`,
    ])
    expect(await readMails(app, 'admin@localhost', 'change-of-rule')).not.toEqual([])
    expect((await readMails(app, guide.email, 'change-of-rule')).length, 'an owner from then on').toBe(5)
  })

  test('a customer who is deactivated is no news to them, and neither is a price', async () => {
    const token = await anAdmin(app)
    const other = await aColleague(app, 'OWNER')
    const { id } = await anAngler(app)
    await app.request('PUT', addressOf(setUserStatus, { params: { id }, query: { isActive: 'false' } }), { token })
    await app.request('PUT', setMaxCapacity.path, { token, body: { maxCapacity: 5 } })
    expect(await readMails(app, other.email, 'change-of-rule')).toEqual([])
  })

  test('an export is in the change log, which takes the name of a list and nothing else', async () => {
    const token = await anAdmin(app)
    await app.request('POST', recordExport.path, { token, body: { list: 'bookings' } })
    const { content } = await app.call(listAuditEntries, { token, query: { q: 'list.exported' } })
    expect(content).toMatchObject([{ adminUsername: 'admin', subjectId: 'bookings' }])
    const record = (list: string) => app.request('POST', recordExport.path, { token, body: { list } })
    expect((await record('payments-2027')).status).toBe(204)
    const unknown = { status: 400, body: { details: [{ path: 'list', message: 'There is no such list.' }] } }
    for (const list of ['Thea was here', 'payments-2027 and more', 'payments-1', ''])
      expect(await record(list)).toMatchObject(unknown)
  })
})
