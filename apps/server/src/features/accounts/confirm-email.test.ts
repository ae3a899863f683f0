import { confirmEmail, openConfirmation, register, resendConfirmation, updateMe } from '@arcadia/contract/accounts'
import { cancelBooking } from '@arcadia/contract/bookings'
import { askForSignInLink, registerNewcomer, signInWithLink } from '@arcadia/contract/newcomers'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { accountCalls, newAccount } from '../../testing/account-calls.ts'
import { aHold, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { tokenIn } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deviceOf } from './accounts.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { login, me, forgot, reset, lastMail } = accountCalls(() => app)

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

/** Signs up on a Windows PC; `headers` are that browser's from then on. */
async function aSignUp() {
  const account = newAccount({ firstName: 'Dana' })
  const agent = { 'user-agent': WINDOWS }
  const answer = await app.answer(register, { body: account, ip: networkAddress(), headers: agent })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const link = tokenIn(await lastMail(account.email, 'confirm-email'))
  return { ...account, session: answer.body.token, headers: { ...agent, cookie }, link }
}

type Headers = Record<string, string>
const open = (token: string, headers: Headers = {}) => app.answer(openConfirmation, { body: { token }, headers })
const answer = (token: string, body: { isMine?: boolean; password?: string } = {}, headers: Headers = {}) =>
  app.answer(confirmEmail, { body: { token, ...body }, headers, ip: networkAddress() })
const isConfirmed = async (session: string) => (await me(session)).body.emailConfirmed

test('opening a link, as often as anyone likes, confirms nothing and says whose sign-up it is', async () => {
  const { link, session, email } = await aSignUp()
  app.clock.advance({ minutes: 10 })
  for (let scan = 0; scan < 3; scan++)
    expect((await open(link)).body).toMatchObject({
      email,
      isNewAddress: false,
      isConfirmed: false,
      name: 'Dana',
      question: { device: 'a Windows PC', needsPassword: true },
    })
  expect(await isConfirmed(session)).toBe(false)
})

test('the browser that signed up is asked nothing, and one press confirms', async () => {
  const { link, session, headers } = await aSignUp()
  expect((await open(link, headers)).body.question).toBeNull()
  expect((await answer(link, {}, headers)).body).toEqual({ message: 'Your email address is confirmed.' })
  expect(await isConfirmed(session)).toBe(true)
})

test('any other device says whose sign-up it is, with the password; nothing else confirms', async () => {
  const { link, session } = await aSignUp()
  expect((await answer(link)).body.error).toBe('whose-sign-up')
  for (const password of [undefined, 'not the password'])
    expect((await answer(link, { isMine: true, ...(password && { password }) })).body).toMatchObject({
      error: 'wrong-password',
      details: [{ path: 'password' }],
    })
  expect(await isConfirmed(session)).toBe(false)
  expect((await answer(link, { isMine: true, password: PASSWORD })).status).toBe(200)
  expect(await isConfirmed(session), 'the laptop stays signed in').toBe(true)
})

test('guesses of the password are counted', async () => {
  const { link } = await aSignUp()
  for (let guess = 0; guess < 10; guess++) await answer(link, { isMine: true, password: 'not the password' })
  expect((await answer(link, { isMine: true, password: PASSWORD })).body.error).toBe('too-many-failures')
})

test('"No, not me" ends the sessions and the password, and the link with them', async () => {
  const { link, session, username, headers } = await aSignUp()
  for (const press of ['first', 'again']) expect((await answer(link, { isMine: false })).status, press).toBe(200)
  expect((await me(session)).status).toBe(401)
  expect((await login(username, PASSWORD)).status).toBe(401)
  expect((await open(link)).body.error).toBe('link-invalid')
  expect((await answer(link, {}, headers)).body.error).toBe('link-invalid')
  expect((await answer(link, { isMine: true, password: PASSWORD })).body.error).toBe('link-invalid')
})

test('a session that holds spots ends when the hold does', async () => {
  const { link, session } = await aSignUp()
  await aHold(app, session)
  await answer(link, { isMine: false })
  expect((await me(session)).status, 'still at checkout').toBe(200)
  app.clock.advance({ minutes: 10 })
  expect((await me(session)).status).toBe(401)
})

