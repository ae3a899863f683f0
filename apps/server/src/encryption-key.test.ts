import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { login } from '@arcadia/contract/accounts'
import { confirmSecondFactor, getSecondFactor, setUpSecondFactor } from '@arcadia/contract/admin/accounts'
import { listGiftVouchers, makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { listMails, readMail } from '@arcadia/contract/admin/mails'
import { getPushKey } from '@arcadia/contract/admin/push-notices'
import { openGift } from '@arcadia/contract/gifts'
import { completeConnection, getConnectionStatus, refreshConnection } from '@arcadia/contract/merchant'
import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'
import { demandKey, forgetSecrets } from './encryption-key.ts'
import { stepAt, totp } from './features/second-factor/totp.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, OPEN_DATE } from './testing/builders.ts'
import { startMailServer, type TestMailServer } from './testing/mail-server.ts'
import { consent } from './testing/merchant-consent.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const password = 'a long enough password'
const voucher = { amount: 500, senderName: 'Arcadia', recipientName: 'Robin', recipientEmail: null, words: null }

let app: TestApp
let server: TestMailServer
let owner: string
let code: string
let recoveryCode: string
/** Everything that is stored encrypted was encrypted with another key. */
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: server.url } })
  owner = await anAdmin(app)
  const made = await app.call(makeGiftVoucher, { token: owner, body: { ...voucher, sendOn: null, expiresOn: null } })
  code = made.code!
  await app.call(getPushKey, { token: owner })
  const { secret } = await app.call(setUpSecondFactor, { token: owner, body: { password } })
  const given = totp(fromBase32(secret), stepAt(app.clock.now()))
  recoveryCode = (await app.call(confirmSecondFactor, { token: owner, body: { code: given } })).recoveryCodes[0]!
  const other = createEncryption(randomBytes(32)).encrypt('of another key')
  await app.database.pool.query('alter table gift_vouchers disable trigger all')
  for (const [table, column] of [
    ['gift_vouchers', 'code_encrypted'],
    ['merchant_connections', 'access_token_encrypted'],
    ['merchant_connections', 'refresh_token_encrypted'],
    ['second_factors', 'secret_encrypted'],
    ['push_keys', 'private_key_encrypted'],
  ])
    await app.database.pool.query(`update ${table} set ${column} = $1`, [other])
  await app.database.pool.query('alter table gift_vouchers enable trigger all')
})
afterAll(async () => {
  await app.close()
  await server.close()
})

function fromBase32(text: string): Buffer {
  const values = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

const signIn = (given?: string) =>
  app.answer(login, {
    ip: networkAddress(),
    body: { usernameOrEmail: 'admin', password, ...(given && { code: given }) },
  })

test('a connection that cannot be decrypted is none: nobody is charged, and nothing fails', async () => {
  expect(await app.call(getConnectionStatus, { token: owner })).toMatchObject({
    isConnected: false,
    message: 'Payments are not connected.',
  })
  expect(await app.app.features.merchant.api.access()).toEqual({ kind: 'not-connected' })
  expect((await app.answer(refreshConnection, { token: owner })).body).toMatchObject({
    error: 'merchant-not-connected',
  })
  const { token } = await anAngler(app)
  const holdId = await aHold(app, token, { date: OPEN_DATE })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date: OPEN_DATE, guests: 2 })
  expect((await app.answer(payForBooking, { token, body })).body).toMatchObject({ error: 'payments-not-connected' })
  await app.app.runJobs()
})

test('a voucher whose code cannot be decrypted is listed and used; its code is not shown', async () => {
  const { content } = await app.call(listGiftVouchers, { token: owner, query: {} })
  expect(content[0]).toMatchObject({ lastFour: '????', status: 'GOOD' })
  expect(await app.answer(showVoucherCode, { token: owner, params: { id: content[0]!.id } })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^This code can't be read/) },
  })
  expect(await app.call(openGift, { body: { code }, ip: networkAddress() })).toMatchObject({ code, status: 'GOOD' })
})

