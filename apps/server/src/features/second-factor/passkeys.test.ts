import { getMe } from '@arcadia/contract/accounts'
import { confirmItIsYou, getSecondFactor, setUserStatus } from '@arcadia/contract/admin/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { listDevices } from '@arcadia/contract/admin/devices'
import {
  addPasskey,
  listPasskeys,
  MOST_PASSKEYS,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '@arcadia/contract/admin/passkeys'
import { setRefundLimit } from '@arcadia/contract/admin/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Angler, aColleague, anAdmin, networkAddress } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { shellOf } from '../../testing/shell.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { virtualPasskey } from '../../testing/virtual-passkey.ts'

const SITE = 'http://localhost:4000'
let app: TestApp
let person: Angler
let key: ReturnType<typeof virtualPasskey>
beforeAll(async () => {
  app = await startTestApp({ settings: { PUBLIC_URL: SITE } })
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await aColleague(app, 'OWNER')
  key = virtualPasskey(SITE)
})

const REFUSED = { status: 400, body: { error: 'passkey-refused' } }
const challengeToAdd = async (token = person.token) => (await app.call(startPasskey, { token })).challenge
const add = async (passkey: ReturnType<typeof key.make>, token = person.token, name = "Dana's iPhone") =>
  app.answer(addPasskey, { token, body: { name, passkey } })
const added = async (made = key, token = person.token) =>
  expect(await add(made.make(await challengeToAdd(token)), token)).toMatchObject({ status: 201 })
const [BROWSER, OTHER_BROWSER] = ['a', 'b'].map((letter) => ({ cookie: `known_browser=${letter.repeat(43)}` }))
const challengeToSignIn = async () =>
  (await app.call(startPasskeySignIn, { ip: networkAddress(), headers: BROWSER! })).challenge
const signIn = (passkey: ReturnType<typeof key.sign>, { device, headers = BROWSER! }: SigningIn = {}) =>
  app.answer(signInWithPasskey, { body: { passkey, device }, headers })
interface SigningIn {
  device?: string
  headers?: Record<string, string>
}
const keysOf = ({ token }: Angler) => app.call(listPasskeys, { token })
const mailsTo = async ({ email }: Angler, kind: 'passkey-added' | 'passkey-removed') =>
  (await readMails(app, email, kind)).map(({ text }) => text)

describe('a passkey', () => {
  test('is added under a name, told by email, and signs in without password and code', async () => {
    await added()
    expect(await keysOf(person)).toMatchObject([{ name: "Dana's iPhone", formerHost: null, lastUsedAt: null }])
    expect((await app.call(getSecondFactor, { token: person.token })).passkeys).toBe(1)
    const { status, body } = await signIn(key.sign(await challengeToSignIn()), { device: 'iPhone' })
    expect(status).toBe(200)
    expect((await app.call(getMe, { token: body.token })).username).toBe(person.username)
    expect(await app.call(listDevices, { token: body.token })).toMatchObject([{ name: 'iPhone' }, {}])
    expect(await mailsTo(person, 'passkey-added')).toEqual([expect.stringContaining(`The passkey "Dana's iPhone" can`)])
    expect((await keysOf(person))[0]!.lastUsedAt).not.toBeNull()
  })

  test('answers who it is, for this session', async () => {
    await added()
    app.clock.advance({ hours: 1 })
    const limit = () => app.request('PUT', setRefundLimit.path, { token: person.token, body: { refundLimit: 100 } })
    expect((await limit()).body.error).toBe('confirm-it-is-you')
    const { challenge } = await app.call(startPasskeyConfirmation, { token: person.token })
    const reply = await app.answer(confirmItIsYou, { token: person.token, body: { passkey: key.sign(challenge) } })
    expect(reply.status).toBe(204)
    expect((await limit()).status).toBe(200)
  })

  test('is one of several, renamed and removed alone, and told by email', async () => {
    const second = virtualPasskey(SITE)
    await added()
    await added(second)
    const { id } = (await keysOf(person))[0]!
    const body = { name: 'Security key' }
    const stranger = await aColleague(app, 'OWNER')
    expect((await app.answer(renamePasskey, { token: stranger.token, params: { id }, body })).status).toBe(404)
    expect((await app.answer(removePasskey, { token: stranger.token, params: { id } })).status).toBe(404)
    await app.call(renamePasskey, { token: person.token, params: { id }, body })
    expect((await keysOf(person)).map(({ name }) => name)).toEqual(['Security key', "Dana's iPhone"])
    await app.call(removePasskey, { token: person.token, params: { id } })
    expect(await signIn(second.sign(await challengeToSignIn())), 'removed').toMatchObject(REFUSED)
    expect((await signIn(key.sign(await challengeToSignIn()))).status).toBe(200)
    expect(await mailsTo(person, 'passkey-removed')).toEqual([expect.stringContaining(`"Security key" can't`)])
    const query = { subjectKind: 'user', subjectId: person.id } as const
    const log = await app.call(listAuditEntries, { token: await anAdmin(app), query })
    expect(log.content.map(({ action }) => action).slice(0, 4)).toEqual([
      'user.passkey-removed',
      'user.passkey-renamed',
      'user.passkey-added',
      'user.passkey-added',
    ])
  })

  test('is one of at most 20', async () => {
    for (let made = 0; made < MOST_PASSKEYS; made++) await added(virtualPasskey(SITE))
    expect(await app.answer(startPasskey, { token: person.token })).toMatchObject({
      status: 409,
      body: { error: 'too-many-passkeys' },
    })
  })
})

describe('refused is', () => {
  test('a new key from another site, without its person, for another name, or known already', async () => {
    for (const wrong of [{ origin: 'http://localhost:4001' }, { rpId: 'example' }, { isVerified: false }])
      expect(await add(key.make(await challengeToAdd(), wrong)), JSON.stringify(wrong)).toMatchObject(REFUSED)
    await added()
    expect(await add(key.make(await challengeToAdd()))).toMatchObject(REFUSED)
    const other = await aColleague(app, 'OWNER')
    expect(await add(virtualPasskey(SITE).make(await challengeToAdd(other.token)))).toMatchObject(REFUSED)
  })

  test('what another session asked for, of the same person as well', async () => {
    await added()
    const { body } = await signIn(key.sign(await challengeToSignIn()))
    const mine = await challengeToAdd()
    expect(await add(virtualPasskey(SITE).make(mine), body.token)).toMatchObject(REFUSED)
    const { challenge } = await app.call(startPasskeyConfirmation, { token: person.token })
    const passkey = key.sign(challenge)
    expect(await app.answer(confirmItIsYou, { token: body.token, body: { passkey } })).toMatchObject(REFUSED)
    const asked = await app.answer(startPasskeySignIn, { ip: networkAddress() })
    expect(asked.headers['set-cookie']).toMatch(/^known_browser=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict/)
    const answer = key.sign(asked.body.challenge)
    expect(await signIn(answer, { headers: OTHER_BROWSER! }), 'another browser').toMatchObject(REFUSED)
    expect(
      (await signIn(answer, { headers: { cookie: String(asked.headers['set-cookie']).split(';')[0]! } })).status,
    ).toBe(200)
  })

  test('an answer from another site, or without its person', async () => {
    await added()
    for (const wrong of [{ origin: 'http://localhost:4001' }, { rpId: 'example' }, { isVerified: false }])
      expect(await signIn(key.sign(await challengeToSignIn(), wrong)), JSON.stringify(wrong)).toMatchObject(REFUSED)
  })

  test('a challenge that was used, that is five minutes old, that nobody made, or that was for something else', async () => {
    await added()
    const used = await challengeToSignIn()
    expect((await signIn(key.sign(used))).status).toBe(200)
    expect(await signIn(key.sign(used))).toMatchObject(REFUSED)
    const wasted = await challengeToSignIn()
    expect(await signIn(key.sign(wasted, { isVerified: false }))).toMatchObject(REFUSED)
    expect(await signIn(key.sign(wasted)), 'used up by a refusal as well').toMatchObject(REFUSED)
    const old = await challengeToSignIn()
    app.clock.advance({ minutes: 5 })
    expect(await signIn(key.sign(old))).toMatchObject(REFUSED)
    expect(await signIn(key.sign('bm9ib2R5IG1hZGUgdGhpcw'))).toMatchObject(REFUSED)
    const toConfirm = (await app.call(startPasskeyConfirmation, { token: person.token })).challenge
    expect(await signIn(key.sign(toConfirm))).toMatchObject(REFUSED)
    const both = await challengeToSignIn()
    const twice = await Promise.all([signIn(key.sign(both)), signIn(key.sign(both))])
    expect(twice.map(({ status }) => status).sort(), 'at once').toEqual([200, 400])
  })

  test("an unknown key, another's key, a copy, and the key of someone who was removed", async () => {
    expect(await signIn(key.sign(await challengeToSignIn()))).toMatchObject(REFUSED)
    await added()
    const other = await aColleague(app, 'OWNER')
    const { challenge } = await app.call(startPasskeyConfirmation, { token: other.token })
    const answer = await app.answer(confirmItIsYou, { token: other.token, body: { passkey: key.sign(challenge) } })
    expect(answer).toMatchObject(REFUSED)
    expect((await signIn(key.sign(await challengeToSignIn(), { counter: 9 }))).status).toBe(200)
    expect(await signIn(key.sign(await challengeToSignIn(), { counter: 9 })), 'a copy').toMatchObject(REFUSED)
    const token = await anAdmin(app)
    await app.call(setUserStatus, { token, params: { id: person.id }, query: { isActive: false } })
    expect(await signIn(key.sign(await challengeToSignIn(), { counter: 10 }))).toMatchObject({ status: 403 })
  })

  test('a question too many from one network', async () => {
    const ip = networkAddress()
    for (let asked = 0; asked < 100; asked++) await app.call(startPasskeySignIn, { ip })
    expect((await app.answer(startPasskeySignIn, { ip })).status).toBe(429)
    expect((await app.answer(startPasskeySignIn, { ip: networkAddress() })).status).toBe(200)
  })

  test('a key that was made when the site had another address; it is named, and not counted', async () => {
    await added()
    await app.database.pool.query(`update passkeys set host = 'old.example' where user_id = $1`, [person.id])
    expect(await keysOf(person)).toMatchObject([{ formerHost: 'old.example' }])
    expect((await app.call(getSecondFactor, { token: person.token })).passkeys).toBe(0)
    const { allowCredentials } = await app.call(startPasskeyConfirmation, { token: person.token })
    expect(allowCredentials).toEqual([])
  })

  test("what the server's own command removed", async () => {
    await added()
    await shellOf(app).removeSecondFactor(person.username)
    expect(await keysOf(person)).toEqual([])
    expect(await signIn(key.sign(await challengeToSignIn()))).toMatchObject(REFUSED)
  })

  test('nonsense, and a confirmation with neither password nor passkey', async () => {
    await added()
    const answer = key.sign(await challengeToSignIn())
    const garbled = { ...answer, response: { ...answer.response, clientDataJSON: 'bm8' } }
    expect(await signIn(garbled)).toMatchObject(REFUSED)
    const nothing = await app.request('POST', confirmItIsYou.path, { token: person.token, body: {} })
    expect(nothing).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
  })
})
