import { correctEmailOfBooking, moveBooking } from '@arcadia/contract/admin/bookings'
import { openBalanceLink } from '@arcadia/contract/balance-links'
import { correctGuest } from '@arcadia/contract/booking-data'
import { cancelBooking, changeRidersAndTackle, getTripCalendar, rescheduleBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { sendFreshLink } from '@arcadia/contract/fresh-links'
import { getGuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { addDays, formatFullDate } from '@arcadia/contract/trip-date'
import { emailTripSignIn, getLinkedCalendar, getTrip, moveTrip, openTrip, refundTrip } from '@arcadia/contract/trips'
import { getBookingWaiver, openWaiver, publishWaiver, signWaiver } from '@arcadia/contract/waivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupLink, tripLink } from '../../http/booking-links.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const dates = openDates()
const nextDate = () => dates.shift()!

let app: TestApp
let admin: string
let other: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
  other = (await aBooking(app, { date: nextDate() })).token
  await app.call(publishWaiver, { token: admin, body: { text: 'Fishing is dangerous.', after: null } })
})
afterAll(() => app.close())

const tokenIn = (url: string) => url.split('#')[1]!

/** What somebody holds: a session, or the token of a link. */
interface Held {
  session?: string | undefined
  link: string
}
const KEYS = ['its guest', "the booking's link", "the group's link", 'another guest', 'nothing'] as const
type Key = (typeof KEYS)[number]

async function aTrip({ isCalledOff = false } = {}) {
  const date = nextDate()
  const { bookingId: id, token: session } = await aBooking(app, { date })
  const { groupUrl } = await app.call(getTrip, { token: session, params: { id } })
  const { id: moveId, parties } = await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  if (!isCalledOff) await app.call(closeDayMove, { token: admin, params: { id: moveId }, body: { opensDay: true } })
  const held: Record<Key, Held> = {
    'its guest': { session, link: 'x' },
    "the booking's link": { link: tokenIn(parties[0]!.link!) },
    "the group's link": { link: tokenIn(groupUrl) },
    'another guest': { session: other, link: `${id}-x` },
    nothing: { link: `${id}` },
  }
  return { id, date, held }
}

const NOTES = { experience: null, seats: null, health: 'Bees', allergies: null, birthdays: null }
const GUEST = { firstName: 'Ann', lastName: 'Angler', phone: '(863) 555-0142' }
const signed = (token: string) => ({
  token,
  version: 1,
  name: 'Sam Friend',
  bornOn: '1980-01-01',
  guardian: null,
  way: 'TYPED' as const,
  signature: 'Sam Friend',
  consent: true as const,
})

type Act = (trip: { id: number; to: string }, held: Held) => Promise<{ status: number }>

