import { createEnquiry, getEnquiry } from '@arcadia/contract/enquiries'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, anAngler, networkAddress } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const OWNER = 'owner@arcadia.example'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER } })
})
afterAll(() => app.close())

const enquiry = {
  firstName: 'Ines',
  lastName: 'Marlow',
  email: 'ines@example.com',
  phone: '+34 600 123 456',
  country: 'ES' as const,
  message: 'Is June or July better?\nWe are two.',
}
const send = (input: Record<string, unknown> = {}, ip = networkAddress()) =>
  app.answer(createEnquiry, { body: { ...enquiry, ...input }, ip })
const read = (id: number | string, token?: string) => app.answer(getEnquiry, { token, params: { id } })

test('an enquiry is stored, and emailed to the owner and the sender', async () => {
  const reply = await send()
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    ...enquiry,
    id: expect.any(Number),
    fullName: 'Ines Marlow',
    status: 'NEW',
    createdAt: app.clock.now().toISOString(),
  })

  const [received] = (await readMails(app, OWNER)).slice(-1)
  expect(received).toMatchObject({
    kind: 'enquiry-received',
    subject: 'Enquiry from Ines Marlow',
    replyTo: 'ines@example.com',
  })
  for (const line of ['+34 600 123 456', 'Spain', '> Is June or July better?\n> We are two.'])
    expect(received!.text).toContain(line)

  const acknowledged = await readMails(app, 'ines@example.com')
  expect(acknowledged).toMatchObject([{ kind: 'enquiry-acknowledged', subject: 'We got your enquiry' }])
  expect(acknowledged[0]!.text).toContain('Hello Ines,')
  expect(acknowledged[0]!.text, 'a stranger may have typed this address').not.toContain('June')
})

test('the message is optional', async () => {
  const { message: _, ...withoutMessage } = enquiry
  const reply = await app.answer(createEnquiry, { body: withoutMessage, ip: networkAddress() })
  expect(reply.body.message).toBeNull()
  expect((await send({ message: '  ' })).body.message).toBeNull()
  expect((await readMails(app, OWNER)).at(-1)!.text).toContain('No message was left.')
})

test.each([
  ['firstName', '', 'First name is required'],
  ['firstName', 'x'.repeat(101), 'First name can be at most 100 characters long'],
  ['lastName', '', 'Last name is required'],
  ['email', 'ines@', 'Please enter a valid email address'],
  ['email', 'a@b.co, c@d.co', 'Please enter a valid email address'],
  ['phone', '', 'Phone number is required'],
  ['phone', 'later', 'Please enter a phone number'],
  ['phone', '5'.repeat(101), 'Phone number can be at most 100 characters long'],
  ['country', '', 'Please select your country'],
  ['country', 'Atlantis', 'Please select your country'],
  ['message', 'x'.repeat(4001), 'Message can be at most 4000 characters long'],
  ['message', 'nul\0', "Message contains a character we can't store"],
  ['status', 'CLOSED', "Unknown field 'status'."],
])('%s %j is refused with its sentence', async (path, value, message) => {
  const reply = await send({ [path]: value })
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({ message, error: 'invalid-input', details: [{ path, message }] })
})

test('what a browser takes is kept as it was typed, and shown with the address for a blank name', async () => {
  const odd = { firstName: ' ', lastName: ' ', email: 'tom&jerry%cat@example.com', phone: 'call me 1234567' }
  const sent = await send(odd)
  expect(sent).toMatchObject({ status: 201, body: { fullName: odd.email, email: odd.email, phone: odd.phone } })
  expect((await readMails(app, odd.email)).map(({ text }) => text.split('\n')[2])).toEqual(['Hello,'])
  const notice = (await readMails(app, OWNER)).at(-1)!
  expect(notice).toMatchObject({ subject: `Enquiry from ${odd.email}`, replyTo: odd.email })
  expect(notice.text).toContain('Phone: call me 1234567')
})

test('a number is written in the email as the portal writes it, however it was typed', async () => {
  await send({ phone: '+1 863.555.0142' })
  expect((await readMails(app, OWNER)).at(-1)!.text).toContain('Phone: (863) 555-0142')
})

test('a name with line breaks, which could forge headers, is refused', async () => {
  const reply = await send({ firstName: 'Eve\r\nBcc: all@example.com', email: 'eve@example.com' })
  expect(reply).toMatchObject({ status: 400, body: { details: [{ path: 'firstName' }] } })
  expect(await readMails(app, 'eve@example.com')).toEqual([])
})

test('one network can send 20 enquiries an hour', async () => {
  const ip = networkAddress()
  for (let index = 0; index < 20; index++)
    expect((await send({ email: `many${index}@example.com` }, ip)).status).toBe(201)
  const refused = await send({ email: 'many@example.com' }, ip)
  expect(refused.status).toBe(429)
  expect(refused.body.error).toBe('too-many-requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send({ email: 'elsewhere@example.com' })).status).toBe(201)
})

test('an address gets at most five acknowledgements a day, and no enquiry is lost', async () => {
  for (let index = 0; index < 7; index++) expect((await send({ email: 'victim@example.com' })).status).toBe(201)
  expect(await readMails(app, 'victim@example.com')).toHaveLength(5)
})

test('reading an enquiry is for admins only, checked before the id', async () => {
  const { id } = (await send()).body
  const admin = await anAdmin(app)
  const customer = (await anAngler(app)).token
  expect((await read(id, admin)).body).toMatchObject({ id, fullName: 'Ines Marlow', status: 'NEW' })
  for (const any of [id, 999_999, 'nonsense']) {
    expect((await read(any)).status).toBe(401)
    expect((await read(any, customer)).status).toBe(403)
  }
  for (const missing of [999_999, 'nonsense', '0', '-1']) {
    const reply = await read(missing, admin)
    expect(reply.status).toBe(404)
    expect(reply.body.error).toBe('not-found')
  }
})
