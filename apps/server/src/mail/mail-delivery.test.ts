import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import { type TestClock, testClock } from '../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createMailDelivery, smtpSender } from './mail-delivery.ts'
import type { RenderedMail } from './mail-renderers.ts'
import { enqueueMail, mailsWaitSince, tryAnew } from './outbox.ts'
import type { OutboxMail, RenderMail } from './render-mail.ts'

let database: TestDatabase
let server: TestMailServer
let clock: TestClock
let rendered: (mail: OutboxMail) => RenderedMail | null

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('outbox_mails').execute()
  server = await startMailServer()
  clock = testClock('2027-04-05T14:00:00Z')
  rendered = () => ({ subject: 'Your date is booked', text: 'See you at eight.', html: '<p>See you at eight.</p>' })
})
afterEach(() => server.close())

const render: RenderMail = async (_tx, _now, mail) => {
  const found = rendered(mail)
  return found && { fromName: 'Gar Country', ...found }
}
const delivery = (log = pino({ level: 'silent' })) =>
  createMailDelivery({
    db: database.db,
    clock,
    log,
    render,
    sendMail: smtpSender(server.url),
    mailFrom: '"Arcadia" <hello@arcadia.example>',
  })

const write = (to = 'ana@example.com') =>
  inTransaction(database.db, clock, (tx, now) =>
    enqueueMail(tx, now, { kind: 'booking-confirmed', to, params: { bookingId: 7 } }),
  )
const rows = () => database.db.selectFrom('outbox_mails').selectAll().orderBy('id').execute()

test('an email is delivered once, however often the outbox is swept', async () => {
  await write()
  const sweep = delivery()
  for (let round = 0; round < 3; round++) await sweep.run()
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail!.to).toEqual(['ana@example.com'])
  expect(mail!.raw).toContain('From: Gar Country <hello@arcadia.example>')
  expect(mail!.raw).toContain('Subject: Your date is booked')
  expect(mail!.raw).toContain('Auto-Submitted: auto-generated')
  expect(mail!.raw).toContain('See you at eight.')
  expect(await rows()).toMatchObject([
    { sent_at: clock.now(), tries: 1, message_id: mail!.messageId, leased_until: null, sent_text: 'See you at eight.' },
  ])
})

test('concurrent processes deliver each email once', async () => {
  for (let index = 0; index < 12; index++) await write(`angler${index}@example.com`)
  const sweeps = [delivery(), delivery(), delivery()]
  for (let round = 0; round < 3; round++) await Promise.all(sweeps.map((sweep) => sweep.run()))
  const recipients = server.received.flatMap(({ to }) => to)
  expect(recipients).toHaveLength(12)
  expect(new Set(recipients).size).toBe(12)
})

test('an email that was rolled back is not sent', async () => {
  const failing = inTransaction(database.db, clock, async (tx, now) => {
    await enqueueMail(tx, now, { kind: 'booking-confirmed', to: 'ana@example.com', params: { bookingId: 7 } })
    throw new Error('the booking failed')
  })
  await expect(failing).rejects.toThrow('the booking failed')
  await delivery().run()
  expect(server.received).toHaveLength(0)
})

