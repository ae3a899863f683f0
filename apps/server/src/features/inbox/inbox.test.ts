import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { listInbox } from '@arcadia/contract/admin/inbox'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { createEnquiry, setEnquiryStatus } from '@arcadia/contract/enquiries'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  await app?.close()
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

async function anEnquiry(lastName: string, message: string | null = null) {
  app.clock.advance({ minutes: 1 })
  const body = {
    firstName: 'Ines',
    lastName,
    email: `${lastName}@example.com`,
    phone: '555-0142',
    country: 'ES' as const,
    message,
  }
  return app.call(createEnquiry, { body, ip: networkAddress() })
}

let asked = 0
async function aQuestion(queryMessage: string) {
  asked += 1
  const booking = await aBooking(app, { date: openDates()[asked] })
  app.clock.advance({ minutes: 1 })
  const body = { bookingId: booking.bookingId, queryMessage }
  const { id } = await app.call(createBookingQuery, { token: booking.token, body })
  return { ...booking, id }
}

const inbox = (query: WireInput<typeof listInbox>['query'] = {}) => app.call(listInbox, { token, query })
const linesOf = async (query?: WireInput<typeof listInbox>['query']) =>
  (await inbox(query)).content.map(({ kind, id }) => `${kind}-${id}`)

test('enquiries and questions are one list, newest activity first', async () => {
  const july = await anEnquiry('Marlow', 'Is July better?')
  const rods = await aQuestion('Do you have rods?')
  const silent = await anEnquiry('Quill')
  expect((await inbox()).content).toEqual([
    {
      kind: 'enquiry',
      id: silent.id,
      name: 'Ines Quill',
      email: 'Quill@example.com',
      message: null,
      status: 'NEW',
      needsReply: true,
      activeAt: silent.createdAt,
      confirmationNumber: null,
      bookingDate: null,
    },
    {
      kind: 'booking-query',
      id: rods.id,
      name: 'Ada Angler',
      email: rods.email,
      message: 'Do you have rods?',
      status: 'NEW',
      needsReply: true,
      activeAt: expect.any(String),
      confirmationNumber: rods.confirmationNumber,
      bookingDate: openDates()[asked],
    },
    expect.objectContaining({ kind: 'enquiry', id: july.id, message: 'Is July better?' }),
  ])
  app.clock.advance({ minutes: 1 })
  const answer = { status: 'RESPONDED' as const, adminResponse: 'July is fine.' }
  await app.call(setEnquiryStatus, { token, params: { id: july.id }, body: answer })
  expect(await linesOf()).toEqual([`enquiry-${july.id}`, `enquiry-${silent.id}`, `booking-query-${rods.id}`])
  expect((await inbox()).content[0]).toMatchObject({ needsReply: false, status: 'RESPONDED' })
})

test('pages follow each other across both kinds', async () => {
  const [one, two, three] = [await anEnquiry('One'), await aQuestion('Two?'), await anEnquiry('Three')]
  const first = await inbox({ page: 0, size: 2 })
  expect(first).toMatchObject({ page: 0, size: 2, totalElements: 3, totalPages: 2, counts: { all: 3, needsReply: 3 } })
  expect(first.content.map(({ id }) => id)).toEqual([three.id, two.id])
  expect((await inbox({ page: 1, size: 2 })).content.map(({ id }) => id)).toEqual([one.id])
})

test('what needs a reply is what the dashboard counts; spam is left out', async () => {
  const [waits, closed, spam] = [await anEnquiry('Waits'), await anEnquiry('Closed'), await anEnquiry('Spam')]
  const [rods, boots] = [await aQuestion('Do you have rods?'), await aQuestion('And boots?')]
  await app.call(setEnquiryStatus, { token, params: { id: closed.id }, body: { status: 'CLOSED' } })
  await app.call(setEnquiryStatus, { token, params: { id: spam.id }, body: { status: 'SPAM' } })
  await app.call(setBookingQueryStatus, { token, params: { id: boots.id }, body: { status: 'IN_PROGRESS' } })
  expect(await linesOf({ status: 'NEEDS_REPLY' })).toEqual([`booking-query-${rods.id}`, `enquiry-${waits.id}`])
  expect((await inbox({ status: 'NEEDS_REPLY' })).totalElements).toBe(2)
  const { counts } = await inbox()
  expect(counts).toEqual({ all: 4, needsReply: 2 })
  const { waiting } = await app.call(getDashboardOverview, { token })
  expect(waiting.enquiries + waiting.bookingQueries).toBe(counts.needsReply)
})

test('both kinds are searched as in their own lists, and the counts stay', async () => {
  const enquiry = await anEnquiry('Núñez', 'Are there gars?')
  const question = await aQuestion('How big are the gars?')
  const [both, one] = [[`booking-query-${question.id}`, `enquiry-${enquiry.id}`], [`booking-query-${question.id}`]]
  expect(await linesOf({ q: 'gars' })).toEqual(both)
  expect(await linesOf({ q: 'nunez' })).toEqual([`enquiry-${enquiry.id}`])
  expect(await linesOf({ q: 'ada angler' })).toEqual(one)
  expect(await linesOf({ q: question.confirmationNumber })).toEqual(one)
  expect((await inbox({ q: 'nunez' })).counts).toEqual({ all: 2, needsReply: 2 })
})

test('guides and customers have no inbox', async () => {
  const { token: customer } = await aQuestion('Is there shade?')
  const { token: guide } = await aColleague(app, 'GUIDE')
  for (const other of [customer, guide]) expect((await app.answer(listInbox, { token: other })).status).toBe(403)
  expect((await app.answer(listInbox, {})).status).toBe(401)
  expect((await app.answer(listInbox, { token: (await aColleague(app, 'OFFICE')).token })).status).toBe(200)
})
