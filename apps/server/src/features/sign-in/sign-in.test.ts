import * as calls from '@arcadia/contract/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountCalls, inTurn, newAccount, useUp } from '../../testing/account-calls.ts'
import { type Angler, anAngler, networkAddress, PASSWORD } from '../../testing/builders.ts'
import { tokenIn } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { wrongPasswordsFrom } from '../accounts/accounts.rules.ts'
import { identifyBrowser, rememberBrowser } from '../accounts/known-browser.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { register, login, me, forgot, reset, lastMail } = accountCalls(() => app)

describe('signing in', () => {
  test('works with the username or the address, in any case and with what keyboards add', async () => {
    const { username, email } = await anAngler(app)
    const blanksInside = email.replace('@', ' @ ').replace('.', '. ')
    const marksInside = `\u2068${email.replace('@', '\u200b@')}\u2069`
    for (const name of [
      ...[username, username.toUpperCase(), `\ufeff${username}\ufe0d`],
      ...[email, ` ${email.toUpperCase()} `, blanksInside, marksInside],
    ]) {
      const reply = await login(name, PASSWORD)
      expect(reply.status, name).toBe(200)
      expect(reply.body.user).toMatchObject({ username, role: 'USER' })
    }
  })

  test('an admin can sign in here; the client decides where they may go', async () => {
    expect((await login('admin', 'a long enough password')).body.user).toMatchObject({
      role: 'ADMIN',
      username: 'admin',
    })
  })

  test('logs each attempt, with the account only after success, and nothing that was typed', async () => {
    const { id, username } = await anAngler(app)
    const said = vi.spyOn(app.app.http.log, 'info')
    const way = { reqId: expect.any(String), path: calls.login.path }
    await login(username, 'not the password')
    expect(said.mock.calls).toEqual([[{ ...way, code: 'invalid-login' }, 'sign-in refused']])
    await login(username, PASSWORD)
    expect(said.mock.lastCall).toEqual([{ ...way, userId: id }, 'signed in'])
    said.mockRestore()
  })

  test('a wrong password and an unknown account get the same error', async () => {
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

  test('a deactivated account gets its error only with the right password, and has no sessions', async () => {
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
    const reply = await app.request('POST', calls.login.path, { body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: 'invalid-input', details: [{ path, message }] })
  })

  test('many concurrent sign-ins all succeed, each with its own token', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const replies = await Promise.all(Array.from({ length: 30 }, () => login(username, PASSWORD, ip)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.token)).size).toBe(30)
  })
})

