import { listMails, resendMail } from '@arcadia/contract/admin/mails'
import {
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  listReplies,
  listSavedReplies,
} from '@arcadia/contract/admin/replies'
import { createBookingQuery, listQueriesOfBooking, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { createEnquiry, setEnquiryStatus } from '@arcadia/contract/enquiries'
import { downloadMyData } from '@arcadia/contract/my-data'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, OPEN_DATE } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
let server: TestMailServer
let token: string
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: server.url } })
  token = await anAdmin(app)
})
beforeEach(() => server.refuse(undefined))
afterAll(async () => {
  await app.close()
  await server.close()
})

let people = 0
async function anEnquiry() {
  people += 1
  const email = `enid${people}@example.com`
  const body = { firstName: 'Enid', lastName: 'Quill', email, phone: '863-555-0142', country: 'US' as const }
  const message = 'Is July better?\nWe are two.'
  const { id } = await app.call(createEnquiry, { body: { ...body, message }, ip: networkAddress() })
  await app.app.runJobs()
  return { id, email }
}
const answer = (id: number, adminResponse: string, key?: string) =>
  app.answer(setEnquiryStatus, {
    token,
    params: { id },
    body: { status: 'RESPONDED', adminResponse },
    headers: key ? { 'idempotency-key': key } : {},
  })
const repliesTo = (id: number) => app.call(listReplies, { token, params: { kind: 'enquiry', id } })
/** The received emails, with wrapped lines joined. */
const receivedBy = (email: string) =>
  server.received
    .filter(({ to }) => to[0] === email)
    .map(({ raw, messageId }) => ({ messageId, raw: raw.replace(/\r\n[ \t]/g, ' ').replace(/=\r\n/g, '') }))

test("an enquiry is answered in the acknowledgment's email thread, quoting the message, and its status follows", async () => {
  const { id, email } = await anEnquiry()
  const first = await answer(id, 'Come in June.')
  expect(first.body).toMatchObject({ status: 'RESPONDED', respondedAt: app.clock.now().toISOString() })
  expect(await repliesTo(id)).toMatchObject([{ text: 'Come in June.', mail: { status: 'WAITING', error: null } }])
  await app.app.runJobs()
  expect((await answer(id, 'Or in July.')).status).toBe(200)
  await app.app.runJobs()
  const [acknowledged, june, july] = receivedBy(email)
  expect(june!.raw).toContain('Subject: Re: We got your enquiry\r\n')
  expect(june!.raw).toContain(`In-Reply-To: ${acknowledged!.messageId}\r\n`)
  expect(june!.raw).toContain('Come in June.')
  expect(june!.raw).toContain('You wrote:\r\n> Is July better?\r\n> We are two.')
  expect(june!.raw, 'a person wrote it').not.toContain('Auto-Submitted')
  expect(acknowledged!.raw).toContain('Auto-Submitted')
  expect(july!.raw).toContain('Subject: Re: We got your enquiry\r\n')
  expect(july!.raw).toContain(`In-Reply-To: ${june!.messageId}\r\n`)
  expect(july!.raw).toContain(`References: ${acknowledged!.messageId} ${june!.messageId}\r\n`)
  expect(await repliesTo(id)).toMatchObject([
    { text: 'Come in June.', writtenBy: expect.any(String), mail: { status: 'SENT' } },
    { text: 'Or in July.', mail: { status: 'SENT' } },
  ])
})

test('a reply goes out once despite double clicks and concurrent requests', async () => {
  const { id, email } = await anEnquiry()
  await Promise.all([answer(id, 'Yes.'), answer(id, 'Yes.'), answer(id, 'Yes.')])
  await answer(id, 'Yes.')
  await app.app.runJobs()
  expect(await repliesTo(id)).toHaveLength(1)
  expect(receivedBy(email)).toHaveLength(2)
  const log = (await listChain(app.database.db)).filter(({ subject_id }) => subject_id === String(id))
  expect(log.filter(({ action }) => action === 'enquiry.answered')).toHaveLength(1)
})

test('a retried request is the same reply; a new click with the same text sends it again', async () => {
  const { id, email } = await anEnquiry()
  await Promise.all([answer(id, 'Yes, {name}.', 'a'), answer(id, 'Yes, {name}.', 'a')])
  expect((await answer(id, 'Yes, {name}.', 'b')).status).toBe(200)
  expect((await answer(id, 'Yes, {name}.', 'a')).status).toBe(200)
  expect((await answer(id, 'No.', 'a')).body).toMatchObject({ error: 'key-reused' })
  await app.app.runJobs()
  expect((await repliesTo(id)).map(({ text }) => text)).toEqual(['Yes, Enid.', 'Yes, Enid.'])
  expect(receivedBy(email)).toHaveLength(3)
})

