import {
  changePassword,
  confirmEmail,
  forgotPassword,
  getMe,
  openPasswordReset,
  resendConfirmation,
  resetPassword,
  updateMe,
} from '@arcadia/contract/accounts'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import { formatMoment } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, inTurn } from '../../testing/account-calls.ts'
import { aColleague, aHold, anAdmin, anAngler, networkAddress, PASSWORD } from '../../testing/builders.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { readMails, tokenIn } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { login, me, forgot, reset, lastMail } = accountCalls(() => app)

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    app.answer(changePassword, { token, body: { currentPassword, newPassword } })

  test('ends every session and opens a new one for the caller', async () => {
    const { token, username } = await anAngler(app)
    const phone = (await login(username, PASSWORD)).body.token
    const reply = await change(token, PASSWORD, 'tarpon at dawn')
    expect(reply.status).toBe(200)
    expect(reply.body.user.username).toBe(username)
    expect((await me(reply.body.token)).status).toBe(200)
    for (const old of [token, phone]) expect((await me(old)).status).toBe(401)
    expect((await login(username, PASSWORD)).status).toBe(401)
    expect((await login(username, 'tarpon at dawn')).status).toBe(200)
  })

  test('needs the current password, and allows ten tries', async () => {
    const { token, username } = await anAngler(app)
    const replies = await inTurn(11, () => change(token, 'not the password', 'tarpon at dawn'))
    expect(replies[0]!.body).toMatchObject({ error: 'wrong-password', details: [{ path: 'currentPassword' }] })
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429])
    expect((await login(username, PASSWORD)).status, 'signing in is not locked by it').toBe(200)
  })

  test('a weak new password is refused with the reason', async () => {
    const { token, username } = await anAngler(app)
    expect((await change(token, PASSWORD, 'iloveyou')).body).toMatchObject({
      error: 'password-refused',
      details: [{ path: 'newPassword' }],
    })
    expect((await change(token, PASSWORD, username)).body.message).toMatch(/same as the username/)
    expect((await change(token, PASSWORD, 'perch')).body).toMatchObject({
      error: 'invalid-input',
      details: [{ path: 'newPassword' }],
    })
    expect((await me(token)).status, 'nothing has changed').toBe(200)
  })

  test("an admin's needs twelve characters", async () => {
    const token = await anAdmin(app)
    const reply = await change(token, 'a long enough password', 'elevenchars')
    expect(reply.status).toBe(400)
    expect(reply.body.message).toBe('Password must be at least 12 characters long')
  })

  test('twice at once happens once', async () => {
    const { token } = await anAngler(app)
    const replies = await Promise.all(
      ['first new one', 'second new one'].map((password) => change(token, PASSWORD, password)),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => status < 500)).toBe(true)
  })
})

