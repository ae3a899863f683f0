import {
  changePassword,
  closeAccount,
  confirmEmail,
  login,
  logout,
  register,
  updateMe,
} from '@arcadia/contract/accounts'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { askForSignInLink, registerNewcomer, signInWithLink } from '@arcadia/contract/newcomers'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { listMyBookings } from '@arcadia/contract/trips'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, inTurn, newAccount, useUp } from '../../testing/account-calls.ts'
import { aHold, anAdmin, anAngler, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { queuedBehind } from '../../testing/queued-behind.ts'
import { confirmAddress, readMails, tokenIn } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signUpsOf } from '../accounts/accounts.rules.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_EMAIL: 'owner@example.com' } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const { me, reset, lastMail } = accountCalls(() => app)
const dates = openDates()

type Person = WireInput<typeof registerNewcomer>['body']
let made = 0
const person = (over: Partial<Person> = {}): Person => ({
  firstName: 'Nia',
  lastName: 'New',
  email: `first.look${++made}@example.com`,
  phoneNumber: '(863) 555-0142',
  ...over,
})
const join = (body: Person, { key, ip = networkAddress() }: { key?: string; ip?: string } = {}) =>
  app.answer(registerNewcomer, { body, ip, headers: key ? { 'idempotency-key': key } : {} })
const newKey = () => `${++made}`.padStart(32, 'k')

/** Requests a sign-in link and runs the sweep that sends it. */
async function ask(
  email: string,
  { selectedDate, ip = networkAddress() }: { selectedDate?: string; ip?: string } = {},
) {
  const reply = await app.answer(askForSignInLink, { body: { email, ...(selectedDate && { selectedDate }) }, ip })
  await app.app.runJobs()
  return reply
}
const linkOf = async (email: string) => {
  await ask(email)
  return tokenIn(await lastMail(email, 'sign-in-link'))
}
const open = (token: string) => app.answer(signInWithLink, { body: { token }, ip: networkAddress() })

const byPhone = (email: string) =>
  app.answer(enterPhoneBooking, {
    token: admin,
    body: {
      selectedDate: dates.shift()!,
      numberOfGuests: 1,
      packageType: 'TROPHY',
      firstName: 'Rosa',
      lastName: 'Diaz',
      email,
      phone: '(863) 555-0100',
    },
  })