test('a waitlist offer, which may last overnight, keeps no session and stays with the account', async () => {
  const { link, session } = await aSignUp()
  const date = openDates()[0]!
  const full = await aBooking(app, { date, guests: 4 })
  await app.call(joinWaitlist, { token: session, body: { selectedDate: date, numberOfGuests: 2 } })
  await app.call(cancelBooking, { token: full.token, params: { id: full.bookingId } })
  await app.app.runJobs()
  expect((await app.call(listMyWaitlist, { token: session }))[0]!.offer).not.toBeNull()
  await answer(link, { isMine: false })
  expect((await me(session)).status).toBe(401)
  const offers = app.database.db.selectFrom('holds').selectAll().where('trip_date', '=', date)
  expect(await offers.where('waitlist_entry_id', 'is not', null).execute()).toMatchObject([{ released_at: null }])
})

test('a newcomer who sets a password on the phone keeps the checkout on the laptop', async () => {
  const email = 'laptop.and.phone@example.com'
  const body = { firstName: 'Nia', lastName: 'New', email, phoneNumber: '(863) 555-0142' }
  const { token } = await app.call(registerNewcomer, { body, ip: networkAddress() })
  await aHold(app, token)
  expect((await reset(tokenIn(await lastMail(email, 'newcomer')), 'tarpon at dawn')).status).toBe(200)
  expect((await me(token)).status).toBe(200)
  app.clock.advance({ minutes: 10 })
  expect((await me(token)).status).toBe(401)
})

test('a reset of a confirmed account ends every session at once, holding or not', async () => {
  const { link, session, email, headers } = await aSignUp()
  await answer(link, {}, headers)
  await aHold(app, session)
  await forgot(email)
  await reset(tokenIn(await lastMail(email, 'reset-password')), 'tarpon at dawn')
  expect((await me(session)).status).toBe(401)
})

test('a sign-in link on the device that signed up keeps the password', async () => {
  const { email, username, headers, session } = await aSignUp()
  await app.request('POST', askForSignInLink.path, { body: { email }, ip: networkAddress() })
  await app.app.runJobs()
  const token = tokenIn(await lastMail(email, 'sign-in-link'))
  expect((await app.answer(signInWithLink, { body: { token }, headers })).status).toBe(200)
  expect(await isConfirmed(session)).toBe(true)
  expect((await login(username, PASSWORD)).status).toBe(200)
})

test('a changed address asks the same, and "No" leaves the account as it was', async () => {
  const { session, email, username, headers } = await aSignUp()
  const wanted = `wanted.${email}`
  const change = { email: wanted, currentPassword: PASSWORD }
  await app.call(updateMe, { token: session, body: change, headers, ip: networkAddress() })
  const link = tokenIn(await lastMail(wanted, 'confirm-email'))
  expect((await open(link)).body).toMatchObject({
    email: wanted,
    isNewAddress: true,
    question: { device: 'a Windows PC', needsPassword: true },
  })
  expect((await answer(link)).body.error).toBe('whose-sign-up')
  expect((await answer(link, { isMine: false })).status).toBe(200)
  expect((await me(session)).body).toMatchObject({ email, pendingEmail: null })
  expect((await login(username, PASSWORD)).status).toBe(200)
  expect((await answer(link, { isMine: true, password: PASSWORD })).body.error).toBe('link-invalid')
})

test('a name that is no name is not shown', async () => {
  const account = newAccount({ firstName: 'Win at evil.example' })
  await app.call(register, { body: account, ip: networkAddress() })
  const link = tokenIn(await lastMail(account.email, 'confirm-email'))
  expect((await open(link)).body.name).toBe(account.username)
})

test('a link sent again confirms as well', async () => {
  const { session, email, link } = await aSignUp()
  await app.call(resendConfirmation, { token: session })
  const again = tokenIn(await lastMail(email, 'confirm-email'))
  expect(again).not.toBe(link)
  expect((await answer(again, { isMine: true, password: PASSWORD })).status).toBe(200)
  expect((await open(link)).body.isConfirmed).toBe(true)
})

test('a browser names its kind of device, and nothing it sends is repeated', () => {
  expect(deviceOf(WINDOWS)).toBe('a Windows PC')
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')).toBe('an iPhone')
  expect(deviceOf('Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36')).toBe('an Android phone')
  expect(deviceOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('a Mac or an iPad')
  expect(deviceOf('You won, call 555-0100')).toBeNull()
})
