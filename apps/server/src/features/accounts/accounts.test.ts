import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../http/sessions.ts'
import { type Angler, aHold, anAdmin, anAngler, networkAddress, PASSWORD } from '../../testing/builders.ts'
import { readMails, tokenIn } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let made = 0
/** The body of a registration that nothing is wrong with. */
function newAccount(wish: Record<string, unknown> = {}) {
  made += 1
  const username = `newcomer${made}`
  return {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    firstName: 'Nia',
    lastName: 'New',
    phoneNumber: '555-0142',
    ...wish,
  }
}

const register = (body: object, ip = networkAddress()) => app.call('POST', '/api/auth/register', { body, ip })
const login = (usernameOrEmail: string, password: string, ip = networkAddress()) =>
  app.call('POST', '/api/auth/login', { body: { usernameOrEmail, password }, ip })
const me = (token: string) => app.call('GET', '/api/auth/me', { token })
const forgot = (email: string, ip = networkAddress()) =>
  app.call('POST', '/api/auth/forgot-password', { body: { email }, ip })
const reset = (token: string, password: string) =>
  app.call('POST', '/api/auth/reset-password', { body: { token, password } })
const lastMail = async (to: string, kind: string) =>
  (await readMails(app, to)).filter((mail) => mail.kind === kind).at(-1)

async function inTurn<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < times; index++) results.push(await work(index))
  return results
}

