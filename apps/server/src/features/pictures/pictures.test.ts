import { addressOf } from '@arcadia/contract/addresses'
import { changeGuidePhoto } from '@arcadia/contract/business'
import { getPicture, getUnseenPicture, LONGEST_SIDE, MAX_PICTURE_TEXT } from '@arcadia/contract/pictures'
import {
  listAdminReviews,
  listReviews,
  openReview,
  saveReview,
  sendReview,
  setReviewStatus,
} from '@arcadia/contract/reviews'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { tripLink } from '../../http/booking-links.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ settings: { ENCRYPTION_KEY: KEY } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const KEY = '5'.repeat(64)
const dates = openDates()
const picture = (width: number, height = width, background = '#294239') =>
  sharp({ create: { width, height, channels: 3, background } })
const base64 = async (made: { toBuffer(): Promise<Buffer> }) => (await made.toBuffer()).toString('base64')
const JPEG = await base64(picture(60, 40).jpeg())

/** A trip that took place, with what its guest reviews it by. */
async function aTrip() {
  const booking = await aBooking(app, { date: dates.shift()! })
  await inTransaction(app.database.db, app.clock, (tx) =>
    tx.updateTable('bookings').set({ status: 'COMPLETED' }).where('id', '=', booking.bookingId).execute(),
  )
  const { token } = tripLink.of(Buffer.from(KEY, 'hex'), { id: booking.bookingId, email: 'ada@example.com' })
  return { ...booking, link: token }
}
const kept = () => app.database.db.selectFrom('pictures').select(['id', 'is_shown']).execute()
const seen = (id: string) => app.request('GET', addressOf(getPicture, { params: { id } }))
const unseen = (id: string, token?: string) =>
  app.request('GET', addressOf(getUnseenPicture, { params: { id } }), { token })

test('photos of a review are seen by staff alone until the owner publishes it, and no more once it is hidden', async () => {
  const { link, token } = await aTrip()
  const review = { token: link, stars: 5, text: '', pictures: [JPEG, await base64(picture(30).jpeg())] }
  const refused = await app.answer(sendReview, { body: review })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'everyoneAgreed' }] } })
  expect(await kept()).toEqual([])
  const { id, pictures } = await app.call(sendReview, { body: { ...review, everyoneAgreed: true } })
  expect(pictures).toHaveLength(2)
  const [first] = pictures as [string, string]
  expect((await seen(first)).status).toBe(404)
  for (const who of [undefined, token, (await aColleague(app, 'GUIDE')).token])
    expect((await unseen(first, who)).status, 'no stranger, guest or guide').not.toBe(200)
  expect(await unseen(first, admin)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })

  const decide = (status: 'PUBLISHED' | 'HIDDEN') =>
    app.call(setReviewStatus, { token: admin, params: { id }, body: { status } })
  await decide('PUBLISHED')
  const { headers, status } = await seen(first)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': expect.stringMatching(/public, .*immutable/),
    etag: `"${first}"`,
  })
  expect((await app.call(listReviews)).content).toMatchObject([{ id, pictures }])
  await decide('HIDDEN')
  expect((await seen(first)).status).toBe(404)
})

test('a second review keeps the photos or replaces them, and nothing is left behind', async () => {
  const { link, bookingId } = await aTrip()
  const others = (await kept()).length
  const body = { token: link, stars: 5, text: 'A gar.', everyoneAgreed: true }
  const { id, pictures: before } = await app.call(sendReview, { body: { ...body, pictures: [JPEG] } })
  await app.call(setReviewStatus, { token: admin, params: { id }, body: { status: 'PUBLISHED' } })
  const again = await app.call(sendReview, { body: { token: link, stars: 4, text: 'Two gar.' } })
  expect(again).toMatchObject({ id, status: 'NEW', pictures: before })
  expect((await seen(before[0]!)).status, 'until it is published again').toBe(404)
  expect(await app.call(openReview, { body: { token: link } })).toMatchObject({ said: { pictures: 1 } })
  const both = await Promise.all([
    app.call(sendReview, { body: { ...body, pictures: [JPEG, JPEG] } }),
    app.call(sendReview, { body: { ...body, pictures: [JPEG, JPEG] } }),
  ])
  expect(both.every(({ pictures }) => !pictures.includes(before[0]!))).toBe(true)
  expect(await kept(), 'of two at once one stays').toHaveLength(others + 2)
  await app.call(sendReview, { body: { ...body, pictures: [] } })
  expect(await kept()).toHaveLength(others)
  await app.call(sendReview, { body: { ...body, pictures: [JPEG] } })
  await inTransaction(app.database.db, app.clock, (tx, now) => app.app.features.reviews.blank(tx, now, [bookingId]))
  expect(await kept(), 'blanked with the booking').toHaveLength(others)
})

