import { login } from '@arcadia/contract/accounts'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  setUpSecondFactor,
} from '@arcadia/contract/admin/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTurn } from '../../testing/account-calls.ts'
import { anAdmin, networkAddress } from '../../testing/builders.ts'
import { shellOf } from '../../testing/shell.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { stepAt, totp } from './totp.ts'

const password = 'a long enough password'

let app: TestApp
let token: string
let secret: Buffer
let recoveryCodes: string[]
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

/** The authenticator app's current code. */
const codeNow = () => totp(secret, stepAt(app.clock.now()))
const later = () => app.clock.advance({ minutes: 5 })
const signIn = (code?: string, ip = networkAddress()) =>
  app.answer(login, { ip, body: { usernameOrEmail: 'admin', password, ...(code && { code }) } })

function fromBase32(text: string): Buffer {
  const values = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

test('setup needs the password, and takes effect with the first code', async () => {
  expect((await app.answer(setUpSecondFactor, { token, body: { password: 'not it at all' } })).body).toMatchObject({
    error: 'wrong-password',
    details: [{ path: 'password' }],
  })
  const confirm = (code: string) => app.answer(confirmSecondFactor, { token, body: { code } })
  expect((await confirm('123456')).body.error).toBe('second-factor-is-off')

  const body = await app.call(setUpSecondFactor, { token, body: { password } })
  expect(new URL(body.uri).searchParams.get('secret')).toBe(body.secret)
  secret = fromBase32(body.secret)
  expect((await signIn()).status).toBe(200)
  expect(await app.call(getSecondFactor, { token })).toEqual({ isOn: false, recoveryCodesLeft: 0, passkeys: 0 })

  const wrong = codeNow() === '000000' ? '000001' : '000000'
  expect(await confirm(wrong)).toMatchObject({
    status: 400,
    body: { error: 'wrong-code', details: [{ path: 'code' }] },
  })
  const confirmed = await confirm(codeNow())
  expect(confirmed.status).toBe(200)
  recoveryCodes = confirmed.body.recoveryCodes
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await app.call(getSecondFactor, { token })).toEqual({ isOn: true, recoveryCodesLeft: 10, passkeys: 0 })
  expect((await app.answer(setUpSecondFactor, { token, body: { password } })).body.error).toBe('second-factor-is-on')
})

test('the confirmation code cannot sign in, and a code is asked for only after the right password', async () => {
  expect(await signIn(codeNow())).toMatchObject({ status: 400, body: { error: 'wrong-code' } })
  expect(await signIn()).toMatchObject({ status: 401, body: { error: 'second-factor-required' } })
  const body = { usernameOrEmail: 'admin', password: 'not the password', code: codeNow() }
  expect((await app.answer(login, { body, ip: networkAddress() })).body.error).toBe('invalid-login')
})

test('a code signs in once, with one step of tolerance, and invalidates earlier ones', async () => {
  later()
  const step = stepAt(app.clock.now())
  expect((await signIn(totp(secret, step - 2))).status).toBe(400)
  const spaced = totp(secret, step).replace(/^.../, '$& ')
  expect((await signIn(spaced)).status).toBe(200)
  for (const used of [step, step - 1]) expect((await signIn(totp(secret, used))).status).toBe(400)
  expect((await signIn(totp(secret, step + 1))).status).toBe(200)
})

test('if ten sign in at once with the same code, one gets in', async () => {
  for (const code of [() => codeNow(), () => recoveryCodes.pop()!]) {
    later()
    const same = code()
    const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(same)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  }
  expect((await app.call(getSecondFactor, { token })).recoveryCodesLeft).toBe(9)
})

test('a recovery code may be typed in capitals and without dashes', async () => {
  expect((await signIn(recoveryCodes.pop()!.replaceAll('-', '').toUpperCase())).status).toBe(200)
})

test('wrong codes count as failed sign-ins', async () => {
  later()
  const ip = networkAddress()
  const statuses = (await inTurn(11, () => signIn('no-such-code', ip))).map(({ status }) => status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
  expect((await signIn(codeNow(), ip)).status).toBe(429)
  expect((await signIn(codeNow())).status, 'from elsewhere').toBe(200)
})

test('the database holds neither the secret nor recovery codes in plain text', async () => {
  const { rows } = await app.database.pool.query(
    'select f::text as row from second_factors f union all select c::text from recovery_codes c',
  )
  const text = rows.map(({ row }) => row).join()
  for (const value of [secret.toString('hex'), Buffer.from(secret.toString('base64')).toString('hex')])
    expect(text).not.toContain(value)
  for (const code of recoveryCodes) expect(text).not.toContain(Buffer.from(code.replaceAll('-', '')).toString('hex'))
})

test('a code removes it, which is audit-logged; the shell removes it without one', async () => {
  later()
  const remove = (code: string) => app.answer(removeSecondFactor, { token, body: { code } })
  expect((await remove('no-such-code')).body.error).toBe('wrong-code')
  expect((await remove(recoveryCodes.pop()!)).status).toBe(204)
  expect((await remove('123456')).body.error).toBe('second-factor-is-off')
  expect((await signIn()).status).toBe(200)
  const log = await app.answer(listAuditEntries, { token, query: { q: 'second-factor' } })
  expect(log.body.content.map(({ action }) => action)).toEqual([
    'user.second-factor-removed',
    'user.second-factor-added',
  ])

  secret = fromBase32((await app.call(setUpSecondFactor, { token, body: { password } })).secret)
  await app.call(confirmSecondFactor, { token, body: { code: codeNow() } })
  expect((await signIn()).status).toBe(401)
  const shell = shellOf(app)
  await shell.removeSecondFactor('admin')
  expect((await signIn()).status).toBe(200)
  await expect(shell.removeSecondFactor('admin')).rejects.toThrow('admin has no two-step sign-in and no passkeys.')
})