describe('guessing a password', () => {
  const wrong = (username: string, ip: string, index = 0) => login(username, `guess number ${index}`, ip)

  test('is blocked for 15 minutes after ten failures from one network, even with the right one', async () => {
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

  test('is blocked after ten failures even for concurrent guesses', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, index) => wrong(username, ip, index)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('is blocked the same way for an unknown account', async () => {
    const ip = networkAddress()
    const guesses = await inTurn(11, (index) => wrong('ghost.account', ip, index))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
  })

  test('is forgiven after the right password', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    await inTurn(9, (index) => wrong(username, ip, index))
    expect((await login(username, PASSWORD, ip)).status).toBe(200)
    await inTurn(9, (index) => wrong(username, ip, index))
    expect((await login(username, PASSWORD, ip)).status).toBe(200)
  })

  describe('a hundred wrong passwords a day from all over the world', () => {
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

    test('locks the account for strangers, whatever their network', async () => {
      const reply = await login(angler.username, PASSWORD)
      expect(reply.status).toBe(429)
      expect(reply.headers['retry-after']).toBe('86400')
    })

    test('does not lock networks that signed in before', async () => {
      expect((await login(angler.username, PASSWORD, home)).status).toBe(200)
    })

    test('is lifted by a password reset', async () => {
      await forgot(angler.email)
      const token = tokenIn(await lastMail(angler.email, 'reset-password'))
      expect((await reset(token, 'a new one for me')).status).toBe(200)
      expect((await login(angler.username, 'a new one for me')).status).toBe(200)
    })

    test('is lifted after a day', async () => {
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

  test('is counted by a cookie, sent over https only if the site has https', () => {
    const header = vi.fn()
    rememberBrowser({ header } as never, 'm'.repeat(43), true)
    expect(header.mock.lastCall![1]).toMatch(/^__Secure-known_browser=m{43}; .*; Secure$/)
    const sent = (name: string, isHttps: boolean) =>
      identifyBrowser({ ip: '192.0.2.1', headers: { cookie: `${name}=${'m'.repeat(43)}` } } as never, isHttps).mark
    expect(sent('__Secure-known_browser', true)).toBe('m'.repeat(43))
    expect(sent('known_browser', true)).not.toBe('m'.repeat(43))
  })

  test('from the same network does not lock out a browser that signed in before', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const from = (cookie?: string, password = PASSWORD) =>
      app.app.http.inject({
        method: 'POST',
        url: calls.login.path,
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

describe('one network that tries name after name', () => {
  const spent = (on: TestApp, ip: string, count: number) => useUp(on, wrongPasswordsFrom(`network:${ip}`), count)

  test('gets fifty wrong passwords in 15 minutes, and earlier customers there can still sign in', async () => {
    const [known, stranger] = [await anAngler(app), await anAngler(app)]
    const ip = networkAddress()
    expect((await login(known.username, PASSWORD, ip)).status).toBe(200)
    await spent(app, ip, 49)
    expect((await login('name.fifty', 'not the password', ip)).status).toBe(401)
    const refused = await login('name.fifty.one', 'not the password', ip)
    expect(refused).toMatchObject({ status: 429, body: { error: 'too-many-requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(stranger.username, PASSWORD, ip)).status, 'not even looked at').toBe(429)
    expect((await login(known.username, PASSWORD, ip)).status).toBe(200)
    expect((await login(stranger.username, PASSWORD)).status, 'from elsewhere').toBe(200)
    app.clock.advance({ minutes: 15 })
    expect((await login(stranger.username, PASSWORD, ip)).status, 'later').toBe(200)
  })

  test('is not charged for right passwords', async () => {
    const ip = networkAddress()
    await spent(app, ip, 49)
    for (const { username } of [await anAngler(app), await anAngler(app)])
      expect((await login(username, PASSWORD, ip)).status).toBe(200)
    expect((await login('name.fifty', 'not the password', ip)).status).toBe(401)
  })

  test('queues separately, so a customer elsewhere is served before most of the crowd', async () => {
    const { username } = await anAngler(app)
    const ip = networkAddress()
    const served: string[] = []
    const come = async <T extends { status: number }>(who: string, sent: Promise<T>) => {
      const reply = await sent
      if (reply.status !== 429) served.push(who)
      return reply
    }
    const crowd = Array.from({ length: 60 }, (_, index) => come('crowd', login(`crowd.${index}`, 'nonsense', ip)))
    const customer = await come('customer', login(username, PASSWORD))
    const refused = (await Promise.all(crowd)).filter(({ status }) => status === 429)
    expect(customer.status).toBe(200)
    expect(served.indexOf('customer')).toBeLessThan(6)
    expect(served.length).toBeGreaterThan(12)
    expect(refused.length).toBeGreaterThan(12)
    for (const { headers } of refused) expect(headers['retry-after']).toBe('2')
  })

  test('is allowed with limits off; an account still locks after ten', async () => {
    const experiment = await startTestApp({ settings: { RATE_LIMITS: 'off' } })
    try {
      const ip = networkAddress()
      await spent(experiment, ip, 500)
      const { username } = await anAngler(experiment)
      const guess = (usernameOrEmail: string) => accountCalls(() => experiment).login(usernameOrEmail, 'nonsense', ip)
      expect((await guess('somebody.else')).status).toBe(401)
      const guesses = await inTurn(11, () => guess(username))
      expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
    } finally {
      await experiment.close()
    }
  })
})