test('words and photos come first, then more words, then photos, then stars alone; how many stars does not count', async () => {
  for (const { id } of (await app.call(listAdminReviews, { token: admin, query: { size: 100 } })).content)
    await app.call(setReviewStatus, { token: admin, params: { id }, body: { status: 'HIDDEN' } })
  const said = [
    { stars: 5, text: '' },
    { stars: 5, text: '', pictures: [JPEG], everyoneAgreed: true },
    { stars: 1, text: 'Landed none.' },
    { stars: 2, text: 'Rain.', pictures: [JPEG], everyoneAgreed: true },
    { stars: 4, text: 'Windy.' },
    { stars: 3, text: 'Calm..' },
  ]
  for (const one of said) {
    const { token, bookingId } = await aTrip()
    const { id } = await app.call(saveReview, { token, body: { ...one, bookingId } })
    await app.call(setReviewStatus, { token: admin, params: { id }, body: { status: 'PUBLISHED' } })
    app.clock.advance({ minutes: 1 })
  }
  const { content } = await app.call(listReviews)
  expect(content.map(({ stars, text, pictures }) => [stars, text, pictures.length])).toEqual([
    [2, 'Rain.', 1],
    [1, 'Landed none.', 0],
    [3, 'Calm..', 0],
    [4, 'Windy.', 0],
    [5, '', 1],
    [5, '', 0],
  ])
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
const hollow = Buffer.from(JPEG, 'base64')
const head = hollow.indexOf(Buffer.of(0xff, 0xc0))
hollow.writeUInt16BE(65_000, head + 5)
hollow.writeUInt16BE(65_000, head + 7)
const animated = sharp(await picture(8, 16).raw().toBuffer(), {
  raw: { width: 8, height: 16, channels: 3, pageHeight: 8 },
})

test.each([
  ['an SVG', Buffer.from(SVG).toString('base64'), 'Please choose a JPEG photo.'],
  ['a PNG', await base64(picture(9).png()), 'Please choose a JPEG photo.'],
  ['an animation', await base64(animated.gif()), 'Please choose a JPEG photo.'],
  [
    'an SVG behind the first bytes of a JPEG',
    Buffer.from(`\xff\xd8\xff${SVG}`, 'latin1').toString('base64'),
    'Please choose a JPEG photo.',
  ],
  ['cut off', JPEG.slice(0, JPEG.length * 0.7), 'Please choose a JPEG photo.'],
  ['4225 megapixels by its header', hollow.toString('base64'), 'Please choose a smaller photo.'],
  ['of 2001 by 2000 pixels', await base64(picture(2001, 2000).jpeg()), 'Please choose a smaller photo.'],
  ['too long', `/9j/${'A'.repeat(MAX_PICTURE_TEXT)}`, 'Please choose a smaller photo.'],
  ['no base64', '/9j/<script>', 'Please choose a JPEG photo.'],
])('a picture that is %s is refused, and nothing of the review is written', async (_, jpeg, message) => {
  const { token, bookingId } = trip
  const body = { bookingId, stars: 5, text: 'With a photo.', everyoneAgreed: true, pictures: [JPEG, jpeg] }
  const before = await kept()
  expect(await app.answer(saveReview, { token, body })).toMatchObject({ status: 400, body: { message } })
  expect(await kept()).toEqual(before)
})
let trip: Awaited<ReturnType<typeof aTrip>>
beforeAll(async () => {
  trip = await aTrip()
})

test('20 MB are refused unread, four pictures too, and a body without pictures stays small', async () => {
  const { token, bookingId } = trip
  const send = (pictures: string[]) =>
    app.answer(saveReview, { token, body: { bookingId, stars: 5, text: '', everyoneAgreed: true, pictures } })
  expect((await send(['A'.repeat(20_000_000)])).status).toBe(413)
  expect((await send([JPEG, JPEG, JPEG, JPEG])).body.details).toEqual([
    { path: 'pictures', message: 'At most 3 photos' },
  ])
  const long = { token: trip.link, more: 'x'.repeat(70_000) }
  expect((await app.request('POST', openReview.path, { body: long })).status).toBe(413)
})

test('what hides behind a picture, and where it was taken, is left out, and a large one is made smaller', async () => {
  const taken = await picture(1900, 1200, 'navy')
    .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 13/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([taken, Buffer.from('<script>alert(1)</script>PK\x03\x04')]).toString('base64')
  const { guidePhoto } = await app.call(changeGuidePhoto, { token: admin, body: { jpeg: polyglot } })
  const { rawPayload } = await app.app.http.inject(guidePhoto!)
  expect(rawPayload.includes('script')).toBe(false)
  const { exif, width, height, format } = await sharp(rawPayload).metadata()
  expect({ exif, width, height, format }).toEqual({
    exif: undefined,
    width: Math.round((LONGEST_SIDE * 1200) / 1900),
    height: LONGEST_SIDE,
    format: 'jpeg',
  })
})
