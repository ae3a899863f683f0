import { randomBytes } from 'node:crypto'
import { forgotPassword, getMe, login, type Position, updateMe } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { addBookingNote, getAdminBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getDaySheet, getGuideCalendar } from '@arcadia/contract/admin/dashboard'
import { listManualPayments, recordManualPayment, takeBackManualPayment } from '@arcadia/contract/admin/manual-payments'
import {
  acceptInvitation,
  forgetPerson,
  invitePerson,
  listPeople,
  openInvitation,
  sendInvitationAgain,
  setPosition,
  setRefundLimit,
  withdrawInvitation,
} from '@arcadia/contract/admin/people'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { saveGuestNotes } from '@arcadia/contract/guest-notes'
import { listRefundRequests, refundBooking, requestRefund, voidBooking } from '@arcadia/contract/refunds'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../database/pool.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, anAngler, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { queuedBehind } from '../../testing/queued-behind.ts'
import { confirmAddress, readMails, tokenIn } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { bindToServer, givePosition } from './people.store.ts'

let app: TestApp
let owner: string
let start: Date
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  owner = await anAdmin(app)
  start = app.clock.now()
})
afterAll(() => app.close())
// A session of the owner's lasts 12 hours.
afterEach(async () => {
  app.clock.set(start)
  owner = await anAdmin(app)
})

let invited = 0
const newEmail = () => `invited${++invited}@example.com`
const invite = (email: string, position: Position = 'GUIDE', token = owner) =>
  app.answer(invitePerson, { token, body: { email, position } })
const latest = async (email: string) => tokenIn((await readMails(app, email, 'invitation')).at(-1))
const tokenOf = (link: string) => link.split('#')[1]!
const open = (token: string) => app.answer(openInvitation, { body: { token }, ip: networkAddress() })
const names = { firstName: 'Gil', lastName: 'Guide' }
const accept = (token: string, password = PASSWORD) =>
  app.answer(acceptInvitation, { body: { token, ...names, password }, ip: networkAddress() })
const people = async () => (await app.call(listPeople, { token: owner })).people
const find = async (email: string) => (await people()).find((person) => person.email === email)
const position = (id: number, to: Position, token = owner) =>
  app.answer(setPosition, { token, params: { id }, body: { position: to } })
const remove = (id: number, token = owner) =>
  app.answer(setUserStatus, { token, params: { id }, query: { isActive: false } })

