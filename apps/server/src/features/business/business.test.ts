import { addresses, addressOf } from '@arcadia/contract/addresses'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getRescheduleEligibility, getTripCalendar, rescheduleBooking } from '@arcadia/contract/bookings'
import { type BusinessFacts, changeBusinessFacts, changeGuidePhoto, getBusinessFacts } from '@arcadia/contract/business'
import { orderGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { getPicture, MAX_PICTURE_TEXT } from '@arcadia/contract/pictures'
import { LUNCH } from '@arcadia/contract/site/wording'
import { addDays } from '@arcadia/contract/trip-date'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, anAngler, networkAddress, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let admin: string
/** What each short link leads to, and who was asked. */
const leadsTo: Record<string, string> = {}
const asked: string[] = []
beforeAll(async () => {
  const linkTarget = async ({ href }: URL) => {
    asked.push(href)
    return leadsTo[href] ?? null
  }
  app = await startTestApp({ linkTarget })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const FACTS: BusinessFacts = {
  name: 'Gar Country',
  phone: '(863) 555-0199',
  email: 'hello@gar.example',
  meetingName: 'Dock 3',
  meetingAddress: '12 River Road, Arcadia',
  meetingPin: '27.2158, -81.8584',
  meetingDirections: 'Left at the oak.\nPark on the grass.',
  tripEnds: '13:30',
  lunchPlace: 'the pavilion',
  whatToBring: 'A hat and sunglasses.',
  balanceDueDays: 7,
  balanceByCard: true,
  balanceByCash: true,
  balanceByCheck: true,
  moveDays: 5,
  license: 'Licensed and insured in Florida',
  guideName: 'Cap Ray',
  guideLicense: 'USCG 123456',
  guideAbout: 'Ray has fished here for 30 years. He likes gar.',
  fishingLicense: 'No, ours covers you.',
  fish: 'Alligator gar and tilapia.',
  keepFish: 'No. All go back.',
  children: 'Eight and up, with a parent.',
  weather: 'We call it off for lightning.',
  bathroom: 'At the ramp.',
  tipping: 'Fifteen percent is usual.',
  answerTime: 'within a day',
}
const set = (body: object, token = admin) => app.request('PATCH', changeBusinessFacts.path, { token, body })
const site = async (path = '/') => {
  const { body } = await app.request('GET', path)
  const block = /id="site-data">(.*?)<\/script>/.exec(String(body))
  return block ? JSON.parse(block[1]!) : null
}

afterEach(() =>
  set(
    Object.fromEntries(
      Object.keys({ ...FACTS, tripStarts: '', linesOut: '', instagram: '' }).map((name) => [
        name,
        typeof FACTS[name as keyof BusinessFacts] === 'boolean' ? false : '',
      ]),
    ),
  ),
)

test('before the owner sets anything, name, phone and email come from the environment', async () => {
  expect(await app.call(getBusinessFacts, { token: admin })).toMatchObject({
    facts: {},
    defaults: { name: 'Arcadia Trophy Fishing', phone: '(863) 555-0142', moveDays: 2 },
  })
})

test('pages and portal are served with a pin that was saved before its order was checked', async () => {
  const meetingPin = '-81.8584, 27.2158'
  await app.database.pool.query('update business_facts set facts = $1', [JSON.stringify({ meetingPin })])
  expect((await site()).business.meetingPin).toBe(meetingPin)
  expect((await app.call(getBusinessFacts, { token: admin })).facts).toEqual({ meetingPin })
})

test('a phone number is formatted the same everywhere, however it was typed', async () => {
  await set({ phone: '8635550199' })
  expect((await site()).business.phone).toBe('(863) 555-0199')
  expect((await app.call(getBusinessFacts, { token: admin })).facts.phone).toBe('8635550199')
})

test.each(Object.entries(FACTS))('%s can be set and removed on its own', async (name, value) => {
  expect(await set({ [name]: value })).toMatchObject({ status: 200, body: { [name]: value } })
  expect((await app.call(getBusinessFacts, { token: admin })).facts).toEqual({ [name]: value })
  const nothing = typeof value === 'boolean' ? false : null
  expect(await set({ [name]: nothing })).toMatchObject({ status: 200, body: {} })
  expect((await app.call(getBusinessFacts, { token: admin })).facts).toEqual({})
})

test.each([
  ['name', 'two\nlines'],
  ['name', 'x'.repeat(101)],
  ['phone', '12'],
  ['email', 'nobody'],
  ['meetingAddress', 'x'.repeat(201)],
  ['meetingPin', 'by the oak'],
  ['meetingPin', '91, 0'],
  ['meetingPin', '-81.8584, 27.2158'],
  ['meetingPin', '0, 181'],
  ['meetingDirections', 'x'.repeat(601)],
  ['tripEnds', '25:00'],
  ['whatToBring', 'x'.repeat(601)],
  ['balanceDueDays', -1],
  ['balanceDueDays', 61],
  ['balanceDueDays', 'soon'],
  ['balanceByCard', 'yes'],
  ['moveDays', 0],
  ['moveDays', 2.5],
  ['license', 'x'.repeat(201)],
  ['guideAbout', 'x'.repeat(401)],
  ['answerTime', 'x'.repeat(61)],
  ['weather', 'x'.repeat(301)],
])('%s refuses %j, and nothing changes', async (name, value) => {
  const { status, body } = await set({ [name]: value, guideName: 'Cap Ray' })
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid-input', details: [{ path: name }] } })
  expect(body.message).toMatch(/^[A-Z]/)
  expect((await app.call(getBusinessFacts, { token: admin })).facts).toEqual({})
})

test('a change is in the audit log with before and after; an unchanged value is not', async () => {
  await set({ moveDays: 3, license: 'A' })
  const before = (await listChain(app.database.db)).length
  await set({ moveDays: 3 })
  const entries = await listChain(app.database.db)
  expect(entries).toHaveLength(before)
  expect(entries.at(-1)).toMatchObject({
    action: 'configuration.changed',
    subject_id: 'moveDays,license',
    before_value: '{"moveDays":null,"license":null}',
    after_value: '{"moveDays":3,"license":"A"}',
  })
})

test('two admins changing different facts at once both succeed', async () => {
  await Promise.all([set({ name: 'A' }), set({ phone: '863 555 0111' }), set({ license: 'B' })])
  expect((await app.call(getBusinessFacts, { token: admin })).facts).toEqual({
    name: 'A',
    phone: '863 555 0111',
    license: 'B',
  })
})

test('only an admin can read or set them here', async () => {
  const { token } = await anAngler(app)
  for (const who of [token, undefined]) {
    const { status } = await app.request('PATCH', changeBusinessFacts.path, { ...(who && { token: who }), body: {} })
    expect(status).toBe(who ? 403 : 401)
  }
})

test('the site shows set facts right away, and leaves out the rest', async () => {
  const empty = await site()
  if (!empty) return
  const hours = {
    starts: '8:00\u00a0AM Eastern',
    'start-hour': '8',
    hours: '8:00\u00a0AM to 12:00\u00a0PM Eastern',
    length: 'Four hours',
  }
  expect(empty.words).toEqual({ 'move-days': '2 days', lunch: LUNCH, ...hours })
  expect(empty.business.phone).toBe('(863) 555-0142')
  await app.call(changeBusinessFacts, { token: admin, body: FACTS })
  const { business, words } = await site()
  expect(business).toMatchObject(FACTS)
  expect(words).toEqual({
    ...hours,
    meeting: 'We meet at Dock 3, 12 River Road, Arcadia.',
    directions: 'Left at the oak.\nPark on the grass.',
    'day-ends': "Lunch is at the pavilion. You'll be done around 1:30 PM Eastern.",
    lunch: LUNCH.replace('served', 'served at the pavilion'),
    done: "You'll be done around 1:30 PM Eastern.",
    bring: 'A hat and sunglasses.',
    balance: 'The balance is due 7 days before your trip, by card, cash, or check.',
    'move-days': '5 days',
    license: 'Licensed and insured in Florida',
    'guide-name': 'Cap Ray',
    'guide-license': FACTS.guideLicense,
    'guide-about': FACTS.guideAbout,
    answer: 'We usually answer within a day.',
    'fishing-license': FACTS.fishingLicense,
    fish: FACTS.fish,
    'keep-fish': FACTS.keepFish,
    children: FACTS.children,
    weather: FACTS.weather,
    bathroom: FACTS.bathroom,
    tipping: FACTS.tipping,
  })
  const { body: terms } = await app.request('GET', addresses.terms.href())
  for (const said of [words.balance, words.answer]) expect(terms).toContain(`>${said}</span>`)
})

test('the hours of the day are the owner’s, on the site, in emails, calendars and deadlines', async () => {
  const hours = { tripStarts: '06:30', linesOut: '11:00', tripEnds: '11:45' }
  await app.call(changeBusinessFacts, { token: admin, body: hours })
  const { token, bookingId } = await aBooking(app)
  const confirmation = (await readMails(app, 'ada@example.com', 'booking-confirmed')).at(-1)
  expect(confirmation!.text).toContain('6:30 AM Eastern')
  expect(confirmation!.text).toContain('We fish until 11:00 AM Eastern.')
  expect(confirmation!.text).toContain("You'll be done around 11:45 AM Eastern.")
  const [file] = confirmation!.attachments!
  expect(file!.content).toMatch(/DTSTART;TZID=America\/New_York:\d{8}T063000\r\n/)
  expect(file!.content).toMatch(/DTEND;TZID=America\/New_York:\d{8}T114500\r\n/)
  const { body: download } = await app.answer(getTripCalendar, { token, params: { id: bookingId } })
  expect(download).toMatch(/DTSTART;TZID=America\/New_York:\d{8}T063000/)

  const { body: landing } = await app.request('GET', addresses.home.href())
  for (const words of [
    '6:30\u00a0AM to 11:00\u00a0AM Eastern',
    'Four and a half hours',
    '"opens":"06:30","closes":"11:00"',
  ])
    expect(landing).toContain(words)
  for (const path of [addresses.home.href(), addresses.terms.href()]) {
    const { body } = await app.request('GET', path)
    expect(body).not.toMatch(/8:00 AM|12:00 PM|Four hours|until noon|\{\w/)
  }
  const [date = ''] = openDates()
  const early = `${date}T10:31:00Z`
  const caller = {
    ...{ selectedDate: date, numberOfGuests: 1, packageType: 'STANDARD' as const, riders: 0 },
    ...{ firstName: 'Rosa', lastName: 'Later', phone: '863 555 0110', email: '', depositUntil: early },
  }
  const late = await app.answer(enterPhoneBooking, { token: admin, body: caller })
  expect(late).toMatchObject({ status: 400, body: { message: 'Please choose a time before the trip.' } })
})

test.each([
  [{ linesOut: '08:00' }, 'linesOut', 'Lines out must be after the start.'],
  [{ tripStarts: '12:30' }, 'linesOut', 'Lines out must be after the start.'],
  [{ tripEnds: '11:59' }, 'tripEnds', 'Back at the ramp must be after lines out.'],
])('hours that no day has are refused: %j', async (hours, path, message) => {
  expect(await set(hours)).toMatchObject({ status: 400, body: { message, details: [{ path }] } })
})

test.each([
  ['@peace.giants', 'peace.giants'],
  ['peace_giants', 'peace_giants'],
  ['https://www.instagram.com/peace.giants/?hl=en', 'peace.giants'],
  ['instagram.com/peace.giants', 'peace.giants'],
  ['https://example.com/peace', undefined],
  ['two names', undefined],
])('an Instagram name is taken as it is typed: %s', async (typed, kept) => {
  const { status, body } = await set({ instagram: typed })
  expect(status).toBe(kept ? 200 : 400)
  if (kept) expect(body).toEqual({ instagram: kept })
})

test('a short link of Google Maps is followed to its pin, three hops, and no other host is asked', async () => {
  const short = (name: string) => `https://maps.app.goo.gl/${name}`
  leadsTo[short('A')] = 'https://www.google.com/maps/place/Dock/@27.3,-81.9,17z/data=!3d27.2158!4d-81.8584'
  Object.assign(leadsTo, { [short('B')]: short('C'), [short('C')]: short('A') })
  Object.assign(leadsTo, { [short('D')]: short('B'), [short('E')]: 'https://evil.test/maps/@27.2,-81.8' })
  for (const name of ['A?g_st=ic', 'B']) {
    expect(await set({ meetingPin: `Dock 3 ${short(name)}` })).toMatchObject({
      body: { meetingPin: '27.2158, -81.8584' },
    })
    await set({ meetingPin: null })
  }
  expect(asked).toEqual(['A', 'B', 'C', 'A'].map(short))
  const message = "We can't read this link. Open it and copy the numbers."
  for (const name of ['D', 'E', 'gone'])
    expect(await set({ meetingPin: short(name) })).toMatchObject({ status: 400, body: { message } })
  expect(asked.slice(4)).toEqual(['D', 'B', 'C', 'E', 'gone'].map(short))
  expect(await set({ meetingPin: '27.2158° N, 81.8584° W' })).toMatchObject({
    body: { meetingPin: '27.2158, -81.8584' },
  })
})

test('the move deadline comes from here', async () => {
  const [date = '', other = ''] = openDates()
  const now = app.clock.now()
  app.clock.set(new Date(`${addDays(date, -4)}T15:00:00Z`))
  const owner = await anAdmin(app)
  const booking = await aBooking(app, { date, guests: 1 })
  const input = { token: booking.token, params: { id: booking.bookingId } }
  expect(await app.call(getRescheduleEligibility, input)).toMatchObject({ canReschedule: true })
  await set({ moveDays: 5 }, owner)
  const message = 'You can move a booking up to 5 days before the trip. Please call us at (863) 555-0142.'
  expect(await app.call(getRescheduleEligibility, input)).toMatchObject({ canReschedule: false, message })
  const body = { newSelectedDate: other, numberOfGuests: 1 }
  expect(await app.answer(rescheduleBooking, { ...input, body })).toMatchObject({
    status: 409,
    body: { error: 'not-reschedulable', message },
  })
  await set({ moveDays: 4 }, owner)
  expect((await app.answer(rescheduleBooking, { ...input, body })).status).toBe(200)
  app.clock.set(now)
})

const aPhoto = async (width: number, height = width) =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#294239' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
const JPEG = await aPhoto(88, 66)
/** A truncated photo whose header claims the maximum size. */
function aHollowPhoto(): string {
  const jpeg = Buffer.from(JPEG, 'base64')
  const head = jpeg.indexOf(Buffer.of(0xff, 0xc0))
  jpeg.writeUInt16BE(2000, head + 5)
  jpeg.writeUInt16BE(2000, head + 7)
  return jpeg.toString('base64')
}
const setPhoto = (jpeg: unknown, token = admin) => app.request('PUT', changeGuidePhoto.path, { token, body: { jpeg } })

test("the guide's photo has its own URL, which pages contain and browsers cache", async () => {
  const { body } = await setPhoto(JPEG)
  const address = body.guidePhoto
  expect(address).toMatch(/^\/api\/pictures\/[\w-]{22}$/)
  expect((await site()).business.guidePhoto).toBe(address)
  const answer = await app.request('GET', address)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': expect.stringMatching(/immutable/),
  })
  for (const none of ['another', '0123456789abcdef', '%00'])
    expect((await app.request('GET', addressOf(getPicture, { params: { id: none } }))).status).toBe(404)

  const other = (await setPhoto(await aPhoto(66, 88))).body.guidePhoto
  expect(other).not.toBe(address)
  expect((await app.request('GET', address)).status).toBe(404)
  expect((await setPhoto(null)).body).not.toHaveProperty('guidePhoto')
  expect((await app.request('GET', other)).status).toBe(404)
  const [first] = (await listChain(app.database.db)).filter(({ subject_id }) => subject_id === 'guidePhoto')
  expect(first?.after_value).toBe(JSON.stringify({ guidePhoto: address }))
})

test('the first HTML shows the guide and the questions that are answered, and tells search engines the same ones', async () => {
  const landing = async () => String((await app.request('GET', addresses.home.href())).body)
  const asked = (html: string) => {
    const { '@graph': things } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!)
    const { mainEntity } = things.find((thing: { '@type': string }) => thing['@type'] === 'FAQPage')
    return (mainEntity as { name: string; acceptedAnswer: { text: string } }[]).map(
      ({ name, acceptedAnswer }) => `${name} ${acceptedAnswer.text}`,
    )
  }
  const before = asked(await landing())
  expect(before).toHaveLength(8)
  expect(before[4]).toMatch(/end\? Trips run from 8:00\sAM to 12:00\sPM Eastern\./)
  expect(before[7]).toContain('up to 2 days before your trip')

  await set({
    guideName: 'Ray "Gar" Wells',
    guideLicense: 'USCG 123456',
    bathroom: 'At the ramp.',
    meetingName: 'Dock 3',
  })
  const { guidePhoto } = (await setPhoto(JPEG)).body
  const html = await landing()
  expect(html).toContain(`src="${guidePhoto}" alt="Ray &quot;Gar&quot; Wells"`)
  for (const said of ['Ray &quot;Gar&quot; Wells', 'USCG 123456', 'At the ramp.'])
    expect(html).toContain(`>${said}</span>`)
  expect(asked(html)).toHaveLength(9)
  expect(asked(html)[8]).toBe('Is there a bathroom? At the ramp.')
  expect(asked(html)[0]).toMatch(/^Where are you located\? .* We meet at Dock 3\.$/)
  await setPhoto(null)
})

test('a photo keeps nothing of what a camera wrote into it, and stands upright', async () => {
  const taken = await sharp({ create: { width: 88, height: 66, channels: 3, background: '#294239' } })
    .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 13/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(taken).metadata()).exif).toBeDefined()
  const { body } = await setPhoto(taken.toString('base64'))
  const kept = await app.app.http.inject(body.guidePhoto)
  const { exif, width, height } = await sharp(kept.rawPayload).metadata()
  expect({ exif, width, height }).toEqual({ exif: undefined, width: 66, height: 88 })
})

