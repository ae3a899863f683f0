import { logoutEverywhere } from '@arcadia/contract/accounts'
import { portal } from '@arcadia/contract/addresses'
import { changeOwnerNotices, getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { forgetPushDevice, getPushKey, keepPushDevice } from '@arcadia/contract/admin/push-notices'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { startPushService } from '../../testing/push-service.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let admin: string
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ isPushService: ({ origin }) => origin === service.origin })
  admin = await anAdmin(app)
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  service.answer(201)
  service.received.length = 0
  await app.database.pool.query('delete from push_devices')
})

const turnOn = (name = 'phone') => app.call(keepPushDevice, { token: admin, body: service.device(name) })
const titles = () => service.received.map(({ notice }) => notice.title)
const rows = async (table: 'push_devices' | 'push_notices') =>
  Number((await app.database.pool.query(`select count(*) from ${table}`)).rows[0].count)
/** An event the owner is notified of. */
const anEnquiry = (firstName = 'Ines') =>
  app.call(createEnquiry, {
    body: { firstName, lastName: 'Marlow', email: 'ines@example.com', phone: '555-0142', country: 'ES' as const },
  })
const setNotices = async (body: object) => {
  const { body: now } = await app.request('GET', getOwnerNotices.path, { token: admin })
  await app.request('PUT', changeOwnerNotices.path, { token: admin, body: { ...now.notices, ...body } })
}

test('a new booking shows only kind, date and name, signed and encrypted for this browser', async () => {
  const { publicKey } = await app.call(getPushKey, { token: admin })
  await turnOn()
  await turnOn()
  const { bookingId } = await aBooking(app, { date: openDates()[0]!, guests: 2 })
  await app.app.runJobs()
  expect(service.received).toHaveLength(1)
  const [{ notice, claims, isSigned, headers }] = service.received as [(typeof service.received)[number]]
  expect(notice).toEqual({
    title: expect.stringMatching(/^New booking: Ada Angler, \w{3}, \w{3} \d+, 2 anglers$/),
    tag: expect.stringMatching(/^notice-\d+$/),
    search: portal.bookings.href({ id: bookingId }).replace(portal.path, ''),
  })
  expect(isSigned).toBe(true)
  expect(String(headers.authorization).endsWith(`k=${publicKey}`)).toBe(true)
  expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(await rows('push_notices')).toBe(0)
})

test("links in a stranger's text are ignored: a tap opens the page of the email's own button", async () => {
  await turnOn()
  const stranger = { firstName: 'Ines', lastName: 'Marlow', email: 'i@example.com', phone: '555-0142' }
  const message = 'See http://localhost:3000/admin?success=true&message=Hello'
  const { id } = await app.call(createEnquiry, { body: { ...stranger, country: 'ES', message } })
  await app.app.runJobs()
  expect(service.received.map(({ notice }) => notice.search)).toEqual([
    portal.enquiries.href({ id }).replace(portal.path, ''),
  ])
})

test('concurrent first requests get the same key, and the private key is stored encrypted', async () => {
  await app.database.pool.query('delete from push_keys')
  const keys = await Promise.all([1, 2, 3].map(() => app.call(getPushKey, { token: admin })))
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
  const { rows } = await app.database.pool.query('select length(private_key_encrypted) as length from push_keys')
  // Nonce, tag and the 43 characters of the key.
  expect(rows[0].length).toBe(12 + 16 + 43)
})

test('a notice that is off is not pushed, and during quiet hours pushes wait like emails', async () => {
  await turnOn()
  await setNotices({ enquiry: false })
  await anEnquiry()
  await setNotices({ enquiry: true, quietFrom: '00:00', quietUntil: '23:59' })
  await anEnquiry('Bo')
  await app.app.runJobs()
  expect(titles()).toEqual([])
  await setNotices({ quietFrom: '', quietUntil: '' })
  await app.database.pool.query('update push_notices set next_try_at = created_at')
  await app.app.runJobs()
  expect(titles()).toEqual(['Enquiry from Bo Marlow'])
})

