import { addressOf } from '@arcadia/contract/addresses'
import {
  createBookingQuery,
  getBookingQuery,
  getBookingQueryStats,
  listBookingQueries,
  listBookingQueriesByStatus,
  listQueriesOfBooking,
  searchBookingQueries,
  setBookingQueryStatus,
} from '@arcadia/contract/booking-queries'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

let asked = 0
async function aQuestion(queryMessage: string) {
  asked += 1
  const booking = await aBooking(app, { date: openDates()[asked] })
  const body = { bookingId: booking.bookingId, queryMessage }
  const { id } = await app.call(createBookingQuery, { token: booking.token, body })
  return { ...booking, id }
}
const search = (query: WireInput<typeof searchBookingQueries>['query']) =>
  app.call(searchBookingQueries, { token, query })
const setStatus = (id: number, body: WireInput<typeof setBookingQueryStatus>['body']) =>
  app.answer(setBookingQueryStatus, { token, params: { id }, body })
const idsOf = (answer: { content: { id: number }[] }) => answer.content.map(({ id }) => id)

test('questions are listed with their booking and customer, filtered by status and text', async () => {
  const [rods, lunch] = [await aQuestion('Do you have rods?'), await aQuestion('Is there lunch?')]
  const page = await app.call(listBookingQueries, { token, query: { page: 0, size: 20 } })
  expect(page).toMatchObject({ totalElements: 2, totalPages: 1 })
  expect(page.content[0]).toEqual({
    id: lunch.id,
    bookingId: lunch.bookingId,
    confirmationNumber: lunch.confirmationNumber,
    bookingDate: openDates()[asked],
    bookingGuests: 1,
    userFirstName: 'Ada',
    userLastName: 'Angler',
    userEmail: lunch.email,
    bookingPhone: expect.any(String),
    queryMessage: 'Is there lunch?',
    adminResponse: null,
    adminNotes: null,
    status: 'NEW',
    createdAt: expect.any(String),
    respondedAt: null,
  })
  await setStatus(rods.id, { status: 'IN_PROGRESS', adminNotes: 'Ask Joe' })
  expect(idsOf(await app.call(listBookingQueriesByStatus, { token, params: { status: 'IN_PROGRESS' } }))).toEqual([
    rods.id,
  ])
  expect(idsOf(await search({ q: 'lunch' }))).toEqual([lunch.id])
  expect(idsOf(await search({ q: rods.confirmationNumber, status: 'NEW' }))).toEqual([])
  expect(await app.call(getBookingQueryStats, { token })).toEqual({
    totalQueries: 2,
    newQueries: 1,
    inProgressQueries: 1,
    respondedQueries: 0,
    closedQueries: 0,
  })
  expect((await app.call(getBookingQuery, { token, params: { id: lunch.id } })).queryMessage).toBe('Is there lunch?')
})

test('a reply is emailed once despite retries, and a new one again; notes stay private', async () => {
  const question = await aQuestion('May I bring my dog?')
  const answer = { status: 'RESPONDED' as const, adminResponse: 'Yes, a calm one.', adminNotes: 'Third dog this year.' }
  const [one] = await Promise.all([setStatus(question.id, answer), setStatus(question.id, answer)])
  expect(one.body).toMatchObject({ ...answer, respondedAt: expect.any(String) })
  await setStatus(question.id, { status: 'CLOSED' })
  const mails = async () => await readMails(app, question.email, 'reply')
  expect(await mails()).toHaveLength(1)
  const [mail] = await mails()
  expect(mail!.subject).toBe(`We answered your question about ${formatDayInWords(openDates()[asked]!)}`)
  expect(mail!.text).toContain('Yes, a calm one.')
  expect(mail!.text).not.toContain('Third dog')
  await setStatus(question.id, { status: 'RESPONDED', adminResponse: 'On second thought, no.' })
  expect(await mails()).toHaveLength(2)

  const seen = await app.answer(listQueriesOfBooking, { token: question.token, params: { id: question.bookingId } })
  expect(seen.body[0]).toMatchObject({ status: 'RESPONDED', adminResponse: 'On second thought, no.' })
  expect(seen.body[0]).not.toHaveProperty('adminNotes')
  const log = (await listChain(app.database.db)).filter((entry) => entry.action === 'booking-query.answered')
  expect(log).toHaveLength(2)
})

test('a question without a reply cannot be marked as responded; one answered before can', async () => {
  const { id } = await aQuestion('Is there shade?')
  for (const adminResponse of [undefined, '', null])
    expect(await setStatus(id, { status: 'RESPONDED', adminResponse })).toMatchObject({
      status: 400,
      body: {
        error: 'invalid-input',
        message: 'Please write a response first.',
        details: [{ path: 'adminResponse', message: 'Please write a response first.' }],
      },
    })
  expect((await app.call(getBookingQuery, { token, params: { id } })).status).toBe('NEW')
  await setStatus(id, { status: 'RESPONDED', adminResponse: 'A little.' })
  await setStatus(id, { status: 'CLOSED' })
  expect((await setStatus(id, { status: 'RESPONDED' })).body).toMatchObject({
    status: 'RESPONDED',
    adminResponse: 'A little.',
  })
})

test('an unknown question is not found, an unknown status is refused', async () => {
  expect((await setStatus(999_999, { status: 'NEW' })).status).toBe(404)
  const input = { token, body: { status: 'SPAM' } }
  expect((await app.request('PUT', addressOf(setBookingQueryStatus, { params: { id: 1 } }), input)).status).toBe(400)
})