describe('signing up', () => {
  test('makes a USER who is signed in at once, and mails a link to confirm the address', async () => {
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
        firstName: 'Nia',
        lastName: 'New',
        phoneNumber: '555-0142',
        role: 'USER',
      },
    })
    expect((await me(reply.body.token)).body).toEqual(reply.body.user)
    const mails = await readMails(app, body.email)
    expect(mails).toMatchObject([{ kind: 'confirm-email', subject: 'Please confirm your email address' }])
    expect(mails[0]!.text).toContain('Hello Nia,')
    expect(mails[0]!.text).toContain('http://localhost:3000/confirm-email#token=')
  })

  test('first and last name may be left out', async () => {
    const { firstName: _, lastName: __, ...body } = newAccount()
    expect((await register(body)).body.user).toMatchObject({ firstName: null, lastName: null })
  })

  test.each([
    ['username', '', 'Username is required'],
    ['username', 'ab', 'Username must be at least 3 characters long'],
    ['username', 'x'.repeat(101), 'Username can be at most 100 characters long'],
    ['username', 'ana@example.com', 'A username has letters, digits, dots, dashes and underscores only'],
    ['username', 'ana reyes', 'A username has letters, digits, dots, dashes and underscores only'],
    ['email', '', 'Email is required'],
    ['email', 'ana', 'Please enter a valid email address'],
    ['email', 'ana@example.com\r\nBcc: eve@example.com', 'Please enter a valid email address'],
    ['password', '', 'Password is required'],
    ['password', 'perch', 'Password must be at least 6 characters long'],
    ['password', 'x'.repeat(257), 'Password can be at most 256 characters long'],
    ['phoneNumber', ' ', 'Phone number is required'],
    ['firstName', 'x'.repeat(101), 'First name can be at most 100 characters long'],
    ['lastName', 'x'.repeat(101), 'Last name can be at most 100 characters long'],
    ['lastName', 'nul\0', 'Last name contains a character that cannot be stored'],
    ['role', 'ADMIN', "The field 'role' is not known here."],
  ])('%s %j is refused with its sentence', async (path, value, message) => {
    const reply = await register(newAccount({ [path]: value }))
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ message, error: 'invalid-input' })
    expect(reply.body.details[0]).toEqual({ path, message })
  })

  test.each([
    ['one of the commonest', 'Qwerty123', /one of the most common ones/],
    ['the username', 'Longfin.77', /same as the username/],
    ['the address', 'LONGFIN@example.com', /same as the email address/],
  ])('a password that is %s is refused with the reason', async (_, password, message) => {
    const reply = await register(newAccount({ username: 'longfin.77', email: 'longfin@example.com', password }))
    expect(reply.status).toBe(400)
    expect(reply.body.error).toBe('password-refused')
    expect(reply.body.message).toMatch(message)
    expect(reply.body.details).toEqual([{ path: 'password', message: reply.body.message }])
  })

  test('a name and an address are taken whatever their case', async () => {
    const first = newAccount({ username: 'Ünal.Öz', email: 'Unal@example.com' })
    await register(first)
    const sameName = await register(newAccount({ username: 'üNAL.öZ' }))
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

  test('of people who want one name at once, one gets it and the others are told', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => register(newAccount({ username: 'wanted' }))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  test('one address signs up 60 times an hour and no more', async () => {
    const ip = networkAddress()
    await app.database.db
      .insertInto('rate_counters')
      .values({
        key: `register:network:${ip}`,
        window_starts_at: app.clock.now(),
        ends_at: new Date(app.clock.now().getTime() + 3_600_000),
        count: 59,
      })
      .execute()
    expect((await register(newAccount(), ip)).status).toBe(201)
    const refused = await register(newAccount(), ip)
    expect(refused.status).toBe(429)
    expect(refused.body.error).toBe('too-many-requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('signing in', () => {
  test('works with the username or the address, in any case and with spaces around', async () => {
    const { username, email } = await anAngler(app)
    for (const name of [username, username.toUpperCase(), email, ` ${email.toUpperCase()} `]) {
      const reply = await login(name, PASSWORD)
      expect(reply.status, name).toBe(200)
      expect(reply.body.user).toMatchObject({ username, role: 'USER' })
    }
  })

  test('an admin is signed in as what they are; the client decides where they may go', async () => {
    expect((await login('admin', 'a long enough password')).body.user).toMatchObject({
      role: 'ADMIN',
      username: 'admin',
    })
  })

  test('a wrong password and an unknown account get the same answer', async () => {
    const { username } = await anAngler(app)
    const [wrong, unknown] = [await login(username, 'not the password'), await login('nobody.here', 'not the password')]
    for (const reply of [wrong, unknown]) {
      expect(reply.status).toBe(401)
      expect({ ...reply.body, requestId: '' }).toEqual({
        error: 'invalid-login',
        message: 'Invalid username or password',
        requestId: '',
      })
    }
  })

  test('a deactivated account is told so after the right password only, and its sessions are over', async () => {
    const { id, username, token } = await anAngler(app)
    await app.database.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect((await login(username, 'not the password')).status).toBe(401)
    const reply = await login(username, PASSWORD)
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ error: 'account-deactivated', message: 'This account has been deactivated.' })
    expect((await me(token)).status).toBe(401)
  })

  test.each([
    ['usernameOrEmail', '', 'Username or email is required'],
    ['password', '', 'Password is required'],
    ['password', 'x'.repeat(257), 'Password can be at most 256 characters long'],
  ])('%s %j is refused with its sentence', async (path, value, message) => {
    const body = { usernameOrEmail: 'someone', password: PASSWORD, [path]: value }
    const reply = await app.call('POST', '/api/auth/login', { body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: 'invalid-input', details: [{ path, message }] })
  })

  test('many sign-ins at once all succeed, each with a token of its own', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const replies = await Promise.all(Array.from({ length: 30 }, () => login(username, PASSWORD, ip)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.token)).size).toBe(30)
  })
})