describe('booking without a password', () => {
  test('name, email and phone create a signed-in USER who can hold a date; a link to set a password is emailed', async () => {
    const body = person()
    const { status, body: session } = await join(body)
    expect(status).toBe(201)
    expect(session.user).toEqual({
      id: expect.any(Number),
      username: body.email.split('@')[0],
      email: body.email,
      emailConfirmed: false,
      hasPassword: false,
      pendingEmail: null,
      firstName: 'Nia',
      lastName: 'New',
      phoneNumber: '(863) 555-0142',
      role: 'USER',
      position: null,
    })
    expect(await aHold(app, session.token)).toMatch(/^[\w-]{36}$/)

    const mails = await readMails(app, body.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['newcomer'])
    expect(mails[0]!.text).toContain('Hello Nia,')
    expect(mails[0]!.text, 'who waits for a spot is one too').not.toContain('booking')
    expect((await reset(tokenIn(mails[0]), 'a password of her own')).status).toBe(200)
    const again = await app.call(login, { body: { usernameOrEmail: body.email, password: 'a password of her own' } })
    expect(again.user).toMatchObject({ emailConfirmed: true, hasPassword: true })
  })

  test('no password works, and the error is the usual one', async () => {
    const { email } = person()
    await join(person({ email }))
    for (const password of [' ', 'null', PASSWORD]) {
      const reply = await app.answer(login, { body: { usernameOrEmail: email, password }, ip: networkAddress() })
      expect(reply).toMatchObject({ status: 401, body: { error: 'invalid-login' } })
    }
  })

  test.each([
    ['firstName', '', 'First name is required'],
    ['lastName', 'x'.repeat(101), 'Last name can be at most 100 characters long'],
    ['email', 'nia', 'Please enter a valid email address'],
    ['phoneNumber', '', 'Phone number is required'],
    ['phoneNumber', '12', 'Please enter a phone number with at least 7 digits'],
    ['password', 'secret', "Unknown field 'password'."],
  ])('%s %j is refused with its sentence', async (path, value, message) => {
    const { status, body } = await join({ ...person(), [path]: value })
    expect({ status, detail: body.details[0] }).toEqual({ status: 400, detail: { path, message } })
  })

  test('an address with an account is refused, in any case, and the account is unchanged', async () => {
    const angler = await anAngler(app)
    const reply = await join(person({ email: angler.email.toUpperCase() }), { key: newKey() })
    expect(reply).toMatchObject({ status: 409, body: { error: 'email-taken', details: [{ path: 'email' }] } })
    expect((await me(angler.token)).body).toMatchObject({ firstName: 'Ada', hasPassword: true })
    expect(await readMails(app, angler.email, 'newcomer')).toEqual([])
  })

  test('a taken username gets a variation', async () => {
    await app.call(register, { body: newAccount({ username: 'taken.name' }), ip: networkAddress() })
    const { body } = await join(person({ email: 'taken.name@example.com' }))
    expect(body.user.username).toMatch(/^taken\.name\.\d{5}$/)
  })

  test('a retry after a lost response signs in to the same account, also concurrently', async () => {
    const body = person()
    const key = newKey()
    const sessions = await Promise.all([join(body, { key }), join(body, { key }), join(body, { key })])
    expect(sessions.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(sessions.map((one) => one.body.user.id)).size).toBe(1)
    expect(await readMails(app, body.email, 'newcomer')).toHaveLength(1)
    // Another key, no key, or the key with another address counts as someone else.
    expect((await join(body, { key: newKey() })).status).toBe(409)
    expect((await join(body)).status).toBe(409)
    const other = await join(person(), { key })
    expect(other.body.user.id).not.toBe(sessions[0].body.user.id)
    expect(await join(body, { key: 'easily-guessed' })).toMatchObject({ status: 400, body: { error: 'invalid-input' } })
    app.clock.advance({ minutes: 15 })
    expect((await join(body, { key })).status).toBe(409)
  })

  test('the key stops working once someone has used an emailed link', async () => {
    const [byLink, byPassword] = [person(), person()]
    const key = newKey()
    for (const body of [byLink, byPassword]) await join(body, { key })
    await open(await linkOf(byLink.email))
    await reset(tokenIn(await lastMail(byPassword.email, 'newcomer')), 'a password of her own')
    for (const body of [byLink, byPassword]) expect((await join(body, { key })).status).toBe(409)
  })

  test('a retry for an address its account has left is refused and creates no account', async () => {
    const body = person()
    const key = newKey()
    const { token } = (await join(body, { key })).body
    const email = person().email
    await app.call(updateMe, { token, body: { email } })
    await confirmAddress(app, email)
    expect(await join(body, { key })).toMatchObject({ status: 409, body: { error: 'email-taken' } })
    // The refused retry left no account with the address.
    expect((await join(body, { key: newKey() })).status).toBe(201)
  })

  test('it shares the rate limit of registering', async () => {
    const ip = networkAddress()
    await useUp(app, signUpsOf(`network:${ip}`), 59)
    expect((await join(person(), { ip })).status).toBe(201)
    expect(await join(person(), { ip })).toMatchObject({ status: 429, body: { error: 'too-many-requests' } })
  })
})

describe('actions that need a password', () => {
  test('fail with no-password, count no failure and change nothing', async () => {
    const { body } = await join(person())
    const { token } = body
    const change = () =>
      app.answer(changePassword, { token, body: { currentPassword: 'a guess', newPassword: 'tarpon at dawn' } })
    const close = () => app.answer(closeAccount, { token, body: { password: 'a guess' } })
    for (const reply of [...(await inTurn(11, change)), ...(await inTurn(11, close))])
      expect(reply).toMatchObject({ status: 409, body: { error: 'no-password' } })
    expect((await me(token)).body.hasPassword).toBe(false)
  })

  test('a mistyped address can be corrected without one until it is confirmed', async () => {
    const { body } = await join(person())
    const { token, user } = body
    const right = person().email
    const asked = await app.answer(updateMe, { token, body: { email: right } })
    expect(asked.body).toMatchObject({ email: user.email, pendingEmail: right })
    expect((await lastMail(user.email, 'email-change-asked'))!.text).not.toContain('password')
    await app.call(confirmEmail, {
      body: { token: tokenIn(await lastMail(right, 'confirm-email')), isMine: true, password: PASSWORD },
    })
    expect((await me(token)).body).toMatchObject({ email: right, emailConfirmed: true, pendingEmail: null })
    // From now on a new address needs a password; a link doesn't replace it.
    const { body: session } = await open(await linkOf(right))
    for (const one of [token, session.token]) {
      const reply = await app.answer(updateMe, { token: one, body: { email: person().email } })
      expect(reply).toMatchObject({ status: 409, body: { error: 'no-password' } })
    }
    expect((await app.answer(updateMe, { token, body: { firstName: 'Mia' } })).body.firstName).toBe('Mia')
  })
})