test.each([
  ['no JPEG', 'iVBORw0KGgo=', 'Please choose a JPEG photo.'],
  ['not a photo', `/9j/${'A'.repeat(400)}`, 'Please choose a JPEG photo.'],
  ['cut off', JPEG.slice(0, 392), 'Please choose a JPEG photo.'],
  ['hollow', aHollowPhoto(), 'Please choose a JPEG photo.'],
  ['too large', await aPhoto(2100), 'Please choose a smaller photo.'],
  ['no base64', '/9j/<script>', 'Please choose a JPEG photo.'],
  ['too large', `/9j/${'A'.repeat(MAX_PICTURE_TEXT)}`, 'Please choose a smaller photo.'],
])('a photo that is %s is refused', async (_, jpeg, message) => {
  const { status, body } = await setPhoto(jpeg)
  expect([status, body.message, body.details[0].path]).toEqual([400, message, 'jpeg'])
})

test('a photo URL cannot be set from outside', async () => {
  const { status, body } = await set({ guidePhoto: 'https://elsewhere.example/x.jpg' })
  expect([status, body.details[0].path]).toEqual([400, 'guidePhoto'])
})

test('emails use the name and the reply address the owner set', async () => {
  const { email } = await anAngler(app)
  await set({ name: 'Gar Country', email: 'hello@gar.example' })
  const [mail] = await readMails(app, email, 'confirm-email')
  expect(mail).toMatchObject({ from: expect.stringMatching(/^Gar Country <.+@.+>$/), replyTo: 'hello@gar.example' })
})

