import { getMailCheck, readMailHeaders } from '@arcadia/contract/admin/mail-check'
import { sendTestEmail } from '@arcadia/contract/admin/opening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataChecks, examine } from '../../checks/checks.ts'
import { aColleague, anAdmin } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let server: TestMailServer
let owner: string
/** What DNS has; a name that is not here has no record. */
const records: Record<string, string[][]> = {}
let isDnsAway = false

async function lookUpTxt(name: string): Promise<string[][]> {
  if (isDnsAway) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
  if (!records[name]) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return records[name]
}

beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({
    settings: { SMTP_URL: server.url, MAIL_FROM: 'Arcadia <ray@book.example.com>', ADMIN_EMAIL: 'ray@example.com' },
    lookUpTxt,
  })
  owner = await anAdmin(app)
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const check = () => app.call(getMailCheck, { token: owner })
const read = (headers: string) => app.answer(readMailHeaders, { token: owner, body: { headers } })
const stateOf = async (what: string) => (await check()).lines.find((line) => line.what === what)?.state

test('the server is seen by a test, SPF and DMARC in DNS, and the doctor names what is missing', async () => {
  expect(await check()).toMatchObject({
    isSetUp: true,
    from: 'ray@book.example.com',
    readAt: null,
    lines: [
      { what: 'SERVER', state: 'UNKNOWN' },
      { what: 'SPF', state: 'TO_DO' },
      { what: 'DKIM', state: 'UNKNOWN' },
      { what: 'DMARC', state: 'TO_DO' },
    ],
  })
  const problems = async () =>
    (await examine(dataChecks(app.database.db, app.app.features)))
      .filter(({ about }) => about.includes('DNS'))
      .flatMap(({ problems }) => problems)
  expect(await problems()).toEqual([
    expect.stringMatching(/^SPF: book\.example\.com doesn't say/),
    expect.stringMatching(/^DMARC: .*_dmarc\.book\.example\.com TXT "v=DMARC1; p=none"$/),
  ])

  await app.call(sendTestEmail, { token: owner })
  await app.app.runJobs()
  // A long record comes in pieces, and DMARC may stand above.
  records['book.example.com'] = [['v=spf1 ip4:127.0', '.0.1 -all'], ['something else']]
  records['_dmarc.example.com'] = [['v=DMARC1; p=none']]
  expect(await stateOf('SERVER')).toBe('OK')
  expect(await stateOf('SPF')).toBe('UNKNOWN')
  expect(await stateOf('DMARC')).toBe('OK')
  app.clock.advance({ minutes: 1 })
  expect(await problems()).toEqual([])
})

test('the headers of the test say whether it was signed, and are not kept', async () => {
  const headers = (from: string, results: string) =>
    `Authentication-Results: mx.example.net;\r\n ${results}\r\nFrom: Arcadia <${from}>\r\nSubject: It works`
  const signed = 'spf=pass smtp.mailfrom=x; dkim=pass header.d=example.com; dmarc=pass header.from=example.com'
  const refused = async (pasted: string) => (await read(pasted)).body
  expect(await refused('From: ray@book.example.com')).toMatchObject({
    error: 'invalid-input',
    details: [{ path: 'headers' }],
  })
  expect(await refused(headers('eve@example.net', signed))).toMatchObject({
    message: "These aren't the headers of the test. It comes from ray@book.example.com.",
  })
  expect(await refused(' ')).toMatchObject({
    details: [{ path: 'headers', message: 'Paste the headers of the test.' }],
  })
  expect((await check()).readAt).toBeNull()

  const unsigned = await read(headers('ray@book.example.com', 'spf=pass; dkim=none; dmarc=fail'))
  expect(unsigned.body.lines).toMatchObject([{}, { state: 'OK' }, { state: 'TO_DO' }, { state: 'TO_DO' }])
  const { body } = await read(headers('Ray@book.example.com', signed))
  expect(body).toMatchObject({
    readAt: app.clock.now().toISOString(),
    lines: [{}, { state: 'OK' }, { state: 'OK' }, { state: 'OK' }],
  })
})

test('DNS that does not answer is not known, and nothing fails', async () => {
  isDnsAway = true
  expect(await stateOf('DMARC')).toBe('UNKNOWN')
  isDnsAway = false
})

test('a server that does not take the test is said at once, while the test is tried again', async () => {
  server.refuse(450)
  app.clock.advance({ minutes: 10 })
  await app.call(sendTestEmail, { token: owner })
  await app.app.runJobs()
  expect(await stateOf('SERVER')).toBe('TO_DO')
  server.refuse(undefined)
})

test('only an owner sees it', async () => {
  for (const position of ['OFFICE', 'GUIDE'] as const)
    expect((await app.answer(getMailCheck, { token: (await aColleague(app, position)).token })).status).toBe(403)
})