describe('invitations', () => {
  test('an owner invites, a link is emailed, and the invitee chooses a name and a password', async () => {
    const email = newEmail()
    const { status, body } = await invite(email)
    expect(status).toBe(201)
    expect(body).toMatchObject({ email, position: 'GUIDE', invitedUntil: '2027-04-12T14:00:00.000Z' })
    // Without a mail server the owner passes the link on.
    expect(body.isEmailed).toBe(false)
    expect((await open(tokenOf(body.link))).body).toEqual({ email, position: 'GUIDE' })
    const [mail] = await readMails(app, email, 'invitation')
    expect(mail!.text).toContain('as a guide')
    const token = await latest(email)
    expect((await open(token)).body).toEqual({ email, position: 'GUIDE' })
    // An admin needs a longer password; the refused one leaves the link usable.
    expect(await accept(token, 'short-one')).toMatchObject({ status: 400, body: { error: 'password-refused' } })

    const joined = await accept(token)
    expect(joined.body.user).toMatchObject({ email, ...names, role: 'ADMIN', position: 'GUIDE', emailConfirmed: true })
    expect((await app.call(getMe, { token: joined.body.token })).id).toBe(body.id)
    expect((await app.answer(login, { body: { usernameOrEmail: email, password: PASSWORD } })).status).toBe(200)
    expect(await find(email)).toMatchObject({ ...names, invitedUntil: null, isActive: true })
    expect((await open(tokenOf(body.link))).body).toMatchObject({ error: 'link-invalid' })
    const log = await app.call(listAuditEntries, { token: owner, query: { subjectKind: 'user', subjectId: body.id } })
    expect(log.content.map(({ action }) => action)).toEqual(['user.joined', 'user.invited'])
  })

  test('a used, expired, withdrawn, replaced or altered link gets the same error', async () => {
    const dead: string[] = ['A'.repeat(43), 'x']
    const used = newEmail()
    await invite(used)
    dead.push(await latest(used))
    await accept(dead.at(-1)!)
    const withdrawn = newEmail()
    const { id } = (await invite(withdrawn)).body
    dead.push(await latest(withdrawn))
    expect((await app.answer(withdrawInvitation, { token: owner, params: { id } })).status).toBe(204)
    const replaced = newEmail()
    const again = (await invite(replaced)).body
    dead.push(await latest(replaced))
    dead.push(tokenOf(again.link))
    const { link } = await app.call(sendInvitationAgain, { token: owner, params: { id: again.id } })
    const good = tokenOf(link)
    dead.push(good.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
    const answers = [...(await Promise.all(dead.map(open))), ...(await Promise.all(dead.map((token) => accept(token))))]
    for (const { status, body } of answers)
      expect([status, body.error, body.message]).toEqual([400, 'link-invalid', answers[0]!.body.message])

    expect((await open(good)).status).toBe(200)
    app.clock.advance({ days: 8 })
    expect((await open(good)).body).toMatchObject({ error: 'link-invalid' })
    expect((await accept(good)).body).toMatchObject({ error: 'link-invalid' })
  })

  test('if two people use one link at once, one gets in', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).body
    const token = await latest(email)
    const answers = await queuedBehind(
      app,
      id,
      () => accept(token),
      () => accept(token, 'another long password'),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    const wrong = { usernameOrEmail: email, password: 'another long password' }
    expect((await app.answer(login, { body: wrong })).status).toBe(401)
  })

  test('if a link is withdrawn and accepted at once, the first one wins', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).body
    const token = await latest(email)
    const withdraw = () => app.answer(withdrawInvitation, { token: owner, params: { id } })
    const [joined, late] = await queuedBehind(app, id, () => accept(token), withdraw)
    expect([joined.status, late.body.error]).toEqual([200, 'already-joined'])
    expect((await app.answer(sendInvitationAgain, { token: owner, params: { id } })).status).toBe(409)
  })

  test('an invitee has no other way in: no password, reset or sign-in link', async () => {
    const email = newEmail()
    await invite(email, 'OWNER')
    await app.answer(forgotPassword, { body: { email }, ip: networkAddress() })
    await app.app.runJobs()
    expect(await readMails(app, email, 'reset-password')).toEqual([])
    expect((await app.answer(login, { body: { usernameOrEmail: email, password: PASSWORD } })).status).toBe(401)
  })

  test('a taken address is refused, and links are sent three times an hour', async () => {
    const angler = await anAngler(app)
    const refused = await invite(angler.email)
    expect(refused).toMatchObject({ status: 409, body: { error: 'email-taken' } })
    expect(refused.body.message).toMatch(/customer/)
    const email = newEmail()
    const { id } = (await invite(email)).body
    expect((await invite(email.toUpperCase())).body.message).toMatch(/already works here/)
    const again = () => app.answer(sendInvitationAgain, { token: owner, params: { id } })
    expect([await again(), await again(), await again()].map(({ status }) => status)).toEqual([200, 200, 429])
  })

  test('more people can be invited at once than there are database connections', async () => {
    const answers = await Promise.all(Array.from({ length: 21 }, () => invite(newEmail())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  })

  test('attempts from one network are limited', async () => {
    const ip = networkAddress()
    const tries = await Promise.all(
      Array.from({ length: 31 }, () => app.answer(openInvitation, { body: { token: 'x' }, ip })),
    )
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('owners', () => {
  test('a position change ends the sessions and applies from the next sign-in', async () => {
    const second = await aColleague(app, 'OWNER')
    expect((await position(second.id, 'GUIDE')).body).toMatchObject({ position: 'GUIDE' })
    expect((await app.answer(listPeople, { token: second.token })).status).toBe(401)
    const { body } = await app.answer(login, { body: { usernameOrEmail: second.email, password: PASSWORD } })
    expect(body.user.position).toBe('GUIDE')
    expect((await app.answer(listPeople, { token: body.token })).status).toBe(403)
  })

  test('a changed or removed person is emailed once; a pending invitee is not', async () => {
    const guide = await aColleague(app, 'GUIDE')
    const email = newEmail()
    const { id } = (await invite(email)).body
    for (const of of [guide.id, id]) for (const _ of [1, 2]) await position(of, 'OFFICE')
    for (const of of [guide.id, id]) for (const _ of [1, 2]) await remove(of)
    const emails = await readMails(app, guide.email)
    expect(emails.map(({ kind }) => kind)).toEqual(['position-changed', 'position-changed'])
    expect(emails[0]!.text).toMatch(/An owner changed your role to Office, so please sign in again\./)
    expect(emails[1]!.text).toMatch(/An owner removed you from the portal of /)
    expect((await readMails(app, email)).map(({ kind }) => kind)).toEqual(['invitation'])
  })

  test("a former employee's name is deleted, and their actions stay under a generic name", async () => {
    const guide = await aColleague(app, 'GUIDE')
    await app.call(updateMe, { token: guide.token, body: { firstName: 'Gus', lastName: 'Gone' } })
    const forget = () => app.answer(forgetPerson, { token: owner, params: { id: guide.id } })
    expect((await forget()).body).toMatchObject({ error: 'still-works-here' })
    await remove(guide.id)
    expect((await forget()).status).toBe(204)
    expect((await forget()).body).toMatchObject({ error: 'user-not-found' })
    expect(
      (await app.answer(setUserStatus, { token: owner, params: { id: guide.id }, query: { isActive: true } })).status,
    ).toBe(404)
    expect(await find(guide.email)).toBeUndefined()
    const { rows } = await app.database.pool.query('select * from users where id = $1', [guide.id])
    expect(JSON.stringify(rows)).not.toMatch(/Gus|Gone|colleague/)
    const log = await app.call(listAuditEntries, { token: owner, query: { subjectKind: 'user', subjectId: guide.id } })
    expect(log.content.map(({ action, adminUsername, after }) => [action, adminUsername, after])).toEqual([
      ['user.forgotten', 'admin', null],
      ['user.deactivated', 'admin', null],
      ['user.renamed', `former member of the staff ${guide.id}`, null],
    ])
  })

  test('owners cannot change themselves, so one always remains', async () => {
    const { id } = (await people()).find(({ username }) => username === 'admin')!
    expect((await position(id, 'GUIDE')).body).toMatchObject({ error: 'own-position' })
    expect((await remove(id)).body).toMatchObject({ error: 'own-account' })
  })

  test.each(['demote', 'remove'])('if two owners %s each other at once, one stays', async (how) => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await aColleague(app, 'OWNER'), await aColleague(app, 'OWNER')]
      const strike = how === 'demote' ? (id: number, by: string) => position(id, 'OFFICE', by) : remove
      const answers = await Promise.all([strike(other.id, one.token), strike(one.id, other.token)])
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(200)
      expect([401, 403]).toContain(statuses[1])
      const left = (await people()).filter(
        ({ id, position, isActive }) => [one.id, other.id].includes(id) && position === 'OWNER' && isActive,
      )
      expect(left).toHaveLength(1)
    }
  })

  test('any SQL of the serving database role makes nobody an owner, not even in the name of one', async () => {
    const [guide, second] = [await aColleague(app, 'GUIDE'), await aColleague(app, 'OWNER')]
    const serving = createPool(app.database.directUrl)
    const attack = async (statement: string) =>
      expect(await serving.query(statement).catch(({ code }) => code), statement).toMatch(/AR003|42501/)
    for (const secret of [`'\\x00'`, 'null', '(select digest from server_key)'])
      await attack(`select give_position(${secret}, ${second.id}, ${guide.id}, 'OWNER')`)
    await attack(`update server_key set digest = sha256('mine')`)
    await attack(`create function give_position(secret bytea, giver integer, person integer, given text) returns void
      language sql as $$ update users set role = 'ADMIN', position = given where id = person $$`)
    await serving.end()
    expect(await find(guide.email)).toMatchObject({ position: 'GUIDE' })
    expect((await position(guide.id, 'OWNER')).body).toMatchObject({ position: 'OWNER' })
  })

  test('the server itself gives a position only on behalf of another owner', async () => {
    const [guide, second] = [await aColleague(app, 'GUIDE'), await aColleague(app, 'OWNER')]
    const secret = randomBytes(32)
    const { digest } = await app.database.db.selectFrom('server_key').select('digest').executeTakeFirstOrThrow()
    await bindToServer(app.database.db, secret)
    const give = (by: number, to: number) => givePosition(app.database.db, secret, { by, to, position: 'OWNER' })
    for (const [by, to] of [
      [guide.id, guide.id],
      [guide.id, second.id],
      [second.id, second.id],
    ] as const)
      await expect(give(by, to)).rejects.toMatchObject({ code: 'AR003' })
    await give(second.id, guide.id)
    expect(await find(guide.email)).toMatchObject({ position: 'OWNER' })
    await app.database.db.updateTable('server_key').set({ digest }).execute()
  })

  test('the office can activate customers, but not staff', async () => {
    const office = await aColleague(app, 'OFFICE')
    const [angler, guide] = [await anAngler(app), await aColleague(app, 'GUIDE')]
    expect((await remove(angler.id, office.token)).status).toBe(200)
    expect(await remove(guide.id, office.token)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })
})

test('staff change their name right away, and their email through an emailed link', async () => {
  const guide = await aColleague(app, 'GUIDE')
  const { token } = guide
  const [before, after] = [guide.email, newEmail()]
  const named = await app.call(updateMe, { token, body: { firstName: 'Gus', lastName: 'Guide' } })
  expect(named).toMatchObject({ firstName: 'Gus', position: 'GUIDE' })
  const move = (currentPassword: string) => app.answer(updateMe, { token, body: { email: after, currentPassword } })
  expect((await move('wrong')).body).toMatchObject({ error: 'wrong-password' })
  expect((await move(PASSWORD)).body).toMatchObject({ email: before, pendingEmail: after })
  await confirmAddress(app, after)
  expect(await app.call(getMe, { token })).toMatchObject({ email: after, pendingEmail: null })
  const log = await app.call(listAuditEntries, { token: owner, query: { subjectKind: 'user', subjectId: guide.id } })
  expect(log.content.map(({ action }) => action)).toEqual(['user.email-changed', 'user.renamed'])
})

describe('refunds by the office', () => {
  const refund = (token: string, id: number, amount?: number) =>
    app.answer(refundBooking, { token, params: { id }, query: amount === undefined ? {} : { amount } })
  const limit = (refundLimit: number) => app.call(setRefundLimit, { token: owner, body: { refundLimit } })

  test('up to the limit per booking; an owner has no limit', async () => {
    const office = await aColleague(app, 'OFFICE')
    const { bookingId } = await aBooking(app, { date: dates.shift()!, guests: 2 })
    expect(await refund(office.token, bookingId, 1)).toMatchObject({
      status: 403,
      body: { error: 'refund-above-limit', message: 'Only an owner can make refunds.' },
    })
    await limit(100)
    const left = async (admin: string) =>
      (await app.call(getAdminBooking, { token: admin, params: { id: bookingId } })).refundLimit
    expect([await left(office.token), await left(owner)]).toEqual([100, null])
    expect((await refund(office.token, bookingId, 60)).status).toBe(200)
    expect(await left(office.token)).toBe(40)
    const { body } = await refund(office.token, bookingId, 40.01)
    expect(body.message).toBe('The office can refund up to $100.00 per booking. An owner can refund more.')
    expect((await refund(office.token, bookingId)).body).toMatchObject({ error: 'refund-above-limit' })
    expect((await refund(office.token, bookingId, 40)).status).toBe(200)
    expect((await refund(owner, bookingId, 500)).status).toBe(200)
    const other = await aBooking(app, { date: dates.shift()!, guests: 2 })
    expect(
      (await app.answer(voidBooking, { token: office.token, params: { id: other.bookingId } })).body,
    ).toMatchObject({
      error: 'refund-above-limit',
    })
  })

  test('cancelling with the refund gives back what the office may, and the rest stays for an owner', async () => {
    const { token } = await aColleague(app, 'OFFICE')
    const cancelIt = async () => {
      const { bookingId: id } = await aBooking(app, { date: dates.shift()!, guests: 2 })
      const query = { status: 'CANCELLED', refund: true } as const
      return app.answer(setBookingStatus, { token, params: { id }, query })
    }
    await limit(300)
    expect(await cancelIt()).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED', refundedAmount: 300, refundableAmount: 400, refund: { success: true } },
    })
    await limit(0)
    expect((await cancelIt()).body).toMatchObject({
      error: 'refund-above-limit',
      message: 'Only an owner can make refunds.',
    })
    await limit(5000)
    expect((await cancelIt()).body).toMatchObject({ refundedAmount: 700, refundableAmount: 0 })
  })

  test('the reason for a refusal is shown with the request and the booking', async () => {
    const { token } = await aColleague(app, 'OFFICE')
    const guest = await aBooking(app, { date: dates.shift()!, guests: 2 })
    const params = { id: guest.bookingId }
    await app.call(requestRefund, { token: guest.token, params, body: { amount: 60, description: 'Ill' } })
    const seenBy = async (admin: string) => [
      (await app.call(listRefundRequests, { token: admin })).find(({ bookingId }) => bookingId === guest.bookingId)!
        .whyNotRefund,
      (await app.call(getAdminBooking, { token: admin, params })).whyNotRefund,
    ]
    await limit(0)
    expect(await seenBy(token)).toEqual(Array(2).fill('Only an owner can make refunds.'))
    expect(await seenBy(owner)).toEqual([null, null])
    await limit(50)
    expect(await seenBy(token)).toEqual([expect.stringMatching(/^The office can refund up to \$50\.00/), null])
  })

  test('a refund without an answer yet counts toward the limit, and no longer once it is refused', async () => {
    const { token } = await aColleague(app, 'OFFICE')
    const { bookingId } = await aBooking(app, { date: dates.shift()!, guests: 2 })
    const params = { id: bookingId }
    await limit(300)
    await app.call(recordManualPayment, { token: owner, params, body: { amount: 300, method: 'CASH' } })
    const [cash] = await app.call(listManualPayments, { token: owner, params })
    const takeBack = () =>
      app.answer(takeBackManualPayment, { token, params: { id: cash!.id }, body: { reason: 'Given back' } })
    await app.simulator.fault({ operation: 'refund', fault: 'lost-request', times: 1 })
    await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
    expect((await refund(token, bookingId, 300)).body.message).toContain('is being confirmed')
    expect((await takeBack()).body).toMatchObject({ error: 'refund-above-limit' })
    await eventually(async () => {
      await app.app.runJobs()
      app.clock.advance({ seconds: 10 })
      return (await app.call(getAdminBooking, { token: owner, params })).refunds[0]?.status === 'FAILED'
    })
    expect((await takeBack()).status).toBe(200)
  })

  test('removed cash payments count toward the limit', async () => {
    const { token } = await aColleague(app, 'OFFICE')
    const { bookingId } = await aBooking(app, { date: dates.shift()!, guests: 2 })
    const params = { id: bookingId }
    await limit(100)
    for (const amount of [60, 41, 40])
      await app.call(recordManualPayment, { token, params, body: { amount, method: 'CASH' } })
    const [sixty, more, forty] = await app.call(listManualPayments, { token, params })
    const back = ({ id }: { id: number }) =>
      app.answer(takeBackManualPayment, { token, params: { id }, body: { reason: 'Given back' } })
    expect((await back(sixty!)).status).toBe(200)
    expect(await back(more!)).toMatchObject({ status: 403, body: { error: 'refund-above-limit' } })
    expect((await refund(token, bookingId, 40.01)).body).toMatchObject({ error: 'refund-above-limit' })
    expect((await back(forty!)).status).toBe(200)
    expect((await back(forty!)).body).toMatchObject({ error: 'already-taken-back' })
    expect((await refund(token, bookingId, 0.01)).body).toMatchObject({ error: 'refund-above-limit' })
    expect((await app.call(listManualPayments, { token, params })).map(({ takenBack }) => !takenBack)).toEqual([
      false,
      true,
      false,
    ])
  })

  test('two at once cannot exceed it together', async () => {
    await limit(100)
    const { bookingId } = await aBooking(app, { date: dates.shift()!, guests: 2 })
    const two = [await aColleague(app, 'OFFICE'), await aColleague(app, 'OFFICE')]
    const answers = await Promise.all(two.map(({ token }, index) => refund(token, bookingId, 60 + index)))
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a guide', () => {
  test('sees names, phones, notes and balances for the next 14 days only', async () => {
    const guide = await aColleague(app, 'GUIDE')
    const [soon, late] = [dates.shift()!, dates.at(-1)!]
    const near = await aBooking(app, { date: soon, guests: 2 })
    const far = await aBooking(app, { date: late, guests: 2 })
    const question = { bookingId: near.bookingId, queryMessage: 'Can I bring my dog?' }
    await app.call(createBookingQuery, { token: near.token, body: question })
    await app.call(saveGuestNotes, {
      token: near.token,
      params: { id: near.bookingId },
      body: { experience: null, seats: null, health: 'A bad knee', allergies: null, birthdays: null },
    })
    const calendar = async (token: string) => app.call(getGuideCalendar, { token })
    expect((await calendar(guide.token)).parties).toEqual([])
    expect((await calendar(guide.token)).days).toContainEqual({
      date: soon,
      bookings: 1,
      anglers: 2,
      isPrivate: false,
      isCalledOff: false,
    })
    const sheet = (token: string, date = soon) => app.answer(getDaySheet, { token, params: { date } })
    expect(await sheet(guide.token)).toMatchObject({ status: 403, body: { error: 'not-a-guides-day' } })

    app.clock.set(`${soon}T10:00:00Z`)
    const { token } = (await app.answer(login, { body: { usernameOrEmail: guide.email, password: PASSWORD } })).body
    expect((await calendar(token)).parties).toMatchObject([{ id: near.bookingId, phone: '(863) 555-0142' }])
    const [party] = (await sheet(token)).body.parties
    expect(party).toMatchObject({ firstName: 'Ada', phone: '(863) 555-0142', pendingAmount: 4300 })
    expect(party).toMatchObject({ email: null, paidAmount: null, questions: [], guestNotes: { health: 'A bad knee' } })
    expect(JSON.stringify((await sheet(token)).body)).not.toMatch(/@|dog/)
    expect((await sheet(token, late)).status).toBe(403)

    const note = (id: number) => app.answer(addBookingNote, { token, params: { id }, body: { text: 'Left rod.' } })
    expect([(await note(near.bookingId)).status, (await note(far.bookingId)).status]).toEqual([201, 404])
    const pay = (id: number) =>
      app.answer(recordManualPayment, { token, params: { id }, body: { amount: 4300, method: 'CASH' } })
    expect(await pay(near.bookingId)).toMatchObject({ status: 201, body: { id: near.bookingId, pendingAmount: 0 } })
    expect(Object.keys((await pay(near.bookingId)).body)).not.toContain('email')
    expect((await pay(far.bookingId)).body).toMatchObject({ error: 'booking-not-found' })
  })
})