describe('guessing a password', () => {
  const wrong = (username: string, ip: string, index = 0) => login(username, `guess number ${index}`, ip)

  test('ends after ten failures from one address, even with the right one, for a quarter of an hour', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const guesses = await inTurn(10, (index) => wrong(username, ip, index))
    expect(guesses.every(({ status }) => status === 401)).toBe(true)
    const refused = await login(username, PASSWORD, ip)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      error: 'too-many-failures',
      message: expect.stringMatching(/reset your password/),
    })
    expect(refused.headers['retry-after']).toBe('900')
    expect((await login(username, PASSWORD, networkAddress())).status, 'from elsewhere').toBe(200)
    app.clock.advance({ minutes: 15 })
    expect((await login(username, PASSWORD, ip)).status, 'later').toBe(200)
  })

  test('ends after ten failures even when the guesses come at once', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, index) => wrong(username, ip, index)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('ends in the same way for an account that does not exist', async () => {
    const ip = networkAddress()
    const guesses = await inTurn(11, (index) => wrong('ghost.account', ip, index))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
  })

  test('is forgiven once the right password is given', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    await inTurn(9, (index) => wrong(username, ip, index))
    expect((await login(username, PASSWORD, ip)).status).toBe(200)
    await inTurn(9, (index) => wrong(username, ip, index))
    expect((await login(username, PASSWORD, ip)).status).toBe(200)
  })

  describe('a hundred times a day from all over the world', () => {
    let angler: Angler
    let home: string
    beforeAll(async () => {
      const body = newAccount()
      home = networkAddress()
      const reply = await register(body, home)
      angler = { ...body, id: reply.body.user.id, token: reply.body.token }
      const failure = { account: `user:${angler.id}`, is_known_origin: false, failed_at: app.clock.now() }
      const failures = Array.from({ length: 100 }, (_, index) => ({ ...failure, origin: `network:192.0.2.${index}` }))
      await app.database.db.insertInto('sign_in_failures').values(failures).execute()
    })

    test('locks the account for strangers, whatever their address', async () => {
      const reply = await login(angler.username, PASSWORD)
      expect(reply.status).toBe(429)
      expect(reply.headers['retry-after']).toBe('86400')
    })

    test('leaves in whoever signed in from their network before', async () => {
      expect((await login(angler.username, PASSWORD, home)).status).toBe(200)
    })

    test('ends with a reset of the password', async () => {
      await forgot(angler.email)
      const token = tokenIn(await lastMail(angler.email, 'reset-password'))
      expect((await reset(token, 'a new one for me')).status).toBe(200)
      expect((await login(angler.username, 'a new one for me')).status).toBe(200)
    })

    test('a day later it is forgotten', async () => {
      const other = await anAngler(app)
      const failure = {
        account: `user:${other.id}`,
        is_known_origin: false,
        origin: 'network:x',
        failed_at: app.clock.now(),
      }
      await app.database.db.insertInto('sign_in_failures').values(Array(100).fill(failure)).execute()
      app.clock.advance({ days: 1 })
      expect((await login(other.username, PASSWORD)).status).toBe(200)
    })
  })

  test('by somebody in the same network does not lock out a browser that signed in before', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const from = (cookie?: string, password = PASSWORD) =>
      app.app.http.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: ip,
        payload: { usernameOrEmail: username, password },
        headers: cookie ? { cookie: `theme=dark; ${cookie}` } : {},
      })
    const first = await from()
    const given = String(first.headers['set-cookie'])
    expect(given).toMatch(/^known_browser=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict; Max-Age=2592000$/)
    const cookie = given.split(';')[0]!
    await inTurn(10, (index) => wrong(username, ip, index))
    expect((await from()).statusCode).toBe(429)
    expect((await from(`known_browser=${'x'.repeat(43)}`)).statusCode, 'a mark of nobody').toBe(429)
    const known = await from(cookie)
    expect(known.statusCode).toBe(200)
    expect(String(known.headers['set-cookie'])).toContain(cookie)
    await inTurn(10, () => from(cookie, 'not the password'))
    expect((await from(cookie)).statusCode, 'its own ten').toBe(429)
    expect((await me(known.json().token)).status, 'the mark signs nobody in or out').toBe(200)
  })
})

