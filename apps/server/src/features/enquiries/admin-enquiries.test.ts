import { addressOf } from '@arcadia/contract/addresses'
import {
  createEnquiry,
  getEnquiryStats,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
  setEnquiryStatus,
} from '@arcadia/contract/enquiries'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, networkAddress } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

async function anEnquiry(firstName: string, message: string | null = null): Promise<number> {
  const body = {
    firstName,
    lastName: 'Marlow',
    email: `${firstName}@example.com`,
    phone: '555-0142',
    country: 'ES' as const,
    message,
  }
  return (await app.call(createEnquiry, { body, ip: networkAddress() })).id
}
const search = (query: WireInput<typeof searchEnquiries>['query']) => app.call(searchEnquiries, { token, query })
const setStatus = (id: number, body: WireInput<typeof setEnquiryStatus>['body']) =>
  app.answer(setEnquiryStatus, { token, params: { id }, body })
const idsOf = (answer: { content: { id: number }[] }) => answer.content.map(({ id }) => id)

test('enquiries are paged, newest first, filtered by status and text', async () => {
  const [ines, otto, percent] = [
    await anEnquiry('Ines', 'Is June better?'),
    await anEnquiry('Otto'),
    await anEnquiry('Percy', '100% sure'),
  ]
  await setStatus(otto, { status: 'IN_PROGRESS' })
  const page = await app.call(listEnquiries, { token, query: { page: 0, size: 2 } })
  expect(page).toMatchObject({ page: 0, size: 2, totalElements: 3, totalPages: 2 })
  expect(idsOf(page)).toEqual([percent, otto])
  expect(idsOf(await app.call(listEnquiriesByStatus, { token, params: { status: 'IN_PROGRESS' } }))).toEqual([otto])
  expect(idsOf(await search({ q: 'june' }))).toEqual([ines])
  expect(idsOf(await search({ q: 'INES marl' }))).toEqual([ines])
  expect(idsOf(await search({ q: '%' }))).toEqual([percent])
  expect(idsOf(await search({ q: 'JUNE' }))).toEqual([ines])
  expect(idsOf(await search({ q: 'marlow', status: 'NEW', sort: 'name' }))).toEqual([ines, percent])
  expect(
    (await app.request('GET', addressOf(listEnquiriesByStatus, { params: { status: 'LOST' } }), { token })).status,
  ).toBe(400)
  expect(await app.call(getEnquiryStats, { token })).toEqual({
    totalEnquiries: 3,
    newEnquiries: 2,
    inProgressEnquiries: 1,
    respondedEnquiries: 0,
    closedEnquiries: 0,
    spamEnquiries: 0,
  })
})

test('a status is set with notes; omitted notes stay; the first reply keeps its time; it is logged', async () => {
  const id = await anEnquiry('Nora')
  const first = await setStatus(id, { status: 'RESPONDED', adminNotes: 'Called back.' })
  expect(first.body).toMatchObject({
    id,
    status: 'RESPONDED',
    adminNotes: 'Called back.',
    respondedAt: expect.any(String),
  })
  app.clock.advance({ hours: 1 })
  expect((await setStatus(id, { status: 'CLOSED' })).body).toMatchObject({
    status: 'CLOSED',
    adminNotes: 'Called back.',
    respondedAt: first.body.respondedAt,
  })
  expect((await setStatus(id, { status: 'SPAM', adminNotes: '' })).body.adminNotes).toBeNull()
  const log = (await listChain(app.database.db)).filter((entry) => entry.subject_id === String(id))
  expect(log.map(({ action, after_value }) => [action, JSON.parse(after_value!).status])).toEqual([
    ['enquiry.status-changed', 'RESPONDED'],
    ['enquiry.status-changed', 'CLOSED'],
    ['enquiry.status-changed', 'SPAM'],
  ])
})

test('an unknown status and an unknown enquiry are refused', async () => {
  const lost = await app.request('PUT', addressOf(setEnquiryStatus, { params: { id: 1 } }), {
    token,
    body: { status: 'LOST' },
  })
  expect(lost.body.details[0].path).toBe('status')
  expect((await setStatus(999_999, { status: 'NEW' })).status).toBe(404)
})