/** Everything that can be done with a trip, by a session or by a link, and which keys can do it. */
const ACTIONS: [
  what: string,
  isCalledOff: boolean,
  keys: Key[],
  byLink: Act | undefined,
  bySession: Act | undefined,
][] = [
  [
    'read',
    false,
    ['its guest', "the booking's link", "the group's link"],
    (_, { link }) => app.answer(openTrip, { body: { token: link } }),
    ({ id }, { session: token }) => app.answer(getTrip, { token, params: { id } }),
  ],
  [
    'get the calendar file',
    false,
    ['its guest', "the booking's link", "the group's link"],
    (_, { link }) => app.answer(getLinkedCalendar, { body: { token: link } }),
    ({ id }, { session: token }) => app.answer(getTripCalendar, { token, params: { id } }),
  ],
  [
    'read the waiver',
    false,
    ["the group's link"],
    (_, { link }) => app.answer(openWaiver, { body: { token: link } }),
    undefined,
  ],
  ['sign', false, ["the group's link"], (_, { link }) => app.answer(signWaiver, { body: signed(link) }), undefined],
  [
    'open the balance to pay',
    false,
    ["the booking's link"],
    (_, { link }) => app.answer(openBalanceLink, { body: { token: link } }),
    undefined,
  ],
  [
    'answer with another date',
    true,
    ['its guest', "the booking's link"],
    ({ to }, { link }) => app.answer(moveTrip, { body: { token: link, newSelectedDate: to } }),
    ({ id, to }, { session: token }) =>
      app.answer(rescheduleBooking, {
        token,
        params: { id },
        body: { newSelectedDate: to, numberOfGuests: 1 },
      }),
  ],
  [
    'answer with a refund',
    true,
    ['its guest', "the booking's link"],
    (_, { link }) => app.answer(refundTrip, { body: { token: link } }),
    ({ id }, { session: token }) => app.answer(refundMovedDay, { token, params: { id } }),
  ],
  [
    'move a day that is on',
    false,
    ['its guest'],
    ({ to }, { link }) => app.answer(moveTrip, { body: { token: link, newSelectedDate: to } }),
    ({ id, to }, { session: token }) =>
      app.answer(rescheduleBooking, {
        token,
        params: { id },
        body: { newSelectedDate: to, numberOfGuests: 1 },
      }),
  ],
  [
    'be emailed a sign-in link',
    false,
    ["the booking's link"],
    (_, { link }) => app.answer(emailTripSignIn, { body: { token: link } }),
    undefined,
  ],
  [
    'cancel',
    false,
    ['its guest'],
    undefined,
    ({ id }, { session: token }) => app.answer(cancelBooking, { token, params: { id } }),
  ],
  [
    'read what the guide was told',
    false,
    ['its guest'],
    undefined,
    ({ id }, { session: token }) => app.answer(getGuestNotes, { token, params: { id } }),
  ],
  [
    'tell the guide',
    false,
    ['its guest'],
    undefined,
    ({ id }, { session: token }) => app.answer(saveGuestNotes, { token, params: { id }, body: NOTES }),
  ],
  [
    'correct name and phone',
    false,
    ['its guest'],
    undefined,
    ({ id }, { session: token }) => app.answer(correctGuest, { token, params: { id }, body: GUEST }),
  ],
  [
    'change riders',
    false,
    ['its guest'],
    undefined,
    ({ id }, { session: token }) => app.answer(changeRidersAndTackle, { token, params: { id }, body: { riders: 1 } }),
  ],
]

test.each(ACTIONS)('%s, by the keys that may and no other', async (_, isCalledOff, keys, byLink, bySession) => {
  let trip = await aTrip({ isCalledOff })
  const use = async (key: Key) => {
    const at = { id: trip.id, to: nextDate() }
    dates.unshift(at.to)
    const answers = await Promise.all([byLink?.(at, trip.held[key]), bySession?.(at, trip.held[key])])
    return answers.flatMap((answer) => answer?.status ?? [])
  }
  for (const key of KEYS.filter((one) => !keys.includes(one)))
    for (const status of await use(key)) expect([400, 401, 404, 409], `${key}: ${status}`).toContain(status)
  for (const key of keys) {
    expect(await use(key), key).toContainEqual(expect.toSatisfy((status: number) => status < 300))
    dates.shift()
    if (key !== keys.at(-1)) trip = await aTrip({ isCalledOff })
  }
})

test("the group's link shows no money, no last name, no address and no phone of who booked", async () => {
  const { held } = await aTrip()
  const { body } = await app.answer(openTrip, { body: { token: held["the group's link"].link } })
  expect(body).toMatchObject({ key: 'GROUP', firstName: 'Ada', own: null })
  const file = await app.answer(getLinkedCalendar, { body: { token: held["the group's link"].link } })
  for (const shown of [JSON.stringify(body), String(file.body)])
    expect(shown.replaceAll('(863) 555-0142', '')).not.toMatch(/Angler|example\.com|JB-|Amount|350|2150|555-|bookings/)
})

test('who has signed is named to the session of who booked, and to no link', async () => {
  const { id, held } = await aTrip()
  await app.call(signWaiver, { body: signed(held["the group's link"].link) })
  const named = await app.call(getBookingWaiver, { token: held['its guest'].session, params: { id } })
  expect(named.waiver!.signatures).toMatchObject([{ name: 'Sam Friend' }])
  for (const key of ["the booking's link", "the group's link"] as const) {
    const shown = await app.call(openTrip, { body: { token: held[key].link } })
    expect(shown.waiver, key).toEqual({ signed: 1, wanted: 1 })
    expect(JSON.stringify(shown), key).not.toContain('Sam')
  }
})