test.each([404, 410])('a device whose push service answers %s is deleted along with its notices', async (gone) => {
  await turnOn()
  service.answer(gone)
  await anEnquiry()
  await anEnquiry()
  await app.app.runJobs()
  expect([await rows('push_devices'), await rows('push_notices')]).toEqual([0, 0])
})

test('an unavailable push service is retried, and two processes send one notice', async () => {
  await turnOn()
  await service.close()
  await anEnquiry()
  await app.app.runJobs()
  await service.listen()
  await app.database.pool.query('update push_notices set next_try_at = created_at')
  await Promise.all([app.app.runJobs(), app.app.runJobs()])
  expect(titles()).toEqual(['Enquiry from Ines Marlow'])
})

test('a notice leased by a killed process goes out under the same tag once the lease expires', async () => {
  await turnOn()
  await anEnquiry()
  await app.database.pool.query("update push_notices set tries = 1, leased_until = created_at + interval '1 hour'")
  await app.app.runJobs()
  expect(titles()).toEqual([])
  await app.database.pool.query('update push_notices set leased_until = created_at')
  await app.app.runJobs()
  expect(service.received.map(({ notice }) => notice.tag)).toEqual([expect.stringMatching(/^notice-\d+$/)])
  expect(await rows('push_notices')).toBe(0)
})

test('a permanently refused notice is dropped, and the device stays', async () => {
  await turnOn()
  service.answer(413)
  await anEnquiry()
  await app.app.runJobs()
  expect([await rows('push_devices'), await rows('push_notices')]).toEqual([1, 0])
})

test('a former owner gets no more notices, and turning off is permanent', async () => {
  await turnOn()
  await turnOn('tablet')
  const { endpoint } = service.device('tablet')
  await app.call(forgetPushDevice, { token: admin, body: { endpoint } })
  await app.call(forgetPushDevice, { token: admin, body: { endpoint } })
  expect(await rows('push_devices')).toBe(1)
  const said = (await listChain(app.database.db)).filter(({ action }) => action.startsWith('notifications.'))
  expect(said.at(-1)).toMatchObject({ action: 'notifications.turned-off' })
  expect(JSON.stringify(said)).not.toContain('tablet')
  const become = (position: string) =>
    app.database.pool.query("update users set position = $1 where role = 'ADMIN'", [position])
  await become('OFFICE')
  await anEnquiry()
  await app.app.runJobs()
  await become('OWNER')
  expect([titles(), await rows('push_devices')]).toEqual([[], 0])
})

test('signing out everywhere turns it off on every device, so a lost phone shows no more names', async () => {
  await turnOn()
  await turnOn('lost phone')
  await app.call(logoutEverywhere, { token: admin })
  admin = await anAdmin(app)
  expect(await rows('push_devices')).toBe(0)
})

test.each([
  ['an invalid address', { endpoint: 'phone' }, 'endpoint', 'invalid-input'],
  [
    'an address that no database takes',
    { endpoint: 'https://fcm.googleapis.com/a\u0000b' },
    'endpoint',
    'invalid-input',
  ],
  ['a machine in our own network', { endpoint: 'https://10.0.0.7/x' }, 'endpoint', 'not-a-push-service'],
  ['an invalid key', { keys: { p256dh: 'B', auth: 'a' } }, 'keys.p256dh', 'invalid-input'],
  [
    'a key that is not a point on the curve',
    { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
    'keys.p256dh',
    'not-a-push-service',
  ],
])('%s is refused', async (_, wrong, path, error) => {
  const body = { ...service.device('phone'), ...wrong }
  const answer = await app.request('PUT', keepPushDevice.path, { token: admin, body })
  expect([answer.status, answer.body.error, answer.body.details[0].path]).toEqual([400, error, path])
})

test('with a key that cannot be decrypted a notice ends at once; its email goes out', async () => {
  await turnOn()
  await app.database.pool.query(`update push_keys set private_key_encrypted = '\\x00'`)
  await anEnquiry('Lost')
  expect(await rows('push_notices')).toBe(1)
  await app.app.runJobs()
  expect(await rows('push_notices')).toBe(0)
  expect(service.received).toEqual([])
})