test('an email waits while the mail server is down, and goes out when it is back', async () => {
  await write()
  await server.close()
  const sweep = delivery()
  await sweep.run()
  expect(await rows()).toMatchObject([
    {
      sent_at: null,
      failed_at: null,
      tries: 1,
      last_error: expect.stringMatching(/^Your mail server can't be reached\./),
    },
  ])
  await server.listen()
  await sweep.run()
  expect(server.received, 'it is not due before the wait is over').toHaveLength(0)
  clock.advance({ seconds: 10 })
  await sweep.run()
  expect(server.received).toHaveLength(1)
})

test('an email leased by a dead process goes out when the lease ends', async () => {
  await write()
  const oneMinute = new Date(clock.now().getTime() + 60_000)
  await database.db
    .updateTable('outbox_mails')
    .set({ leased_until: oneMinute, tries: 1, message_id: '<kept@arcadia.example>' })
    .execute()
  const sweep = delivery()
  clock.advance({ seconds: 59 })
  await sweep.run()
  expect(server.received).toHaveLength(0)
  clock.advance({ seconds: 1 })
  await sweep.run()
  expect(server.received.map(({ messageId }) => messageId)).toEqual(['<kept@arcadia.example>'])
})

test('an email without a confirmation is resent under the same Message-ID', async () => {
  await write()
  server.behave(() => {
    throw Object.assign(new Error('try later'), { responseCode: 451 })
  })
  const sweep = delivery()
  await sweep.run()
  server.behave(() => {})
  clock.advance({ seconds: 10 })
  await sweep.run()
  const [first, second] = server.received
  expect(first!.messageId).toMatch(/^<[\w-]{36}@arcadia\.example>$/)
  expect(second!.messageId).toBe(first!.messageId)
  expect(await rows()).toMatchObject([{ sent_at: clock.now(), tries: 2 }])
})

test('an email the server keeps putting off fails after about a day, and the reason is kept', async () => {
  await write()
  server.refuse(451)
  const sweep = delivery()
  const start = clock.now().getTime()
  for (let tries = 0; tries < 40 && !(await rows())[0]!.failed_at; tries++) {
    clock.set((await rows())[0]!.next_try_at)
    await sweep.run()
  }
  const [mail] = await rows()
  expect(mail!.last_error).toMatch(/so we stopped trying/)
  const hours = (mail!.failed_at!.getTime() - start) / 3_600_000
  expect(hours).toBeGreaterThan(20)
  expect(hours).toBeLessThan(28)
})

test('after an outage one success tries the others at once', async () => {
  for (let index = 0; index < 30; index++) await write(`angler${index}@example.com`)
  await server.close()
  const sweep = delivery()
  for (let hour = 0; hour < 3; hour++) {
    await sweep.run()
    clock.advance({ minutes: 60 })
  }
  expect(await mailsWaitSince(database.db, clock.now())).toEqual(new Date('2027-04-05T14:00:00Z'))
  await server.listen()
  const waiting = database.db.updateTable('outbox_mails').set({ next_try_at: new Date('2028-01-01T00:00:00Z') })
  await waiting.execute()
  await write('ana@example.com')
  await sweep.run()
  expect(server.received).toHaveLength(31)
  expect(await mailsWaitSince(database.db, clock.now())).toBeNull()
})

test('an outage uses up no tries of an email', async () => {
  await write()
  await server.close()
  const sweep = delivery()
  for (let tries = 0; tries < 40; tries++) {
    clock.set((await rows())[0]!.next_try_at)
    await sweep.run()
  }
  await server.listen()
  server.refuse(451)
  clock.set((await rows())[0]!.next_try_at)
  await sweep.run()
  const [putOff] = await rows()
  expect(putOff).toMatchObject({ status: 'WAITING', is_held_up: false })
  expect(putOff!.next_try_at.getTime() - clock.now().getTime()).toBe(10_000)
  server.refuse(undefined)
  clock.set(putOff!.next_try_at)
  await sweep.run()
  expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com']])
})

test('each email that ends is logged, without an address', async () => {
  for (const to of ['ana@example.com', 'bo@example.com', 'nobody@example.com']) await write(to)
  rendered = ({ to_email }) =>
    to_email === 'nobody@example.com' ? null : { subject: 'Booked', text: 'See you.', html: '<p>See you.</p>' }
  const lines: { mail: number; msg: string }[] = []
  await delivery(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })).run()
  const ids = (await rows()).map(({ id }) => id)
  expect(lines.map(({ mail, msg }) => [mail, msg]).sort()).toEqual([
    [ids[0], 'email sent'],
    [ids[1], 'email sent'],
    [ids[2], 'email no longer needed'],
  ])
  expect(JSON.stringify(lines)).not.toContain('@example.com')
})