test('placeholders in a response are filled in, and unknown ones are refused', async () => {
  const { id } = await anEnquiry()
  expect((await answer(id, 'Hello {name}, {date} is free.', 'c')).body).toMatchObject({
    message: "{date} doesn't work here. You can use {name}.",
    details: [{ path: 'adminResponse' }],
  })
  expect(await repliesTo(id)).toEqual([])
  const guest = await aBooking(app)
  const body = { bookingId: guest.bookingId, queryMessage: 'What do I owe?' }
  const query = await app.call(createBookingQuery, { token: guest.token, body })
  const reply = (adminResponse: string) =>
    app.answer(setBookingQueryStatus, {
      token,
      params: { id: query.id },
      body: { status: 'RESPONDED', adminResponse },
    })
  expect((await reply('{nmae}, you owe {due}.')).body.message).toMatch(/^\{nmae\} doesn't work here\./)
  expect((await reply('{anglers} of {number} owe {due}.')).body.adminResponse).toBe(
    `1 angler of ${guest.confirmationNumber} owe $2,150.00.`,
  )
  await app.app.runJobs()
})

test('a reply refused by the mail server says so and goes out when resent', async () => {
  const { id, email } = await anEnquiry()
  await answer(id, 'Yes.')
  server.refuse(550)
  await app.app.runJobs()
  expect(await repliesTo(id)).toMatchObject([
    { mail: { status: 'FAILED', error: expect.stringContaining('Correct the address, or call.') } },
  ])
  server.refuse(undefined)
  const { content } = await app.call(listMails, { token, query: { q: email, status: 'FAILED' } })
  await app.call(resendMail, { token, params: { id: content[0]!.id } })
  await app.app.runJobs()
  expect(await repliesTo(id)).toMatchObject([{ mail: { status: 'SENT' } }])
})

test('a response needs the status Responded', async () => {
  const { id } = await anEnquiry()
  const body = { status: 'CLOSED' as const, adminResponse: 'Bye.' }
  expect(await app.answer(setEnquiryStatus, { token, params: { id }, body })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'adminResponse', message: 'To send a response, set the status to Responded.' }] },
  })
  expect(await repliesTo(id)).toEqual([])
})

test('a customer sees every reply to a question, also in the data download; closing the account blanks them', async () => {
  const guest = await aBooking(app)
  const { id } = await app.call(createBookingQuery, {
    token: guest.token,
    body: { bookingId: guest.bookingId, queryMessage: 'May I bring my dog?' },
  })
  for (const adminResponse of ['Yes.', 'A calm one.']) {
    const body = { status: 'RESPONDED' as const, adminResponse }
    await app.call(setBookingQueryStatus, { token, params: { id }, body })
    await app.app.runJobs()
  }
  const subject = `We answered your question about ${formatDayInWords(OPEN_DATE)}`
  const [first, second] = receivedBy(guest.email).filter(({ raw }) => raw.includes(subject))
  expect(first!.raw).toContain(`Subject: ${subject}\r\n`)
  expect(second!.raw).toContain(`Subject: Re: ${subject}\r\n`)
  expect(second!.raw).toContain(`In-Reply-To: ${first!.messageId}\r\n`)
  const responses = [{ text: 'Yes.' }, { text: 'A calm one.' }]
  const seen = await app.call(listQueriesOfBooking, { token: guest.token, params: { id: guest.bookingId } })
  expect(seen).toMatchObject([{ adminResponse: 'A calm one.', responses }])
  expect((await app.call(downloadMyData, { token: guest.token })).questions).toMatchObject([{ responses }])

  const features = Object.values(app.app.features) as { blank?: (tx: unknown, now: Date, ids: number[]) => unknown }[]
  for (const { blank } of features) await blank?.(app.database.db, app.clock.now(), [guest.bookingId])
  const params = { kind: 'booking-query' as const, id }
  expect(await app.call(listReplies, { token, params })).toMatchObject([{ text: 'Removed' }, { text: 'Removed' }])
})

test('saved replies can be added, changed and deleted, have unique names, and changes are logged', async () => {
  const list = () => app.call(listSavedReplies, { token })
  const june = { title: 'June or July', text: 'June has more fish.' }
  const { id } = await app.call(addSavedReply, { token, body: june })
  expect(await list()).toEqual([{ id, ...june }])
  expect(await app.answer(addSavedReply, { token, body: { ...june, title: 'JUNE or july' } })).toMatchObject({
    status: 409,
    body: { error: 'saved-reply-exists' },
  })
  const changed = { ...june, text: 'July has more fish.' }
  await app.call(changeSavedReply, { token, params: { id }, body: changed })
  expect(await list()).toEqual([{ id, ...changed }])
  await app.call(deleteSavedReply, { token, params: { id } })
  expect(await list()).toEqual([])
  expect((await app.answer(deleteSavedReply, { token, params: { id } })).status).toBe(404)
  expect((await app.answer(changeSavedReply, { token, params: { id }, body: june })).status).toBe(404)
  const log = (await listChain(app.database.db)).filter(({ subject_kind }) => subject_kind === 'saved-reply')
  expect(log.map(({ action }) => action)).toEqual(['saved-reply.saved', 'saved-reply.saved', 'saved-reply.deleted'])
})