test('a gift whose code cannot be decrypted fails, and the owner reads why', async () => {
  await app.call(makeGiftVoucher, {
    token: owner,
    body: { ...voucher, recipientEmail: 'robin@example.com', sendOn: null, expiresOn: null },
  })
  const lost = createEncryption(randomBytes(32)).encrypt('of another key')
  await app.database.pool.query('alter table gift_vouchers disable trigger all')
  await app.database.pool.query('update gift_vouchers set code_encrypted = $1', [lost])
  await app.database.pool.query('alter table gift_vouchers enable trigger all')
  await app.app.features.giftVouchers.api.send()
  await app.app.runJobs()
  const { content } = await app.call(listMails, { token: owner, query: { q: 'robin@example.com' } })
  expect(content).toMatchObject([
    { kind: 'gift-voucher', status: 'FAILED', error: expect.stringMatching(/^This code can't be read/) },
  ])
  expect(await app.call(readMail, { token: owner, params: { id: content[0]!.id } })).toMatchObject({ text: null })
})

test('an authenticator whose secret cannot be decrypted is answered as a wrong code; recovery codes let in', async () => {
  expect(await signIn('123456')).toMatchObject({ status: 400, body: { error: 'wrong-code' } })
  expect((await signIn(recoveryCode)).status).toBe(200)
})

test('the database belongs to the key of its first start, until an operator says that this one is lost', async () => {
  const { db } = app.database
  const dataDir = '/srv/arcadia'
  const next = { encryption: createEncryption(randomBytes(32)), dataDir }
  await expect(demandKey(db, next)).rejects.toThrow(
    'ENCRYPTION_KEY: this database belongs to another encryption key. It is expected in ENCRYPTION_KEY or, where that is not set, in /srv/arcadia/encryption-key: put it back there.',
  )
  await app.app.prepare(db)

  await forgetSecrets(db, { ...next, clock: app.clock, features: app.app.features })
  await demandKey(db, next)
  await expect(app.app.prepare(db)).rejects.toThrow('belongs to another encryption key')
  expect((await signIn()).status).toBe(200)
  expect(await app.call(getSecondFactor, { token: owner })).toMatchObject({ isOn: false })
  for (const table of ['push_keys', 'push_devices'])
    expect((await app.database.pool.query(`select from ${table}`)).rowCount).toBe(0)
  const answer = new URLSearchParams(await consent(app, owner))
  expect((await app.request('GET', `${completeConnection.path}?${answer}`, { token: owner })).status).toBe(200)
  expect(await app.call(getConnectionStatus, { token: owner })).toMatchObject({ isConnected: true })
})

test('where the right key lies in the data folder, the settings that name another are told to let it', async () => {
  const site = await startTestApp()
  try {
    const key = randomBytes(32)
    await site.database.pool.query('delete from server_key')
    await demandKey(site.database.db, { encryption: createEncryption(key), dataDir: site.dataDir })
    await writeFile(join(site.dataDir, 'encryption-key'), `${key.toString('base64')}\n`)
    const another = { encryption: createEncryption(randomBytes(32)), dataDir: site.dataDir }
    await expect(demandKey(site.database.db, another)).rejects.toThrow('Take ENCRYPTION_KEY out of the settings')
  } finally {
    await site.close()
  }
})

test('negative control: a database that forgot its key takes any, and then the right one is refused', async () => {
  const site = await startTestApp()
  try {
    const { db, pool } = site.database
    const another = { encryption: createEncryption(randomBytes(32)), dataDir: site.dataDir }
    await expect(demandKey(db, another)).rejects.toThrow('belongs to another encryption key')
    await pool.query('delete from server_key')
    await demandKey(db, another)
    await expect(site.app.prepare(db)).rejects.toThrow('belongs to another encryption key')
  } finally {
    await site.close()
  }
})