test('an email that only its own recipient refuses for now is not tried again by the success of another', async () => {
  await write()
  server.refuse(451)
  const sweep = delivery()
  await sweep.run()
  server.refuse(undefined)
  await write('bo@example.com')
  await sweep.run()
  expect(server.received.map(({ to }) => to)).toEqual([['bo@example.com']])
})

test('what nobody could send for a day waits for a yes, and goes out with it', async () => {
  await write()
  clock.advance({ hours: 25 })
  await write('bo@example.com')
  const sweep = delivery()
  await sweep.run()
  expect(server.received.map(({ to }) => to)).toEqual([['bo@example.com']])
  const [held] = await rows()
  expect(held).toMatchObject({ status: 'HELD', last_error: expect.stringMatching(/^Held back: no mail server/) })
  await tryAnew(database.db, clock.now(), held!.id)
  await sweep.run()
  expect(server.received.map(({ to }) => to[0])).toEqual(['bo@example.com', 'ana@example.com'])
})

test('negative control: an outbox that forgets since when an email waits sends it', async () => {
  await write()
  clock.advance({ hours: 25 })
  await database.db.updateTable('outbox_mails').set({ waits_since: clock.now() }).execute()
  await delivery().run()
  expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com']])
})

test('an address that the mail server rejects permanently fails immediately', async () => {
  server.refuse(550)
  await write('nobody@example.com')
  await delivery().run()
  expect(await rows()).toMatchObject([
    { failed_at: clock.now(), tries: 1, last_error: expect.stringMatching(/this address can't get email/) },
  ])
})

test('an email that is no longer needed is not sent', async () => {
  rendered = () => null
  await write()
  await delivery().run()
  expect(server.received).toHaveLength(0)
  expect(await rows()).toMatchObject([{ dropped_at: clock.now(), sent_at: null }])
})

test('an email that fails to render does not block others', async () => {
  rendered = ({ to_email }) => {
    if (to_email === 'broken@example.com') throw new Error('no such booking')
    return { subject: 'Booked', text: 'See you.', html: '<p>See you.</p>' }
  }
  await write('broken@example.com')
  await write('ana@example.com')
  await delivery().run()
  expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com']])
  expect(await rows()).toMatchObject([
    { sent_at: null, last_error: expect.stringMatching(/^We couldn't write this email/) },
    { sent_at: clock.now() },
  ])
})

test('user input cannot add headers or recipients', async () => {
  rendered = () => ({
    subject: 'Enquiry from Ana\r\nBcc: all@example.com',
    text: 'Hi',
    html: '<p>Hi</p>',
    replyTo: 'ana@example.com',
  })
  await write('ana@example.com, eve@example.com')
  await write('ana@example.com')
  const sweep = delivery()
  await sweep.run()
  for (const { to, raw } of server.received) {
    expect(to).toHaveLength(1)
    expect(raw).not.toMatch(/^Bcc:/im)
    expect(raw).toMatch(/^Reply-To: ana@example\.com\r$/im)
  }
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
})

test('an email has an HTML and a plain text part', async () => {
  await write()
  await delivery().run()
  const { raw } = server.received[0]!
  expect(raw).toMatch(/Content-Type: multipart\/alternative/i)
  expect(raw.indexOf('See you at eight.')).toBeLessThan(raw.indexOf('<p>See you at eight.</p>'))
})

test('an attachment keeps its name and type', async () => {
  const content = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
  const contentType = 'text/calendar; charset=utf-8; method=PUBLISH'
  rendered = () => ({
    subject: 'Booked',
    text: 'See you.',
    html: '<p>See you.</p>',
    attachments: [{ filename: 'trip.ics', contentType, content }],
  })
  await write()
  await delivery().run()
  const { raw } = server.received[0]!
  expect(raw).toMatch(/Content-Type: text\/calendar;.*method=PUBLISH/is)
  expect(raw).toContain('filename=trip.ics')
  expect(raw.replaceAll('\r\n', '')).toContain(Buffer.from(content).toString('base64'))
})