describe('a forgotten password', () => {
  test('is replaced with an emailed link, which works once and ends every session', async () => {
    const { email, token, username } = await anAngler(app)
    expect((await forgot(email.toUpperCase())).status).toBe(202)
    const mail = await lastMail(email, 'reset-password')
    expect(mail!.text).toMatch(/http:\/\/localhost:3000\/reset-password\/[\w-]{12}#/)
    const link = tokenIn(mail)
    expect((await app.call(openPasswordReset, { body: { token: link } })).username).toBe(username)
    const { status, body } = await reset(link, 'tarpon at dawn')
    expect(status).toBe(200)
    expect((await me(token)).status).toBe(401)
    expect((await me(body.session!.token)).body, 'the link signs in').toMatchObject({ username, emailConfirmed: true })
    expect(body.session!.token).not.toBe(token)
    const session = await login(username, 'tarpon at dawn')
    expect(session.body.user.emailConfirmed, 'the mail was read at that address').toBe(true)
    const again = await reset(link, 'tarpon at dusk')
    expect(again.status).toBe(400)
    expect(again.body.error).toBe('link-invalid')
    expect((await app.answer(openPasswordReset, { body: { token: link } })).body.error).toBe('link-invalid')
  })

  test('the account reads by email when and on what its password was changed', async () => {
    const { email } = await anAngler(app)
    await forgot(email)
    const token = tokenIn(await lastMail(email, 'reset-password'))
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' }
    const { status } = await app.answer(resetPassword, { body: { token, password: 'tarpon at dawn' }, headers })
    expect(status).toBe(200)
    const { text } = (await lastMail(email, 'password-changed'))!
    expect(text).toContain(`When: ${formatMoment(app.clock.now())}\nDevice: iPhone`)
    expect(text).toContain("If it wasn't, set a new password right away.")
  })

  test('staff are signed in by their password and code alone', async () => {
    const { email } = await aColleague(app, 'OFFICE')
    await forgot(email)
    const { body } = await reset(tokenIn(await lastMail(email, 'reset-password')), 'tarpon at dawn, again')
    expect(body).toEqual({ message: 'Your password is changed. Sign in with the new one.', session: null })
  })

  test('a customer without a password is not told that somebody asked to reset it', async () => {
    const email = 'without.a.password@example.com'
    const body = { firstName: 'Nia', lastName: 'New', email, phoneNumber: '(863) 555-0142' }
    await app.call(registerNewcomer, { body, ip: networkAddress() })
    await forgot(email)
    const mail = (await lastMail(email, 'reset-password'))!
    expect(mail.subject).toBe('Set a password')
    expect(mail.text).toContain("Here's your link to set a password.")
    expect(mail.text).not.toMatch(/asked to reset|stays the same/)
    expect((await reset(tokenIn(mail), 'tarpon at dawn')).body.session!.user).toMatchObject({
      email,
      hasPassword: true,
    })
  })

  test('an unknown address gets the same response and no email', async () => {
    const { email } = await anAngler(app)
    const [known, unknown] = [await forgot(email), await forgot('nobody.at.all@example.com')]
    expect(unknown.status).toBe(202)
    expect(unknown.body).toEqual(known.body)
    expect(await readMails(app, 'nobody.at.all@example.com')).toEqual([])
  })

  test('a request is only queued, whether or not there is an account', async () => {
    const { email } = await anAngler(app)
    for (const address of [email, 'nobody.at.all@example.com'])
      await app.call(forgotPassword, { body: { email: address } })
    const asked = () => app.database.db.selectFrom('link_requests').select('email').orderBy('id').execute()
    expect(await asked()).toEqual([{ email }, { email: 'nobody.at.all@example.com' }])
    expect(await lastMail(email, 'reset-password')).toBeUndefined()
    await app.app.runJobs()
    expect(await asked()).toEqual([])
    expect(await lastMail(email, 'reset-password')).toBeDefined()
  })

  test('at most three emails an hour', async () => {
    const { email } = await anAngler(app)
    const replies = await inTurn(5, () => forgot(email))
    expect(replies.every(({ status }) => status === 202)).toBe(true)
    const mails = await readMails(app, email, 'reset-password')
    expect(mails).toHaveLength(3)
  })

  test('a link expires after an hour', async () => {
    const { email } = await anAngler(app)
    await forgot(email)
    const link = tokenIn(await lastMail(email, 'reset-password'))
    app.clock.advance({ minutes: 60 })
    expect((await reset(link, 'tarpon at dawn')).body.error).toBe('link-invalid')
  })

  test('a refused password leaves the link usable', async () => {
    const { email } = await anAngler(app)
    await forgot(email)
    const link = tokenIn(await lastMail(email, 'reset-password'))
    const refused = await reset(link, 'iloveyou')
    expect(refused.body).toMatchObject({ error: 'password-refused', details: [{ path: 'password' }] })
    expect((await reset(link, 'tarpon at dawn')).status).toBe(200)
  })

  test('one link used twice at once changes the password once', async () => {
    const { email } = await anAngler(app)
    await forgot(email)
    const link = tokenIn(await lastMail(email, 'reset-password'))
    const replies = await Promise.all(['tarpon at dawn', 'tarpon at dusk'].map((password) => reset(link, password)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a link ends when the password or address changes or the account is deactivated', async () => {
    const linkOf = async (email: string) => {
      await forgot(email)
      return tokenIn(await lastMail(email, 'reset-password'))
    }
    const [changed, moved, closed] = [await anAngler(app), await anAngler(app), await anAngler(app)]
    const links = [await linkOf(changed.email), await linkOf(moved.email), await linkOf(closed.email)]
    const body = { currentPassword: PASSWORD, newPassword: 'tarpon at noon' }
    await app.call(changePassword, { token: changed.token, body })
    const email = `moved.${moved.email}`
    await app.call(updateMe, { token: moved.token, body: { email, currentPassword: PASSWORD } })
    const link = tokenIn(await lastMail(email, 'confirm-email'))
    await app.call(confirmEmail, { body: { token: link, isMine: true, password: PASSWORD } })
    await app.database.db.updateTable('users').set({ is_active: false }).where('id', '=', closed.id).execute()
    for (const link of links) expect((await reset(link, 'tarpon at dawn')).body.error).toBe('link-invalid')
  })

  test('a made-up link and a link for another purpose are refused', async () => {
    const { email } = await anAngler(app)
    const confirmLink = tokenIn(await lastMail(email, 'confirm-email'))
    for (const link of ['x'.repeat(43), confirmLink])
      expect((await reset(link, 'tarpon at dawn')).body.error).toBe('link-invalid')
    expect((await reset('', 'tarpon at dawn')).body).toMatchObject({
      error: 'invalid-input',
      details: [{ path: 'token' }],
    })
  })

  test('the outbox holds no live secret', async () => {
    const { email } = await anAngler(app)
    await forgot(email)
    const link = tokenIn(await lastMail(email, 'reset-password'))
    const { rows } = await app.database.pool.query(
      'select o::text as row from outbox_mails o union all select l::text from links l',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(link)
  })
})

describe('confirming the address', () => {
  const confirm = (token: string) => app.answer(confirmEmail, { body: { token, isMine: true, password: PASSWORD } })
  const resend = (token: string) => app.answer(resendConfirmation, { token })

  test('opening the link confirms it, and opening it again is harmless', async () => {
    const { email, token } = await anAngler(app)
    const link = tokenIn(await lastMail(email, 'confirm-email'))
    expect((await confirm(link)).body).toEqual({ message: 'Your email address is confirmed.' })
    expect((await confirm(link)).status).toBe(200)
    expect((await me(token)).body.emailConfirmed).toBe(true)
  })

  test('the link expires after a week', async () => {
    const { email } = await anAngler(app)
    const link = tokenIn(await lastMail(email, 'confirm-email'))
    app.clock.advance({ days: 7 })
    expect((await confirm(link)).body).toMatchObject({
      error: 'link-invalid',
      message: expect.stringMatching(/ask for a new one/),
    })
  })

  test('the email can be resent three times an hour', async () => {
    const { email, token } = await anAngler(app)
    const replies = await inTurn(4, () => resend(token))
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 429])
    expect(await readMails(app, email, 'confirm-email')).toHaveLength(4)
  })

  test('a confirmed address gets no email', async () => {
    const { email, token } = await anAngler(app)
    await confirm(tokenIn(await lastMail(email, 'confirm-email')))
    expect((await resend(token)).body).toEqual({ message: 'Your email address is already confirmed.' })
    expect((await readMails(app, email)).every(({ text }) => !/#[\w-]{43}/.test(text))).toBe(true)
  })

  test('booking works before confirming', async () => {
    const { token } = await anAngler(app)
    expect(await aHold(app, token)).toMatch(/^[\w-]{36}$/)
  })
})

test('the link in a delivered email confirms the address', async () => {
  const server = await startMailServer()
  const posting = await startTestApp({ settings: { SMTP_URL: server.url } })
  try {
    posting.app.startJobs()
    const { email, token } = await anAngler(posting)
    const [mail] = await eventually(async () => server.received.length > 0 && server.received)
    expect(mail!.to).toEqual([email])
    // Quoted-printable: long lines are folded with a =, and = itself is =3D.
    const text = mail!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const link = /#([\w-]{43})/.exec(text)![1]
    expect(
      (await posting.answer(confirmEmail, { body: { token: link!, isMine: true, password: PASSWORD } })).status,
    ).toBe(200)
    expect((await posting.call(getMe, { token })).emailConfirmed).toBe(true)
  } finally {
    await posting.close()
    await server.close()
  }
})
