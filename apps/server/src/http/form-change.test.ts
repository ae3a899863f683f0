import { updateMe } from '@arcadia/contract/accounts'
import { correctBooking, correctEmailOfBooking } from '@arcadia/contract/admin/bookings'
import * as settings from '@arcadia/contract/admin/configuration'
import { addGalleryPhoto, changeGalleryPhoto } from '@arcadia/contract/admin/gallery'
import { changeOwnerNotices, getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { addSavedReply, changeSavedReply } from '@arcadia/contract/admin/replies'
import { correctBookingEmail, correctGuest } from '@arcadia/contract/booking-data'
import { changeRidersAndTackle } from '@arcadia/contract/bookings'
import { changeBusinessFacts, changeGuidePhoto } from '@arcadia/contract/business'
import { endpointNames, endpoints } from '@arcadia/contract/catalog'
import { getBookingConfig } from '@arcadia/contract/configuration'
import type { Endpoint } from '@arcadia/contract/endpoint'
import { saveGuestNotes } from '@arcadia/contract/guest-notes'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../testing/a-booking.ts'
import { aColleague, anAdmin, openDates } from '../testing/builders.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let owner: string
/** Another owner. */
let other: string
/** Of the form that is tried. */
let booking: Awaited<ReturnType<typeof aBooking>>
/** Made before any setting changes. */
const bookings: (typeof booking)[] = []
let replyId: number
let photoId: number
let notices: object
beforeAll(async () => {
  app = await startTestApp()
  owner = await anAdmin(app)
  other = (await aColleague(app, 'OWNER')).token
  for (const date of openDates().slice(0, 11)) bookings.push(await aBooking(app, { date, guests: 1 }))
  replyId = (await app.call(addSavedReply, { token: owner, body: { title: 'Dogs', text: 'No dogs.' } })).id
  const added = { jpeg: photo!, caption: 'A gar', takenOn: null }
  photoId = (await app.call(addGalleryPhoto, { token: owner, body: added })).id
  notices = (await app.call(getOwnerNotices, { token: owner })).notices
})
afterAll(() => app.close())

const [photo, otherPhoto] = await Promise.all(
  ['navy', 'olive'].map(async (background) => {
    const jpeg = await sharp({ create: { width: 8, height: 10, channels: 3, background } })
      .jpeg()
      .toBuffer()
    return jpeg.toString('base64')
  }),
)
const GUEST = { firstName: 'Ada', lastName: 'Angler', phone: '(863) 555-0142' }
const NOTES = { experience: null, seats: null, health: null, allergies: null, birthdays: null }

/** What a form showed, and what two people make of it at once. */
interface Form {
  endpoint: Endpoint
  shown: object
  mine: object
  theirs: object
  /** Everything else that has to be sent. */
  rest?: () => object
  /** Of the first, who saves `mine`, and of the second. */
  by?: () => [string, string]
}

const ofBooking = () => ({ id: booking.bookingId })
const guests = (): [string, string] => [booking.token, booking.token]
const FORMS: (Form & { params?: () => object })[] = [
  {
    endpoint: settings.setMaxCapacity,
    shown: { maxCapacity: 4 },
    mine: { maxCapacity: 5 },
    theirs: { maxCapacity: 6 },
  },
  {
    endpoint: settings.setSharing,
    shown: { sharing: 'OPEN' },
    mine: { sharing: 'ONE_GROUP' },
    theirs: { sharing: 'TWO_ANGLERS' },
  },
  {
    endpoint: settings.setHoldDuration,
    shown: { holdDurationMinutes: 5 },
    mine: { holdDurationMinutes: 6 },
    theirs: { holdDurationMinutes: 7 },
  },
  {
    endpoint: settings.setDepositPerGuest,
    shown: { depositPerGuest: '350' },
    mine: { depositPerGuest: 400 },
    theirs: { depositPerGuest: 300 },
  },
  {
    endpoint: settings.setStandardPackagePrice,
    shown: { standardPackagePrice: '1500' },
    mine: { standardPackagePrice: 1600 },
    theirs: { standardPackagePrice: 1400 },
  },
  {
    endpoint: settings.setTrophyPackagePrice,
    shown: { trophyPackagePrice: '2500' },
    mine: { trophyPackagePrice: 2600 },
    theirs: { trophyPackagePrice: 2400 },
  },
  {
    endpoint: settings.setPrivateSpotPrice,
    shown: { privateSpotPrice: '' },
    mine: { privateSpotPrice: 250 },
    theirs: { privateSpotPrice: 300 },
  },
  {
    endpoint: settings.setSeason,
    shown: { seasonStart: '2027-05-16', seasonEnd: '2027-09-05' },
    mine: { seasonStart: '2027-05-16', seasonEnd: '2027-09-10' },
    theirs: { seasonStart: '2027-05-16', seasonEnd: '2027-09-20' },
  },
  {
    endpoint: changeBusinessFacts,
    shown: { lunchPlace: '' },
    mine: { lunchPlace: 'The barn' },
    theirs: { lunchPlace: 'The dock' },
  },
  { endpoint: changeGuidePhoto, shown: { guidePhoto: '' }, mine: { jpeg: photo }, theirs: { jpeg: otherPhoto } },
  {
    endpoint: changeGalleryPhoto,
    params: () => ({ id: photoId }),
    shown: { caption: 'A gar', takenOn: '' },
    mine: { caption: 'A big gar', takenOn: '' },
    theirs: { caption: 'An arapaima', takenOn: '' },
  },
  {
    endpoint: changeOwnerNotices,
    shown: { digestAt: '' },
    mine: { digestAt: '06:00' },
    theirs: { digestAt: '07:00' },
    rest: () => notices,
  },
  {
    endpoint: changeSavedReply,
    params: () => ({ id: replyId }),
    shown: { title: 'Dogs', text: 'No dogs.' },
    mine: { title: 'Dogs', text: 'Small dogs.' },
    theirs: { title: 'Dogs', text: 'Quiet dogs.' },
  },
  {
    endpoint: correctBooking,
    params: ofBooking,
    shown: { firstName: 'Ada' },
    mine: { firstName: 'Adah' },
    theirs: { firstName: 'Ida' },
  },
  {
    endpoint: correctEmailOfBooking,
    params: ofBooking,
    shown: { email: 'ada@example.com' },
    mine: { email: 'ada.a@example.com' },
    theirs: { email: 'ada.b@example.com' },
  },
  {
    endpoint: correctGuest,
    params: ofBooking,
    shown: { phone: GUEST.phone },
    mine: { phone: '(863) 555-0143' },
    theirs: { phone: '(863) 555-0144' },
    rest: () => GUEST,
    by: guests,
  },
  {
    endpoint: changeRidersAndTackle,
    params: ofBooking,
    shown: { riders: '0' },
    mine: { riders: 1 },
    theirs: { riders: 2 },
    by: guests,
  },
  {
    endpoint: correctBookingEmail,
    params: ofBooking,
    shown: { email: 'ada@example.com' },
    mine: { email: 'ada.c@example.com' },
    theirs: { email: 'ada.d@example.com' },
    by: guests,
  },
  {
    endpoint: saveGuestNotes,
    params: ofBooking,
    shown: { seats: '' },
    mine: { seats: 'Bow' },
    theirs: { seats: 'Stern' },
    rest: () => NOTES,
    by: guests,
  },
  {
    endpoint: updateMe,
    shown: { lastName: 'Angler' },
    mine: { lastName: 'Byron' },
    theirs: { lastName: 'King' },
    by: guests,
  },
]
/** Lists are merged, so they never clash. */
const LISTS: Endpoint[] = [settings.setClosedDays, settings.setBlackoutDates]

interface Told {
  error?: string
  message?: string
  details?: { path: string; message: string; value: unknown }[]
}
function save(endpoint: Endpoint, token: string, params: object | undefined, body: object) {
  const asked = { token, params, body } as never
  return app.answer(endpoint, asked) as Promise<{ status: number; body: Told & Record<string, unknown> }>
}

test('every form that overwrites is tried here', () => {
  const tried = new Set([...FORMS.map(({ endpoint }) => endpoint), ...LISTS])
  expect(endpoints.filter((endpoint) => endpoint.overwrites && !tried.has(endpoint))).toEqual([])
})

test.each(FORMS.map((form) => [endpointNames.get(form.endpoint), form] as const))(
  '%s does not overwrite what its form never showed',
  async (_, { endpoint, params, shown, mine, theirs, rest, by = () => [owner, other] }) => {
    if (params === ofBooking || by === guests) booking = bookings.pop()!
    const [me, them] = by()
    const send = (token: string, body: object, seen: object) =>
      save(endpoint, token, params?.(), { ...rest?.(), ...body, shown: seen })
    expect(await send(them, theirs, shown)).toMatchObject({ status: 200 })
    const refused = await send(me, mine, shown)
    expect(refused).toMatchObject({ status: 409, body: { error: 'changed-meanwhile' } })
    expect(refused.body.message).toMatch(/Yours isn't saved yet\.$/)
    const details = refused.body.details!
    expect(details.length).toBeGreaterThan(0)
    // Who has seen it may save over it; a repeat is none of anybody's business.
    const seen = { ...shown, ...Object.fromEntries(details.map(({ path, value }) => [path, value])) }
    expect(await send(me, mine, seen)).toMatchObject({ status: 200 })
    expect(await send(me, mine, seen)).toMatchObject({ status: 200 })
    // A call without a word of it overwrites.
    expect(await save(endpoint, me, params?.(), { ...rest?.(), ...mine })).toMatchObject({ status: 200 })
  },
  20_000,
)

test('of two at once one is saved and the other is told', async () => {
  booking = bookings.pop()!
  const both = async (endpoint: Endpoint, params: object | undefined, shown: object, one: object, two: object) => {
    const answers = await Promise.all([
      save(endpoint, owner, params, { ...one, shown }),
      save(endpoint, other, params, { ...two, shown }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
  const facts = { lunchPlace: 'The barn' }
  await both(changeBusinessFacts, undefined, facts, { lunchPlace: 'One' }, { lunchPlace: 'Two' })
  await both(correctBooking, ofBooking(), { firstName: 'Ada' }, { firstName: 'One' }, { firstName: 'Two' })
  await both(settings.setMaxCapacity, undefined, { maxCapacity: 5 }, { maxCapacity: 6 }, { maxCapacity: 7 })
})

test('two who change different fields both win, of a form that sends all its fields', async () => {
  booking = bookings.pop()!
  const [params, shown] = [ofBooking(), GUEST]
  await save(correctBooking, owner, params, { ...GUEST, lastName: 'Byron', shown })
  const saved = await save(correctGuest, booking.token, params, { ...GUEST, phone: '(863) 555-0199', shown })
  expect(saved).toMatchObject({ status: 200, body: { firstName: 'Ada', lastName: 'Byron', phone: '(863) 555-0199' } })

  await save(changeOwnerNotices, owner, undefined, {
    ...notices,
    quietFrom: '',
    quietUntil: '',
    newBooking: false,
    shown: notices,
  })
  const after = await save(changeOwnerNotices, other, undefined, { ...notices, cancelled: false, shown: notices })
  expect(after.body).toMatchObject({ newBooking: false, cancelled: false, question: true })
})

test('days away that two add at once are all kept, and the season keeps an end after its start', async () => {
  const away = (token: string, blackoutDates: string[], shown: string[]) =>
    save(settings.setBlackoutDates, token, undefined, { blackoutDates, shown: { blackoutDates: shown } })
  await away(owner, ['2027-06-01'], [])
  await away(owner, ['2027-06-01', '2027-06-10'], ['2027-06-01'])
  await away(other, ['2027-06-20'], ['2027-06-01'])
  expect((await app.call(getBookingConfig)).blackoutDates).toEqual(['2027-06-10', '2027-06-20'])

  const { seasonStart, seasonEnd } = await app.call(getBookingConfig)
  const season = (token: string, body: object) =>
    save(settings.setSeason, token, undefined, { seasonStart, seasonEnd, ...body, shown: { seasonStart, seasonEnd } })
  expect(await season(owner, { seasonStart: '2027-08-01' })).toMatchObject({ status: 200 })
  expect(await season(other, { seasonEnd: '2027-07-01' })).toMatchObject({
    status: 400,
    body: { message: 'The season must end after it starts, within a year.' },
  })
})

test('each is told who changed it to what', async () => {
  booking = bookings.pop()!
  await app.call(settings.setDepositPerGuest, { token: other, body: { depositPerGuest: 275 } })
  const deposit = (token: string) =>
    save(settings.setDepositPerGuest, token, undefined, { depositPerGuest: 425, shown: { depositPerGuest: 350 } })
  expect((await deposit(owner)).body).toMatchObject({
    message: "Cole League changed Deposit per angler to $275.00. Yours isn't saved yet.",
    details: [{ path: 'depositPerGuest', message: 'Cole League changed this to $275.00.', value: 275 }],
  })
  expect((await deposit(other)).body.message).toBe(
    "You changed Deposit per angler to $275.00 in another window. Yours isn't saved yet.",
  )

  const params = ofBooking()
  await save(correctBooking, other, params, { firstName: 'Ida', lastName: '' })
  const asGuest = await save(correctGuest, booking.token, params, {
    ...GUEST,
    firstName: 'Adah',
    lastName: 'Byron',
    shown: GUEST,
  })
  expect(asGuest.body.message).toBe("We changed First name to Ida. We cleared Last name. Yours isn't saved yet.")
  await save(correctGuest, booking.token, params, { ...GUEST, firstName: 'Adele' })
  const asStaff = await save(correctBooking, owner, params, { firstName: 'Ida B.', shown: { firstName: 'Ida' } })
  expect(asStaff.body.message).toBe("The guest changed First name to Adele. Yours isn't saved yet.")
})
