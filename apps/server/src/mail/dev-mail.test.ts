import { createEnquiry } from '@arcadia/contract/enquiries'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAngler } from '../testing/builders.ts'
import { readMails } from '../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.app.http.inject({ url, headers, remoteAddress })

test('an outbox without an email is a list without one', async () => {
  await app.database.pool.query('delete from outbox_mails')
  expect((await get('/dev/mail')).statusCode).toBe(200)
})

test('lists waiting emails and shows each one, as pages and as JSON', async () => {
  const { email } = await anAngler(app)
  const [mail] = await readMails(app, email)
  expect(mail).toMatchObject({
    kind: 'confirm-email',
    to: email,
    status: 'waiting',
    from: expect.stringContaining('@'),
  })

  const list = await get('/dev/mail')
  expect(list.statusCode).toBe(200)
  expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(list.headers['cache-control']).toBe('no-store')
  expect(list.body).toContain(`<a href="/dev/mail/${mail!.id}">Please confirm your email address</a>`)

  const page = await get(`/dev/mail/${mail!.id}`)
  expect(page.body).toContain('<h1>Please confirm your email address</h1>')
  expect(page.body).toMatch(/<a href="http:\/\/localhost:3000\/confirm-email\/[\w-]{12}#[\w-]{43}">/)

  const shown = await get(`/dev/mail/${mail!.id}/page`)
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
  expect(shown.body).toMatch(/<a class="button" href="http:\/\/localhost:3000\/confirm-email\/[\w-]{12}#[\w-]{43}"/)
})

test('escapes user input', async () => {
  const body = {
    firstName: '<img src=x>',
    lastName: '&',
    email: 'eve@example.com',
    phone: '"8635550142"',
    country: 'US' as const,
    message: "<script>alert('x')</script>",
  }
  expect((await app.answer(createEnquiry, { body })).status).toBe(201)
  const list = await get('/dev/mail', { accept: 'application/json' })
  const { id } = list.json().mails.find(({ kind }: { kind: string }) => kind === 'enquiry-received')
  const page = await get(`/dev/mail/${id}`)
  expect(page.body).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;')
  expect(page.body).not.toMatch(/<script|<img/)
  const shown = await get(`/dev/mail/${id}/page`)
  expect(shown.body).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;')
  expect(shown.body).not.toMatch(/<script|<img/)
})

test.each(['0', '999999', 'x', '99999999999'])('email %s is a 404', async (id) => {
  expect((await get(`/dev/mail/${id}`)).statusCode).toBe(404)
})

test('only programs on this machine can read them', async () => {
  for (const url of ['/dev/mail', '/dev/mail/1']) {
    expect((await get(url, {}, '192.0.2.7')).statusCode, 'from elsewhere').toBe(404)
    expect((await get(url, { 'x-forwarded-for': '127.0.0.1' })).statusCode, 'through a proxy').toBe(404)
    expect((await get(url, { host: 'evil.example:3000' })).statusCode, 'under another name').toBe(404)
  }
})

test.each([
  ['a mail server is set', { SMTP_URL: 'smtp://127.0.0.1:1' }],
  ['the site is public', { PUBLIC_URL: 'https://fish.example', ALLOW_SIMULATOR: 'yes' }],
])('the pages do not exist if %s', async (_, settings) => {
  const other = await startTestApp({ settings })
  try {
    const reply = await other.app.http.inject({ url: '/dev/mail', headers: { accept: 'application/json' } })
    expect(reply.body).not.toContain('mails')
    expect(reply.statusCode).toBe(404)
  } finally {
    await other.close()
  }
})

test("another site's page is refused", async () => {
  expect((await get('/dev/mail', { origin: 'https://evil.example' })).statusCode).toBe(404)
  expect((await get('/dev/mail', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(404)
  expect((await get('/dev/mail', { host: 'localhost:80', origin: 'http://localhost:80' })).statusCode).toBe(200)
})

test('a list of emails makes no links', async () => {
  await anAngler(app)
  const links = () => app.database.db.selectFrom('links').selectAll().execute()
  const before = await links()
  await get('/dev/mail')
  expect(await links()).toEqual(before)
})