test('every key reads that the trip has moved, and nothing once it is back on its first date', async () => {
  const { id, date, held } = await aTrip()
  const read = () =>
    Promise.all(
      (["the booking's link", "the group's link"] as const).map((key) =>
        app.call(openTrip, { body: { token: held[key].link } }),
      ),
    )
  expect((await read()).map(({ movedFrom }) => movedFrom)).toEqual([null, null])
  const body = { newSelectedDate: nextDate(), numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token: held['its guest'].session, params: { id }, body })
  expect((await read()).map(({ own }) => own?.movedByUs)).toEqual([null, undefined])
  for (const { movedFrom, selectedDate } of await read())
    expect({ movedFrom, selectedDate }).toEqual({ movedFrom: date, selectedDate: body.newSelectedDate })
  const ours = { from: body.newSelectedDate, to: nextDate() }
  await app.call(moveBooking, { token: admin, params: { id }, body: ours })
  expect((await read()).map(({ own }) => own?.movedByUs)).toEqual([
    `We moved the trip from ${formatFullDate(ours.from)} to ${formatFullDate(ours.to)}.`,
    undefined,
  ])
  const back = { newSelectedDate: date, numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token: held['its guest'].session, params: { id }, body: back })
  expect((await read()).map(({ movedFrom }) => movedFrom)).toEqual([null, null])
})

test('both links work until 24 months after the trip, or a change of the email', async () => {
  const { id, date, held } = await aTrip()
  const statuses = () =>
    Promise.all(
      (["the booking's link", "the group's link"] as const).map(
        async (key) => (await app.answer(openTrip, { body: { token: held[key].link } })).status,
      ),
    )
  app.clock.set(`${addDays(date, 731)}T15:00:00Z`)
  expect(await statuses()).toEqual([200, 200])
  app.clock.set(`${addDays(date, 732)}T15:00:00Z`)
  expect(await statuses()).toEqual([404, 404])
  app.clock.set(`${addDays(date, -2)}T15:00:00Z`)
  expect(await statuses()).toEqual([200, 200])
  admin = await anAdmin(app)
  await app.call(correctEmailOfBooking, { token: admin, params: { id }, body: { email: 'right@example.com' } })
  expect(await statuses()).toEqual([404, 404])
})

test('the sign-in link goes to the account, masked on the page, and leads back to the trip', async () => {
  const { id, held } = await aTrip()
  const body = { token: held["the booking's link"].link }
  const { email } = await app.database.db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select('u.email')
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()
  const hint = `${email![0]}•••@${email!.split('@')[1]}`
  expect((await app.call(openTrip, { body })).own!.emailHint).toBe(hint)
  expect(await readMails(app, email!, 'sign-in-link')).toEqual([])
  await app.call(emailTripSignIn, { body })
  const mails = await readMails(app, email!, 'sign-in-link')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toMatch(new RegExp(`#[\\w-]+\\.${id}\\b`))
  const { db } = app.database
  const sent = await db.selectFrom('outbox_mails').select('booking_id').where('kind', '=', 'sign-in-link').execute()
  expect(new Set(sent.map((mail) => mail.booking_id)), 'it is mail about the account').toEqual(new Set([null]))
  // A mail filter cut it: the fresh one leads to the trip too.
  const [, cut = ''] = /sign-in\/([\w-]+)#/.exec(mails[0]!.text) ?? []
  await app.call(sendFreshLink, { body: { link: cut } })
  const fresh = (await readMails(app, email!, 'sign-in-link')).at(-1)!.text
  expect(fresh).toMatch(new RegExp(`#[\\w-]+\\.${id}\\b`))
  expect(fresh).not.toContain(cut)
})

test('an id that is only digits is that of a booking, never of a link', async () => {
  const key = Buffer.alloc(32, 1)
  const booking = { id: 7, email: 'ada@example.com' }
  for (const { id } of [tripLink.of(key, booking), groupLink.of(key, booking)]) expect(id).toMatch(/^7-[\w-]{12}$/)
})
