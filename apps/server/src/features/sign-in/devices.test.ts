import { changePassword, getMe, login } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { getCalendarFeed, renewCalendarFeed } from '@arcadia/contract/admin/dashboard'
import { endDevice, endOtherDevices, listDevices } from '@arcadia/contract/admin/devices'
import { acceptInvitation, invitePerson } from '@arcadia/contract/admin/people'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../../http/sessions.ts'
import { type Angler, aColleague, anAdmin, anAngler, networkAddress, PASSWORD } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let person: Angler
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await aColleague(app, 'GUIDE')
})

const signIn = (device?: string, who = person, password = PASSWORD) =>
  app.answer(login, { body: { usernameOrEmail: who.username, password, device }, ip: networkAddress() })
const tokenOn = async (device?: string, who = person): Promise<string> => (await signIn(device, who)).body.token
const isOpen = async (token: string) => (await app.answer(getMe, { token })).status === 200
const devices = (token: string) => app.call(listDevices, { token })

describe('a device that was named at sign-in', () => {
  test('stays signed in for 30 days, used or not; without a name for 12 hours', async () => {
    const [kept, used, unnamed] = [await tokenOn("Dana's iPhone"), await tokenOn('Windows PC'), await tokenOn()]
    app.clock.advance({ hours: 11, minutes: 59 })
    expect(await isOpen(unnamed)).toBe(true)
    app.clock.advance({ minutes: 1 })
    expect(await isOpen(unnamed)).toBe(false)
    for (let day = 0; day < 29; day++) {
      app.clock.advance({ days: 1 })
      expect(await isOpen(used)).toBe(true)
    }
    expect(await isOpen(kept)).toBe(true)
    app.clock.advance({ hours: 12 })
    expect([await isOpen(kept), await isOpen(used)]).toEqual([false, false])
  })

  test('needs a real name, and is nothing that a customer has', async () => {
    const nameless = { status: 400, body: { details: [{ path: 'device', message: 'Device name is required' }] } }
    expect(await signIn(' ')).toMatchObject(nameless)
    expect((await signIn('x'.repeat(41))).status).toBe(400)
    const customer = await anAngler(app)
    await tokenOn('A phone', customer)
    const { rows } = await app.database.pool.query(
      'select from sessions where device_name is not null and user_id = $1',
      [customer.id],
    )
    expect(rows).toEqual([])
    expect((await app.answer(listDevices, { token: customer.token })).status).toBe(403)
  })

  test('can be the one on which an invitation was accepted', async () => {
    const body = { email: 'gil@example.com', position: 'GUIDE' as const }
    const { link } = await app.call(invitePerson, { token: await anAdmin(app), body })
    const joining = { token: link.split('#')[1]!, firstName: 'Gil', lastName: 'Guide', password: PASSWORD }
    const { token } = await app.call(acceptInvitation, {
      body: { ...joining, device: "Gil's iPhone" },
      ip: networkAddress(),
    })
    app.clock.advance({ days: 29 })
    expect(await devices(token)).toMatchObject([{ name: "Gil's iPhone", isThisOne: true }])
  })
})