describe('a session', () => {
  test('names its user', async () => {
    const { token, username } = await anAngler(app)
    const reply = await app.call('GET', '/api/auth/test', { token })
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
  ])('is needed for %s, whatever the body says', async (call) => {
    const [method, path] = call.split(' ') as ['GET' | 'PUT' | 'POST', string]
    for (const token of [undefined, 'x'.repeat(43), 'nonsense']) {
      const reply = await app.call(method, path, { token, ...(method === 'PUT' && { body: { nonsense: true } }) })
      expect(reply.status).toBe(401)
      expect(reply.body.error).toBe('unauthorized')
    }
  })

  test('ends with signing out, and only that one', async () => {
    const { token, username } = await anAngler(app)
    const other = (await login(username, PASSWORD)).body.token
    const reply = await app.call('POST', '/api/auth/logout', { token })
    expect(reply.status).toBe(204)
    expect((await me(token)).status).toBe(401)
    expect((await me(other)).status).toBe(200)
  })

  test('of a customer lasts 30 days, of an admin 12 hours', async () => {
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

  test('is kept as a hash: the database signs nobody in', async () => {
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

describe('the own account', () => {
  const update = (token: string, body: object) => app.call('PUT', '/api/auth/me', { token, body })

  test('what is sent changes and the rest stays', async () => {
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

  test('a new address has to be confirmed, and the link to the old one is worth nothing', async () => {
    const { token, email } = await anAngler(app)
    const oldLink = tokenIn(await lastMail(email, 'confirm-email'))
    const moved = `moved.${email}`
    expect((await update(token, { email: moved })).body).toMatchObject({ email: moved, emailConfirmed: false })
    const confirm = (link: string) => app.call('POST', '/api/auth/confirm-email', { body: { token: link } })
    expect((await confirm(oldLink)).status).toBe(400)
    expect((await confirm(tokenIn(await lastMail(moved, 'confirm-email')))).status).toBe(200)
    expect((await me(token)).body.emailConfirmed).toBe(true)
  })

  test('the address of somebody else is refused', async () => {
    const [one, other] = [await anAngler(app), await anAngler(app)]
    const reply = await update(one.token, { email: other.email.toUpperCase() })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ error: 'email-taken', details: [{ path: 'email' }] })
    expect((await me(one.token)).body.email).toBe(one.email)
  })

  test('the address changes five times an hour and no more, so that nobody mails strangers through us', async () => {
    const { token, username } = await anAngler(app)
    const replies = await inTurn(6, (index) => update(token, { email: `${username}.${index}@example.com` }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  })

  test.each([
    [{ phoneNumber: '' }, 'phoneNumber', 'Phone number is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'First name can be at most 100 characters long'],
    [{ username: 'other' }, 'username', "The field 'username' is not known here."],
  ])('%j is refused with its sentence', async (body, path, message) => {
    const { token } = await anAngler(app)
    const reply = await update(token, body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: 'invalid-input', details: [{ path, message }] })
  })
})

describe('changing the password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    app.call('PUT', '/api/auth/me/password', { token, body: { currentPassword, newPassword } })

  test('ends every session and opens a new one for who changed it', async () => {
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

  test('a new one that is too weak is refused with the reason', async () => {
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

  test('of an admin needs twelve characters', async () => {
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
  test('is replaced with the link of a mail, which works once and ends every session', async () => {
    const { email, token, username } = await anAngler(app)
    expect((await forgot(email.toUpperCase())).status).toBe(202)
    const mail = await lastMail(email, 'reset-password')
    expect(mail!.text).toContain('http://localhost:3000/reset-password#token=')
    const link = tokenIn(mail)
    expect((await reset(link, 'tarpon at dawn')).status).toBe(200)
    expect((await me(token)).status).toBe(401)
    const session = await login(username, 'tarpon at dawn')
    expect(session.body.user.emailConfirmed, 'the mail was read at that address').toBe(true)
    const again = await reset(link, 'tarpon at dusk')
    expect(again.status).toBe(400)
    expect(again.body.error).toBe('link-invalid')
  })

  test('the answer is the same for an address nobody has, and no mail is written', async () => {
    const { email } = await anAngler(app)
    const [known, unknown] = [await forgot(email), await forgot('nobody.at.all@example.com')]
    expect(unknown.status).toBe(202)
    expect(unknown.body).toEqual(known.body)
    expect(await readMails(app, 'nobody.at.all@example.com')).toEqual([])
  })

  test('three mails an hour are enough', async () => {
    const { email } = await anAngler(app)
    const replies = await inTurn(5, () => forgot(email))
    expect(replies.every(({ status }) => status === 202)).toBe(true)
    const mails = (await readMails(app, email)).filter(({ kind }) => kind === 'reset-password')
    expect(mails).toHaveLength(3)
  })

  test('a link is worth nothing after an hour', async () => {
    const { email } = await anAngler(app)
    await forgot(email)
    const link = tokenIn(await lastMail(email, 'reset-password'))
    app.clock.advance({ minutes: 60 })
    expect((await reset(link, 'tarpon at dawn')).body.error).toBe('link-invalid')
  })

  test('a refused password leaves the link as it was', async () => {
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

  test('a link does not outlive a change of the password or the address, nor a deactivation', async () => {
    const linkOf = async (email: string) => {
      await forgot(email)
      return tokenIn(await lastMail(email, 'reset-password'))
    }
    const [changed, moved, closed] = [await anAngler(app), await anAngler(app), await anAngler(app)]
    const links = [await linkOf(changed.email), await linkOf(moved.email), await linkOf(closed.email)]
    const body = { currentPassword: PASSWORD, newPassword: 'tarpon at noon' }
    await app.call('PUT', '/api/auth/me/password', { token: changed.token, body })
    await app.call('PUT', '/api/auth/me', { token: moved.token, body: { email: `moved.${moved.email}` } })
    await app.database.db.updateTable('users').set({ is_active: false }).where('id', '=', closed.id).execute()
    for (const link of links) expect((await reset(link, 'tarpon at dawn')).body.error).toBe('link-invalid')
  })

  test('a made-up link and a link for something else are refused', async () => {
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
      'select o::text as row from outbox_mails o union all select l::text from account_links l',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(link)
  })
})

describe('confirming the address', () => {
  const confirm = (token: string) => app.call('POST', '/api/auth/confirm-email', { body: { token } })
  const resend = (token: string) => app.call('POST', '/api/auth/me/confirmation', { token })

  test('opening the link confirms it, and opening it again does no harm', async () => {
    const { email, token } = await anAngler(app)
    const link = tokenIn(await lastMail(email, 'confirm-email'))
    expect((await confirm(link)).body).toEqual({ message: 'Your email address is confirmed.' })
    expect((await confirm(link)).status).toBe(200)
    expect((await me(token)).body.emailConfirmed).toBe(true)
  })

  test('the link is worth nothing after a week', async () => {
    const { email } = await anAngler(app)
    const link = tokenIn(await lastMail(email, 'confirm-email'))
    app.clock.advance({ days: 7 })
    expect((await confirm(link)).body).toMatchObject({
      error: 'link-invalid',
      message: expect.stringMatching(/ask for a new one/),
    })
  })

  test('the mail can be had again, three times an hour', async () => {
    const { email, token } = await anAngler(app)
    const replies = await inTurn(4, () => resend(token))
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 429])
    expect((await readMails(app, email)).filter(({ kind }) => kind === 'confirm-email')).toHaveLength(4)
  })

  test('a confirmed address needs no mail', async () => {
    const { email, token } = await anAngler(app)
    await confirm(tokenIn(await lastMail(email, 'confirm-email')))
    expect((await resend(token)).body).toEqual({ message: 'Your email address is confirmed already.' })
    expect((await readMails(app, email)).every(({ text }) => !text.includes('#token='))).toBe(true)
  })

  test('booking works before', async () => {
    const { token } = await anAngler(app)
    expect(await aHold(app, token)).toMatch(/^[\w-]{36}$/)
  })
})

test('a setting asks for longer passwords', async () => {
  const strict = await startTestApp({ settings: { PASSWORD_MIN_LENGTH: '10' } })
  try {
    const body = newAccount({ password: 'tarpon123' })
    const reply = await strict.call('POST', '/api/auth/register', { body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      error: 'password-refused',
      message: 'Password must be at least 10 characters long',
    })
  } finally {
    await strict.close()
  }
})
