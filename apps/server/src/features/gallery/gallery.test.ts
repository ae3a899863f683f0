import { addressOf } from '@arcadia/contract/addresses'
import {
  addGalleryPhoto,
  changeGalleryPhoto,
  deleteGalleryPhoto,
  listGallery,
  orderGallery,
  publishGalleryPhoto,
} from '@arcadia/contract/admin/gallery'
import { getPicture } from '@arcadia/contract/pictures'
import { saveReview, setReviewStatus } from '@arcadia/contract/reviews'
import { GALLERY_PICTURES } from '@arcadia/contract/site/wording'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

const jpeg = (
  await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
).toString('base64')
const add = (caption: string, takenOn: string | null = null) =>
  app.call(addGalleryPhoto, { token, body: { jpeg, caption, takenOn } })
const publish = (id: number, isShown = true) =>
  app.call(publishGalleryPhoto, { token, params: { id }, body: { isShown } })
const seen = async (id: string) => (await app.request('GET', addressOf(getPicture, { params: { id } }))).status
/** What the landing page's data says. */
async function site() {
  const { body } = await app.request('GET', '/')
  const [, data = ''] = /<script type="application\/json" id="site-data">(.*?)<\/script>/s.exec(String(body))!
  return { ...JSON.parse(data), page: String(body) }
}

test('the owner adds photographs, captions and orders them, and the site shows those that are published', async () => {
  expect(await site()).toMatchObject({ gallery: [] })
  const gar = await add('A gar', '2027-05-01')
  const bass = await add('A bass')
  expect(gar).toMatchObject({ caption: 'A gar', takenOn: '2027-05-01', isShown: false })
  expect((await site()).gallery, 'nothing is published by itself').toEqual([])
  expect(await seen(gar.picture)).toBe(404)

  await publish(gar.id)
  await publish(bass.id)
  const shown = { caption: 'A gar', takenOn: '2027-05-01', width: 60, height: 40 }
  expect((await site()).gallery).toMatchObject([shown, { caption: 'A bass' }])
  expect(await seen(gar.picture)).toBe(200)
  expect((await app.call(orderGallery, { token, body: { ids: [bass.id] } })).map(({ id }) => id)).toEqual([
    bass.id,
    gar.id,
  ])
  expect((await site()).gallery).toMatchObject([{ caption: 'A bass' }, shown])
  await app.call(orderGallery, { token, body: { ids: [bass.id, gar.id] } })
  await app.call(changeGalleryPhoto, {
    token,
    params: { id: bass.id },
    body: { caption: 'A peacock bass', takenOn: '' },
  })
  await publish(gar.id, false)
  expect((await site()).gallery).toMatchObject([{ caption: 'A peacock bass' }])
  expect(await seen(gar.picture)).toBe(404)

  await app.call(deleteGalleryPhoto, { token, params: { id: bass.id } })
  expect((await app.call(listGallery, { token })).map(({ id }) => id)).toEqual([gar.id])
  expect(await seen(bass.picture)).toBe(404)
  const pictures = await app.database.db.selectFrom('pictures').select('id').execute()
  expect(pictures).toEqual([{ id: gar.picture }])
  const said = (await listChain(app.database.db)).map(({ action }) => action)
  expect(said.filter((action) => action === 'gallery-photo.deleted')).toHaveLength(1)
  expect(said.filter((action) => action === 'gallery.ordered')).toHaveLength(1)
  for (const answer of [
    await app.answer(deleteGalleryPhoto, { token, params: { id: bass.id } }),
    await app.answer(publishGalleryPhoto, { token, params: { id: bass.id }, body: { isShown: true } }),
  ])
    expect(answer.status).toBe(404)
})

test('a photograph has a caption, and only an owner adds one', async () => {
  const answer = await app.answer(addGalleryPhoto, { token, body: { jpeg, caption: ' ', takenOn: '2027-02-30' } })
  expect(answer.body.details).toEqual([
    { path: 'caption', message: 'A caption is required' },
    { path: 'takenOn', message: '2027-02-30 does not exist.' },
  ])
  const body = { jpeg, caption: 'A gar', takenOn: null }
  for (const who of [(await aColleague(app, 'OFFICE')).token, (await anAngler(app)).token])
    expect((await app.answer(addGalleryPhoto, { token: who, body })).status).toBe(403)
})

test('the gallery holds as many photographs as the site has pictures, also if two come at once', async () => {
  const left = GALLERY_PICTURES - (await app.call(listGallery, { token })).length
  for (let nth = 1; nth < left; nth++) await add(`Number ${nth}`)
  const body = { jpeg, caption: 'The last', takenOn: null }
  const answers = await Promise.all([1, 2].map(() => app.answer(addGalleryPhoto, { token, body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await app.call(listGallery, { token })).toHaveLength(GALLERY_PICTURES)
})

test('the page says what published reviews say together, rounded down, and nothing without one', async () => {
  const said = async () => {
    const { rating, page } = await site()
    return [rating, /<span data-fill="rating"[^>]*>([^<]*)/.exec(page)![1]]
  }
  expect(await said()).toEqual([null, ''])
  const ids: number[] = []
  for (const [index, stars] of [5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5].entries()) {
    const { token: guest, bookingId } = await aBooking(app, { date: openDates()[Math.floor(index / 2)]!, guests: 1 })
    await inTransaction(app.database.db, app.clock, (tx) =>
      tx.updateTable('bookings').set({ status: 'COMPLETED' }).where('id', '=', bookingId).execute(),
    )
    const { id } = await app.call(saveReview, { token: guest, body: { bookingId, stars, text: '' } })
    ids.push(id)
    if (index === 0) {
      await app.call(setReviewStatus, { token, params: { id }, body: { status: 'PUBLISHED' } })
      expect(await said()).toEqual([{ average: 5, count: 1 }, '5 of 5 · 1 review'])
    }
  }
  for (const id of ids) await app.call(setReviewStatus, { token, params: { id }, body: { status: 'PUBLISHED' } })
  expect(await said(), '4.952').toEqual([{ average: 4.9, count: 21 }, '4.9 of 5 · 21 reviews'])
})