describe('the list of devices', () => {
  test('has name, last use and end of each, this one first, and nobody else sees it', async () => {
    const signedInAt = app.clock.now().toISOString()
    const phone = await tokenOn('iPhone')
    app.clock.advance({ minutes: 1 })
    const desk = await tokenOn()
    const after = (ms: number) => new Date(Date.parse(signedInAt) + ms).toISOString()
    const [MINUTE, HOUR] = [60_000, 3_600_000]
    app.clock.advance({ minutes: 9 })
    expect(await devices(phone)).toEqual([
      {
        id: expect.any(Number),
        name: 'iPhone',
        signedInAt,
        lastUsedAt: app.clock.now().toISOString(),
        endsAt: after(720 * HOUR),
        isThisOne: true,
      },
      {
        id: expect.any(Number),
        name: null,
        signedInAt: after(MINUTE),
        lastUsedAt: after(MINUTE),
        endsAt: after(12 * HOUR + MINUTE),
        isThisOne: false,
      },
      expect.objectContaining({ name: null, lastUsedAt: signedInAt, isThisOne: false }),
    ])
    app.clock.advance({ minutes: 9 })
    await isOpen(phone)
    expect((await devices(phone))[0]!.lastUsedAt, 'to within ten minutes').toEqual(after(10 * MINUTE))
    expect((await devices(desk))[0]).toMatchObject({ name: null, isThisOne: true })
    const other = await aColleague(app, 'OWNER')
    expect(await devices(other.token)).toHaveLength(1)
  })

  test('ends one of them with the notifications that it turned on, and no other', async () => {
    const [phone, lost] = [await tokenOn('iPhone'), await tokenOn('Lost phone')]
    await withNotifications(phone, lost)
    const { url } = await app.call(renewCalendarFeed, { token: (await aColleague(app, 'OFFICE')).token })
    expect(url).toContain('/calendar/')
    const { id } = (await devices(phone)).find(({ name }) => name === 'Lost phone')!
    const stranger = await aColleague(app, 'OWNER')
    const none = { status: 404, body: { error: 'device-not-found' } }
    expect(await app.answer(endDevice, { token: stranger.token, params: { id } })).toMatchObject(none)
    expect(await isOpen(lost)).toBe(true)
    await app.call(endDevice, { token: phone, params: { id } })
    expect([await isOpen(lost), await isOpen(phone), await isOpen(person.token)]).toEqual([false, true, true])
    expect(await notified(phone, lost)).toEqual([true, false])
    expect(await app.answer(endDevice, { token: phone, params: { id } })).toMatchObject(none)
  })

  test('ends all but this one at once; their notifications end, the calendar link stays', async () => {
    const owner = await aColleague(app, 'OWNER')
    const [phone, desk] = [await tokenOn('iPhone', owner), await tokenOn('Windows PC', owner)]
    await withNotifications(phone, desk)
    await app.call(renewCalendarFeed, { token: phone })
    await app.call(endOtherDevices, { token: phone })
    expect(await devices(phone)).toMatchObject([{ name: 'iPhone' }])
    expect([await isOpen(desk), await isOpen(owner.token)]).toEqual([false, false])
    expect(await notified(phone, desk)).toEqual([true, false])
    expect((await app.call(getCalendarFeed, { token: phone })).feed).not.toBeNull()
  })

  test('is over with a new password, but for the device that set it, which keeps its name', async () => {
    const [phone, desk] = [await tokenOn('iPhone'), await tokenOn('Windows PC')]
    const body = { currentPassword: PASSWORD, newPassword: 'tarpon at dawn, again' }
    const { token } = await app.call(changePassword, { token: phone, body, ip: networkAddress() })
    expect([await isOpen(phone), await isOpen(desk)]).toEqual([false, false])
    app.clock.advance({ days: 29 })
    expect(await devices(token)).toMatchObject([{ name: 'iPhone', isThisOne: true }])
  })

  test('is over when the person is removed', async () => {
    const phone = await tokenOn('iPhone')
    const removal = addressOf(setUserStatus, { params: { id: person.id }, query: { isActive: 'false' } })
    expect((await app.request('PUT', removal, { token: await anAdmin(app) })).status).toBe(200)
    expect(await isOpen(phone)).toBe(false)
  })
})

/** Notifications on the devices of these sessions. */
async function withNotifications(...tokens: string[]): Promise<void> {
  for (const token of tokens)
    await app.database.pool.query(
      `insert into push_devices (user_id, session, endpoint, public_key, auth_secret, created_at)
      select user_id, token_hash, $2, 'k', 's', now() from sessions where token_hash = $1`,
      [hashToken(token), `https://push.example/${token}`],
    )
}

async function notified(...tokens: string[]): Promise<boolean[]> {
  const { rows } = await app.database.pool.query('select session from push_devices')
  return tokens.map((token) => rows.some(({ session }) => session?.equals(hashToken(token))))
}