test('the landing page shows gifts between two days of the year, also around New Year, and never while they are blank', async () => {
  const now = app.clock.now()
  const shown = async (day: string) => {
    app.clock.set(`${day}T15:00:00Z`)
    const { body } = await app.request('GET', addresses.home.href())
    app.clock.set(now)
    return /<div data-shows="gifts">.*Give a morning on the/.test(String(body))
  }
  expect(await shown('2027-12-01')).toBe(false)
  expect(await set({ giftsFrom: '11/15' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'giftsThrough' }] },
  })
  expect(await set({ giftsFrom: '2/30', giftsThrough: '3/1' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'giftsFrom' }] },
  })
  expect(await set({ giftsFrom: '11/5', giftsThrough: '12-24' })).toMatchObject({
    status: 200,
    body: { giftsFrom: '11/05', giftsThrough: '12/24' },
  })
  const days = ['2027-11-04', '2027-11-05', '2027-12-24', '2027-12-25']
  for (const [index, day] of days.entries()) expect(await shown(day), day).toBe([false, true, true, false][index])
  await set({ giftsThrough: '1/6' })
  for (const [day, isShown] of [
    ['2027-12-31', true],
    ['2028-01-06', true],
    ['2028-01-07', false],
  ] as const)
    expect(await shown(day), day).toBe(isShown)
  expect(await set({ giftsThrough: '' })).toMatchObject({ status: 400, body: { details: [{ path: 'giftsThrough' }] } })
  await set({ giftsStopped: true })
  expect(await shown('2027-12-31')).toBe(false)
  expect((await set({ giftsFrom: '', giftsThrough: '', giftsStopped: false })).status).toBe(200)
})

test('no gift is ordered while the owner sells none; one that was ordered is paid', async () => {
  const ordered = await orderGift(app)
  await set({ giftsStopped: true })
  const body = { amount: 500, senderName: 'Sam', recipientName: 'Robin', buyerEmail: 'sam@example.com' }
  expect(await app.answer(orderGiftVoucher, { body, ip: networkAddress() })).toMatchObject({
    status: 409,
    body: { error: 'gifts-not-sold' },
  })
  expect((await payForGift(app, ordered)).status).toBe(201)
  await set({ giftsStopped: false })
  await orderGift(app)
})