describe('a sign-in link', () => {
  test('signs in once, confirms the address, and leads back to the date', async () => {
    const { body } = await join(person())
    const { email } = body.user
    await app.call(logout, { token: body.token })
    await ask(email.toUpperCase(), { selectedDate: '2027-06-10' })
    const mail = await lastMail(email, 'sign-in-link')
    expect(mail!.text).toMatch(/\/sign-in\/[\w-]{12}#[\w-]{43}\n/)
    expect(mail!.text).toContain('Thursday, June 10')
    const { status, body: session } = await open(tokenIn(mail))
    expect({ status, ...session.user }).toMatchObject({ status: 200, email, emailConfirmed: true, hasPassword: false })
    expect((await me(session.token)).status).toBe(200)
    expect(await open(tokenIn(mail))).toMatchObject({ status: 400, body: { error: 'link-invalid' } })
  })

  test('leaves password and sessions of a customer with a password unchanged', async () => {
    const angler = await anAngler(app)
    await confirmAddress(app, angler.email)
    expect((await open(await linkOf(angler.email))).body.user.hasPassword).toBe(true)
    expect((await me(angler.token)).status).toBe(200)
    const reply = await app.answer(login, { body: { usernameOrEmail: angler.username, password: PASSWORD } })
    expect(reply.status).toBe(200)
  })

  test('on an unconfirmed account ends all access of a stranger who registered the address', async () => {
    const stranger = await anAngler(app)
    const moved = person().email
    await app.call(updateMe, { token: stranger.token, body: { email: moved, currentPassword: PASSWORD } })
    const wayOut = tokenIn(await lastMail(moved, 'confirm-email'))
    const link = await linkOf(stranger.email)
    expect((await lastMail(stranger.email, 'sign-in-link'))!.text).toContain('removes the password')
    const { body: owner } = await open(link)
    expect(owner.user).toMatchObject({ emailConfirmed: true, hasPassword: false, pendingEmail: null })
    expect((await me(stranger.token)).status).toBe(401)
    const signIn = await app.answer(login, { body: { usernameOrEmail: stranger.email, password: PASSWORD } })
    expect(signIn.status).toBe(401)
    expect(
      (await app.answer(confirmEmail, { body: { token: wayOut, isMine: true, password: PASSWORD } })).body.error,
    ).toBe('link-invalid')
    expect((await me(owner.token)).body.email).toBe(stranger.email)
  })

  test('works for 15 minutes, not once the account is deactivated, and ends the other links', async () => {
    const { email } = await anAngler(app)
    const old = await linkOf(email)
    app.clock.advance({ minutes: 15 })
    expect((await open(old)).body.error).toBe('link-invalid')
    const [first, second] = [await linkOf(email), await linkOf(email)]
    const { body } = await open(second)
    expect((await open(first)).body.error).toBe('link-invalid')
    const last = await (async () => {
      app.clock.advance({ hours: 1 })
      return linkOf(email)
    })()
    await app.database.db.updateTable('users').set({ is_active: false }).where('id', '=', body.user.id).execute()
    expect((await open(last)).body.error).toBe('link-invalid')
  })

  test('signs in once if used twice at once; made-up, altered and other links are refused', async () => {
    const { email } = await anAngler(app)
    const confirm = tokenIn(await lastMail(email, 'confirm-email'))
    const link = await linkOf(email)
    const replies = await Promise.all([open(link), open(link), open(link)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    for (const wrong of ['x'.repeat(43), `${link.slice(0, -1)}_`, confirm])
      expect((await open(wrong)).body.error).toBe('link-invalid')
    const other = await linkOf(email)
    expect((await reset(other, 'tarpon at dawn')).body.error, 'it sets no password').toBe('link-invalid')
  })

  test('a request gets the same response and does the same work whether or not there is an account', async () => {
    const { email } = await anAngler(app)
    const nobody = person().email
    const body = (address: string) => ({ body: { email: address }, ip: networkAddress() })
    const [known, unknown] = [
      await app.answer(askForSignInLink, body(email)),
      await app.answer(askForSignInLink, body(nobody)),
    ]
    expect({ ...unknown, headers: {} }).toEqual({ ...known, headers: {} })
    expect(known.status).toBe(202)
    const written = await app.database.db.selectFrom('link_requests').select(['email', 'purpose']).execute()
    expect(written).toEqual([email, nobody].map((address) => ({ email: address, purpose: 'SIGN_IN' })))
    await app.app.runJobs()
    expect(await readMails(app, nobody)).toEqual([])
    expect(await readMails(app, email, 'sign-in-link')).toHaveLength(1)
  })

  test('is limited to three an hour per address and twenty requests per network', async () => {
    const { email } = await anAngler(app)
    const ip = networkAddress()
    const replies = await inTurn(25, (index) => ask(index < 5 ? email : person().email, { ip }))
    expect(replies.every(({ status }) => status === 202)).toBe(true)
    expect(await readMails(app, email, 'sign-in-link')).toHaveLength(3)
    const late = await anAngler(app)
    await ask(late.email, { ip })
    expect(await readMails(app, late.email, 'sign-in-link')).toEqual([])
  })

  test('is not for admins, whose sign-in may ask for a code', async () => {
    await ask('owner@example.com')
    expect(await readMails(app, 'owner@example.com', 'sign-in-link')).toEqual([])
    const angler = await anAngler(app)
    const link = await linkOf(angler.email)
    await app.database.db
      .updateTable('users')
      .set({ role: 'ADMIN', position: 'OWNER' })
      .where('id', '=', angler.id)
      .execute()
    expect((await open(link)).body.error).toBe('link-invalid')
  })

  test('leaves no live secret in the outbox or among the links', async () => {
    const { email } = await anAngler(app)
    const link = await linkOf(email)
    const { rows } = await app.database.pool.query(
      'select o::text as row from outbox_mails o union all select l::text from links l',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(link)
  })
})

describe('a phone booking for an unconfirmed address', () => {
  test('resets the account, even if it never had a password', async () => {
    const body = person()
    const { body: stranger } = await join(body)
    expect((await byPhone(body.email)).status).toBe(201)
    expect((await app.answer(listMyBookings, { token: stranger.token })).status).toBe(401)
    const { body: owner } = await open(await linkOf(body.email))
    expect(owner.user).toMatchObject({ id: stranger.user.id, firstName: 'Rosa' })
    expect(await app.call(listMyBookings, { token: owner.token })).toHaveLength(1)
  })

  test('also when the stranger retries the sign-up at the same time', async () => {
    const body = person()
    const key = newKey()
    const { user } = (await join(body, { key })).body
    const [taken, again] = await queuedBehind(
      app,
      user.id,
      () => byPhone(body.email),
      () => join(body, { key }),
    )
    expect([taken.status, again.status]).toEqual([201, 409])
  })

  test('also when the stranger signed out and kept the key or a pending address change', async () => {
    const [pressed, moving] = [person(), person()]
    const key = newKey()
    await app.call(logout, { token: (await join(pressed, { key })).body.token })
    const { token } = (await join(moving)).body
    const moved = person().email
    await app.call(updateMe, { token, body: { email: moved } })
    await app.call(logout, { token })
    const wayOut = tokenIn(await lastMail(moved, 'confirm-email'))
    for (const { email } of [pressed, moving]) expect((await byPhone(email)).status).toBe(201)
    expect((await join(pressed, { key })).status).toBe(409)
    expect(
      (await app.answer(confirmEmail, { body: { token: wayOut, isMine: true, password: PASSWORD } })).body.error,
    ).toBe('link-invalid')
  })
})
