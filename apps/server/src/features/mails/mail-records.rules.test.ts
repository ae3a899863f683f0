import { expect, test } from 'vitest'
import { describeRecords, dmarcNames, readHeaders } from './mail-records.rules.ts'

const AT = new Date('2027-04-05T14:00:00Z')
const SEEN = {
  domain: 'example.com',
  host: 'smtp.gmail.com',
  spf: ['v=spf1 include:_spf.google.com ~all', 'google-site-verification=1'],
  dmarc: ['v=DMARC1; p=none'],
  reading: { at: AT, spf: 'pass', dkim: 'pass', dmarc: 'pass', signedAs: ['example.com'] } as const,
}
type Seen = Parameters<typeof describeRecords>[0]
const linesOf = (but: Partial<Seen>) =>
  Object.fromEntries(
    describeRecords({ ...SEEN, reading: { ...SEEN.reading, signedAs: ['example.com'] }, ...but }).map(
      ({ what, ...line }) => [what, line],
    ),
  )

test('reads what Gmail, Outlook and iCloud write, across folded lines and with comments', () => {
  const gmail = [
    'Delivered-To: ray@gmail.com',
    'ARC-Authentication-Results: i=1; mx.google.com; dkim=fail',
    'Authentication-Results: mx.google.com;',
    '       dkim=pass header.i=@mail.example.com header.s=s1 header.b=abc;',
    '       spf=pass (google.com: domain of b@example.com; designates 1.2.3.4 as permitted sender) smtp.mailfrom=b@example.com;',
    '       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com',
    'From: Arcadia <Ray@Example.com>',
  ]
  expect(readHeaders(gmail.join('\r\n'))).toEqual({
    from: 'ray@example.com',
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    signedAs: ['mail.example.com'],
  })
  const outlook =
    'Authentication-Results: spf=softfail (sender IP is 1.2.3.4) smtp.mailfrom=example.com; dkim=none (message not signed) header.d=none;dmarc=fail action=none header.from=example.com;compauth=fail'
  expect(readHeaders(outlook)).toMatchObject({ spf: 'fail', dkim: 'none', dmarc: 'fail', signedAs: [] })
  const icloud = ['bimi.icloud.com; bimi=skipped', 'dmarc.icloud.com; dmarc=pass', 'spf.icloud.com; spf=neutral']
  expect(readHeaders(icloud.map((value) => `Authentication-Results: ${value}`).join('\n'))).toMatchObject({
    spf: 'none',
    dkim: 'none',
    dmarc: 'pass',
  })
})

test('takes no headers without a verdict, nor one that the sender wrote into the text', () => {
  for (const nothing of ['', 'From: ray@example.com\nSubject: spf=pass', 'X-Authentication-Results: spf=pass'])
    expect(readHeaders(nothing)).toBeNull()
})

