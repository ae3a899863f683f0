import {
  cancelEmailChange,
  changePassword,
  confirmEmail,
  logout,
  resendConfirmation,
  testSession,
  updateMe,
} from '@arcadia/contract/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../http/sessions.ts'
import { accountCalls, inTurn, newAccount, useUp } from '../../testing/account-calls.ts'
import { type Angler, anAdmin, anAngler, networkAddress, PASSWORD } from '../../testing/builders.ts'
import { readMails, tokenIn } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { signUpsOf } from './accounts.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { register, login, me, forgot, reset, lastMail } = accountCalls(() => app)

describe('signing up', () => {
  test('creates a USER, signs in and emails a confirmation link', async () => {
    const body = newAccount()
    const reply = await register(body)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: expect.any(Number),
        username: body.username,
        email: body.email,
        emailConfirmed: false,
        hasPassword: true,
        pendingEmail: null,
        firstName: 'Nia',
        lastName: 'New',
        phoneNumber: '555-0142',
        role: 'USER',
        position: null,
      },
    })
    expect((await me(reply.body.token)).body).toEqual(reply.body.user)
    const mails = await readMails(app, body.email)
    expect(mails).toMatchObject([{ kind: 'confirm-email', subject: 'Please confirm your email address' }])
    expect(mails[0]!.text).toContain('Hello Nia,')
    expect(mails[0]!.text).toMatch(/http:\/\/localhost:3000\/confirm-email\/[\w-]{12}#/)
  })

  test('first and last name are optional', async () => {
    const { firstName: _, lastName: __, ...body } = newAccount()
    expect((await register(body)).body.user).toMatchObject({ firstName: null, lastName: null })
  })

  test.each([
    ['username', '', 'Username is required'],
    ['username', 'ab', 'Username must be at least 3 characters long'],
    ['username', 'x'.repeat(101), 'Username can be at most 100 characters long'],
    ['username', 'ana@example.com', 'A username can only have letters, digits, dots, dashes, and underscores'],
    ['username', 'ana reyes', 'A username can only have letters, digits, dots, dashes, and underscores'],
    ['email', '', 'Email is required'],
    ['email', 'ana', 'Please enter a valid email address'],
    ['username', 'ünal.öz', 'A username can only have letters, digits, dots, dashes, and underscores'],
    ['username', 'аdmin', 'A username can only have letters, digits, dots, dashes, and underscores'],
    ['email', 'ana@example.com\r\nBcc: eve@example.com', 'Please enter a valid email address'],
    ['email', 'ana?bcc=eve@example.com', 'Please enter a valid email address'],
    ['email', 'ana&body=x@example.com', 'Please enter a valid email address'],
    ['email', 'ana%40eve.com@example.com', 'Please enter a valid email address'],
    ['email', 'ana@example..com', 'Please enter a valid email address'],
    ['email', 'ana\u0007@example.com', 'Please enter a valid email address'],
    ['password', '', 'Password is required'],
    ['password', 'perch', 'Password must be at least 6 characters long'],
    ['password', 'x'.repeat(257), 'Password can be at most 256 characters long'],
    ['phoneNumber', ' ', 'Phone number is required'],
    ['firstName', 'x'.repeat(101), 'First name can be at most 100 characters long'],
    ['lastName', 'x'.repeat(101), 'Last name can be at most 100 characters long'],
    ['lastName', 'nul\0', "Last name contains a character we can't store"],
    ['firstName', 'Ana\nBEGIN:VEVENT', 'First name must be on one line, without control characters'],
    ['lastName', 'Reyes\u001b[2J', 'Last name must be on one line, without control characters'],
    ['lastName', 'Reyes\u2028Cash', 'Last name must be on one line, without control characters'],
    ['phoneNumber', '555\t0142-00', 'Phone number must be on one line, without control characters'],
    ['role', 'ADMIN', "Unknown field 'role'."],
  ])('%s %j is refused with its sentence', async (path, value, message) => {
    const reply = await register(newAccount({ [path]: value }))
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ message, error: 'invalid-input' })
    expect(reply.body.details[0]).toEqual({ path, message })
  })

  test.each([
    ['common', 'Qwerty123', /too easy to guess/],
    ['the username', 'Longfin.77', /same as the username/],
    ['the address', 'LONGFIN@example.com', /same as the email address/],
  ])('a password that is %s is refused with the reason', async (_, password, message) => {
    const reply = await register(newAccount({ username: 'longfin.77', email: 'longfin@example.com', password }))
    expect(reply.status).toBe(400)
    expect(reply.body.error).toBe('password-refused')
    expect(reply.body.message).toMatch(message)
    expect(reply.body.details).toEqual([{ path: 'password', message: reply.body.message }])
  })

  test('usernames and addresses are unique regardless of case', async () => {
    await register(newAccount({ username: 'Unal.Oz', email: 'Unal@example.com' }))
    const sameName = await register(newAccount({ username: 'uNAL.oZ' }))
    expect(sameName.status).toBe(409)
    expect(sameName.body).toMatchObject({
      error: 'username-taken',
      message: 'That username is already taken.',
      details: [{ path: 'username' }],
    })
    const sameEmail = await register(newAccount({ email: 'uNAL@EXAMPLE.com' }))
    expect(sameEmail.status).toBe(409)
    expect(sameEmail.body).toMatchObject({ error: 'email-taken', details: [{ path: 'email' }] })
  })

  test('a username typed in full-width letters is the plain one, and both sign in', async () => {
    const reply = await register(newAccount({ username: 'Ｐｅｒｃｈ.２７' }))
    expect(reply.body.user.username).toBe('Perch.27')
    expect((await register(newAccount({ username: 'perch.27' }))).body.error).toBe('username-taken')
    expect((await login('Ｐｅｒｃｈ.２７', PASSWORD)).status).toBe(200)
  })

  test.each(["o'brien+arcadia@example.com", 'ana_reyes.1@mail.example.co.uk', 'jörg@bücher.example'])(
    'the address %s is valid',
    async (email) => {
      expect((await register(newAccount({ email }))).body.user.email).toBe(email)
    },
  )

  test('if several people want a username at once, one gets it and the others get an error', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => register(newAccount({ username: 'wanted' }))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('one network can sign up 60 times an hour', async () => {
    const ip = networkAddress()
    await useUp(app, signUpsOf(`network:${ip}`), 59)
    expect((await register(newAccount(), ip)).status).toBe(201)
    const refused = await register(newAccount(), ip)
    expect(refused.status).toBe(429)
    expect(refused.body.error).toBe('too-many-requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a session', () => {
  test('returns its user', async () => {
    const { token, username } = await anAngler(app)
    const reply = await app.answer(testSession, { token })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^text\/plain/)
    expect(reply.body).toBe(`Signed in as ${username}`)
  })

  test.each([
    'GET /api/auth/test',
    'GET /api/auth/me',
    'PUT /api/auth/me',
    'PUT /api/auth/me/password',
    'POST /api/auth/logout',
    'POST /api/auth/me/confirmation',
  ])('is required for %s, whatever the body', async (call) => {
    const [method, path] = call.split(' ') as ['GET' | 'PUT' | 'POST', string]
    for (const token of [undefined, 'x'.repeat(43), 'nonsense']) {
      const reply = await app.request(method, path, { token, ...(method === 'PUT' && { body: { nonsense: true } }) })
      expect(reply.status).toBe(401)
      expect(reply.body.error).toBe('unauthorized')
    }
  })

  test('ends on sign-out, and no other does', async () => {
    const { token, username } = await anAngler(app)
    const other = (await login(username, PASSWORD)).body.token
    const reply = await app.answer(logout, { token })
    expect(reply.status).toBe(204)
    expect((await me(token)).status).toBe(401)
    expect((await me(other)).status).toBe(200)
  })

  test('lasts 30 days for a customer, 12 hours for an admin', async () => {
    const { token } = await anAngler(app)
    const adminToken = await anAdmin(app)
    app.clock.advance({ hours: 11, minutes: 59 })
    expect((await me(adminToken)).status).toBe(200)
    app.clock.advance({ minutes: 1 })
    expect((await me(adminToken)).status).toBe(401)
    app.clock.advance({ days: 29, hours: 11, minutes: 59 })
    expect((await me(token)).status).toBe(200)
    app.clock.advance({ minutes: 1 })
    expect((await me(token)).status).toBe(401)
  })

  test('is stored as a hash, so the database reveals no token', async () => {
    const { token } = await anAngler(app)
    const { rows } = await app.database.pool.query(
      'select s::text as row from sessions s union all select u::text from users u',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
    expect(
      await app.database.db
        .selectFrom('sessions')
        .select('user_id')
        .where('token_hash', '=', hashToken(token))
        .execute(),
    ).toHaveLength(1)
  })
})

describe('my account', () => {
  const update = (token: string, body: object) => app.answer(updateMe, { token, body })

  test('changes only the fields that were sent', async () => {
    const { token, email } = await anAngler(app)
    expect((await update(token, { firstName: 'Adele' })).body).toMatchObject({
      firstName: 'Adele',
      lastName: 'Angler',
      email,
    })
    expect((await update(token, { lastName: '', phoneNumber: '555-0199' })).body).toMatchObject({
      firstName: 'Adele',
      lastName: null,
      phoneNumber: '555-0199',
    })
    expect((await me(token)).body).toMatchObject({ firstName: 'Adele', lastName: null, phoneNumber: '555-0199' })
  })

  const confirm = (link: string) =>
    app.answer(confirmEmail, { body: { token: link, isMine: true, password: PASSWORD } })
  const move = (token: string, email: string, currentPassword: string | undefined = PASSWORD) =>
    update(token, { email, currentPassword })

  test('until a new address is confirmed, the old one signs in, is notified and gets the links', async () => {
    const { token, email } = await anAngler(app)
    const oldLink = tokenIn(await lastMail(email, 'confirm-email'))
    await forgot(email)
    const resetLink = tokenIn(await lastMail(email, 'reset-password'))
    const moved = `moved.${email}`
    expect((await move(token, moved)).body).toMatchObject({ email, pendingEmail: moved })
    expect((await confirm(oldLink)).status).toBe(200)
    expect((await me(token)).body).toMatchObject({ email, emailConfirmed: true, pendingEmail: moved })
    const notice = await lastMail(email, 'email-change-asked')
    expect(notice!.text).not.toContain(moved)
    expect(notice!.text).toContain('asked us to use m***@a***.example for your account')
    expect((await login(email, PASSWORD)).status).toBe(200)
    expect((await login(moved, PASSWORD)).status).toBe(401)
    await forgot(moved)
    expect(await lastMail(moved, 'reset-password')).toBeUndefined()

    const link = tokenIn(await lastMail(moved, 'confirm-email'))
    expect((await reset(link, 'tarpon at dawn')).body.error).toBe('link-invalid')
    for (const _ of ['opened', 'and once more']) expect((await confirm(link)).status).toBe(200)
    expect((await me(token)).body).toMatchObject({ email: moved, emailConfirmed: true, pendingEmail: null })
    expect((await reset(resetLink, 'tarpon at dawn')).body.error).toBe('link-invalid')
    expect((await login(moved, PASSWORD)).status).toBe(200)
    expect((await login(email, PASSWORD)).status).toBe(401)
  })

  test('a session alone cannot change the address, even for an admin', async () => {
    const angler = await anAngler(app)
    for (const [token, email] of [
      [angler.token, angler.email],
      [await anAdmin(app), 'admin@localhost'],
    ] as const) {
      for (const currentPassword of [undefined, '', 'not the password']) {
        expect(await update(token, { email: 'thief@example.com', currentPassword })).toMatchObject({
          status: 400,
          body: { error: 'wrong-password', details: [{ path: 'currentPassword' }] },
        })
      }
      expect((await me(token)).body).toMatchObject({ email, pendingEmail: null })
    }
    expect(await readMails(app, 'thief@example.com')).toEqual([])
    expect((await update(angler.token, { email: angler.email, firstName: 'Ana' })).status, 'the same one').toBe(200)
  })

  test('allows ten wrong passwords, as for a new password', async () => {
    const { token, email } = await anAngler(app)
    const guesses = await inTurn(10, () => move(token, `x.${email}`, 'not the password'))
    expect(guesses.map(({ status }) => status)).toEqual(Array(10).fill(400))
    expect((await move(token, `x.${email}`)).body.error).toBe('too-many-failures')
  })

  test("wrong passwords typed in a thief's session do not keep the owner's own from changing it", async () => {
    const { token, username } = await anAngler(app)
    const stolen = (await login(username, PASSWORD)).body.token
    const change = (by: string, currentPassword: string) =>
      app.answer(changePassword, { token: by, body: { currentPassword, newPassword: 'tarpon at dawn' } })
    await inTurn(10, () => change(stolen, 'not the password'))
    expect((await change(stolen, PASSWORD)).body.error).toBe('too-many-failures')
    expect((await change(token, PASSWORD)).status).toBe(200)
    expect((await me(stolen)).status).toBe(401)
  })

  test('a change is canceled by its owner, by a new password and by a reset', async () => {
    const password = { currentPassword: PASSWORD, newPassword: 'tarpon at dusk' }
    const ways: ((angler: Angler) => Promise<unknown>)[] = [
      ({ token }) => app.answer(cancelEmailChange, { token }),
      ({ token }) => app.answer(changePassword, { token, body: password }),
      async ({ email }) => {
        await forgot(email)
        await reset(tokenIn(await lastMail(email, 'reset-password')), 'tarpon at dusk')
      },
    ]
    for (const callOff of ways) {
      const angler = await anAngler(app)
      const moved = `moved.${angler.email}`
      await move(angler.token, moved)
      const link = tokenIn(await lastMail(moved, 'confirm-email'))
      await callOff(angler)
      expect((await confirm(link)).body.error).toBe('link-invalid')
      expect(await lastMail(moved, 'confirm-email'), 'what is not sent yet says nothing').not.toMatchObject({
        text: expect.stringMatching(/#[\w-]{43}/),
      })
    }
  })

  test('a link opened while the change is being canceled does not apply it', async () => {
    const { id, token, email } = await anAngler(app)
    await move(token, `moved.${email}`)
    const link = tokenIn(await lastMail(`moved.${email}`, 'confirm-email'))
    const other = await app.database.pool.connect()
    await other.query('begin')
    await other.query('update users set pending_email = null where id = $1', [id])
    const opened = confirm(link)
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      )
      return rows.length > 0
    })
    await other.query('commit')
    other.release()
    expect((await opened).body.error).toBe('link-invalid')
    expect((await me(token)).body).toMatchObject({ email, pendingEmail: null })
  })

  test('opening the link to a new address twice at once works both times', async () => {
    const { token, email } = await anAngler(app)
    await move(token, `moved.${email}`)
    const link = tokenIn(await lastMail(`moved.${email}`, 'confirm-email'))
    const opened = await Promise.all([confirm(link), confirm(link)])
    expect(opened.map(({ status }) => status)).toEqual([200, 200])
  })

  test('the link to a new address can be resent', async () => {
    const { token, email } = await anAngler(app)
    await confirm(tokenIn(await lastMail(email, 'confirm-email')))
    await move(token, `moved.${email}`)
    expect((await app.answer(resendConfirmation, { token })).status).toBe(202)
    const mails = await readMails(app, `moved.${email}`)
    expect(mails.map(({ kind }) => kind)).toEqual(['confirm-email', 'confirm-email'])
  })

  test("an admin's address change is in the audit log", async () => {
    const angler = await anAngler(app)
    await app.database.db
      .updateTable('users')
      .set({ role: 'ADMIN', position: 'OWNER' })
      .where('id', '=', angler.id)
      .execute()
    const moved = `moved.${angler.email}`
    await move(angler.token, moved)
    await confirm(tokenIn(await lastMail(moved, 'confirm-email')))
    const log = await app.answer(listAuditEntries, {
      token: angler.token,
      query: { subjectKind: 'user', subjectId: angler.id },
    })
    expect(log.body.content).toMatchObject([{ action: 'user.email-changed' }])
  })

  test('an address taken by someone else is refused, also if it was taken before it was confirmed', async () => {
    const [one, other] = [await anAngler(app), await anAngler(app)]
    const reply = await move(one.token, other.email.toUpperCase())
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ error: 'email-taken', details: [{ path: 'email' }] })
    const wanted = `wanted.${one.email}`
    await move(one.token, wanted)
    await register(newAccount({ email: wanted }))
    const link = tokenIn((await readMails(app, wanted)).find(({ text }) => text.includes('old address')))
    expect((await confirm(link)).body.error).toBe('email-taken')
    expect((await me(one.token)).body.email).toBe(one.email)
  })

  test('an account can ask five times an hour whether an address is taken', async () => {
    const [one, other] = [await anAngler(app), await anAngler(app)]
    const replies = await inTurn(6, () => move(one.token, other.email))
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 429])
  })

  test('the address can change five times an hour, so no one can spam strangers through us', async () => {
    const { token, username } = await anAngler(app)
    const replies = await inTurn(6, (index) => move(token, `${username}.${index}@example.com`))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  })

  test.each([
    [{ phoneNumber: '' }, 'phoneNumber', 'Phone number is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'First name can be at most 100 characters long'],
    [{ username: 'other' }, 'username', "Unknown field 'username'."],
  ])('%j is refused with its sentence', async (body, path, message) => {
    const { token } = await anAngler(app)
    const reply = await update(token, body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: 'invalid-input', details: [{ path, message }] })
  })
})

test('a setting requires longer passwords', async () => {
  const strict = await startTestApp({ settings: { PASSWORD_MIN_LENGTH: '10' } })
  try {
    const body = newAccount({ password: 'tarpon123' })
    const reply = await accountCalls(() => strict).register(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      error: 'password-refused',
      message: 'Password must be at least 10 characters long',
    })
  } finally {
    await strict.close()
  }
})