test('reads the longest nonsense in no time', () => {
  const long = 100_000
  const nasty = [
    `From: ${'a'.repeat(long)}`,
    `From: ${'('.repeat(long)}`,
    `Authentication-Results: ${'x;'.repeat(long / 2)}`,
  ]
  const spaced = `Authentication-Results:${' '.repeat(long)}spf=pass`
  const began = performance.now()
  for (const text of [
    ...nasty,
    spaced,
    `Authentication-Results: spf=pass\nFrom: ${'a'.repeat(long)}`,
    '\n '.repeat(long / 2),
  ])
    readHeaders(text)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('looks for DMARC at the domain and at those above it, not at the end of all names', () => {
  expect(dmarcNames('mail.book.example.com')).toEqual([
    '_dmarc.mail.book.example.com',
    '_dmarc.book.example.com',
    '_dmarc.example.com',
  ])
})

test('all is well with records that name the server and a test that was signed', () => {
  expect(Object.values(linesOf({})).map(({ state }) => state)).toEqual(['OK', 'OK', 'OK'])
})

test('says what to add where a record is missing, and what to change where it lacks the server', () => {
  expect(linesOf({ spf: [], reading: undefined }).SPF).toMatchObject({
    state: 'TO_DO',
    record: { name: 'example.com', value: 'v=spf1 include:_spf.google.com ~all' },
  })
  expect(linesOf({ spf: ['v=spf1 mx -all'], reading: undefined }).SPF).toMatchObject({
    state: 'TO_DO',
    record: { value: 'v=spf1 mx include:_spf.google.com -all' },
  })
  expect(linesOf({ spf: ['v=spf1 mx'], reading: undefined }).SPF?.record?.value).toBe(
    'v=spf1 mx include:_spf.google.com ~all',
  )
  expect(linesOf({ dmarc: [] }).DMARC).toMatchObject({
    state: 'TO_DO',
    record: { name: '_dmarc.example.com', value: 'v=DMARC1; p=none' },
  })
})

test('of an unknown mail server it names no record, and believes the test', () => {
  const host = 'mail.example.com'
  expect(linesOf({ host, spf: [], reading: undefined }).SPF).toMatchObject({ state: 'TO_DO', record: null })
  expect(linesOf({ host, reading: undefined }).SPF?.state).toBe('UNKNOWN')
  expect(linesOf({ host, spf: [] }).SPF?.state).toBe('OK')
  expect(linesOf({ host, reading: { ...SEEN.reading, signedAs: [], spf: 'fail' } }).SPF?.state).toBe('TO_DO')
})

test('two records, and one that lets anyone send, are faults whatever a test said', () => {
  expect(linesOf({ spf: ['v=spf1 mx -all', 'v=spf1 a -all'] }).SPF?.state).toBe('TO_DO')
  expect(linesOf({ spf: ['v=spf1 +all'] }).SPF).toMatchObject({ state: 'TO_DO', record: { value: 'v=spf1 ~all' } })
  expect(linesOf({ spf: ['v=spf1 mx all'] }).SPF).toMatchObject({ state: 'TO_DO', record: { value: 'v=spf1 mx ~all' } })
  expect(linesOf({ dmarc: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }).DMARC?.state).toBe('TO_DO')
})

test('of a domain that belongs to a mail provider no record is asked for, and only a test counts', () => {
  const gmail = { domain: 'gmail.com', spf: ['v=spf1 redirect=_spf.google.com'], dmarc: [] }
  expect(linesOf(gmail)).toEqual({
    SPF: { state: 'OK', says: expect.stringMatching(/may send for gmail/), record: null },
  })
  expect(linesOf({ ...gmail, reading: undefined }).SPF).toMatchObject({ state: 'TO_DO', record: null })
  const failed = linesOf({ ...gmail, reading: { ...SEEN.reading, signedAs: [], dmarc: 'fail' } })
  expect(failed.SPF).toMatchObject({ state: 'TO_DO', says: expect.stringMatching(/may not send .* your own domain/) })
})

test("a provider's signature is not the domain's", () => {
  const signedAs = (...names: string[]) => linesOf({ reading: { ...SEEN.reading, signedAs: names } }).DKIM
  expect(signedAs('sendgrid.net')?.says).toContain('signed as sendgrid.net, not as example.com')
  expect(signedAs('sendgrid.net', 'mail.example.com')?.state).toBe('OK')
  expect(signedAs('notexample.com')?.state).toBe('TO_DO')
  expect(linesOf({ reading: { ...SEEN.reading, dkim: 'none', signedAs: [] } }).DKIM?.says).toContain("wasn't signed")
  expect(linesOf({ reading: undefined }).DKIM?.state).toBe('UNKNOWN')
})

test('without an answer of DNS nothing is claimed', () => {
  expect(linesOf({ spf: null, dmarc: null })).toMatchObject({ SPF: { state: 'UNKNOWN' }, DMARC: { state: 'UNKNOWN' } })
})
