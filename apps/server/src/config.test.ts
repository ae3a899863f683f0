import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadEnvironment, readConfig } from './config.ts'
import { checkout, Environment } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = 'a'.repeat(64)
const read = (variables: Record<string, string>) => readConfig({ ENCRYPTION_KEY: key, ...variables })
const production = {
  QUICKBOOKS_ENVIRONMENT: 'production',
  QUICKBOOKS_CLIENT_ID: 'id',
  QUICKBOOKS_CLIENT_SECRET: 'hush',
  QUICKBOOKS_REDIRECT_URI: 'https://book.example.com/quickbooks/callback',
  PUBLIC_URL: 'https://book.example.com',
  SMTP_URL: 'smtps://mail.example.com',
}

test('every setting has a default', () => {
  const config = read({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
  })
  expect(config).toMatchObject({
    dataDir: join(checkout, 'data'),
    passwordMinLength: 6,
    rateLimits: true,
    trustProxy: false,
  })
  expect(config.quickbooks).toMatchObject({
    mountsSimulator: true,
    publicSimulatorUrl: 'http://localhost:3000/simulator',
  })
})

test('the server asks the built-in simulator on this machine, browsers at the public address', () => {
  const asked = (settings: Record<string, string>) => read({ ALLOW_SIMULATOR: 'yes', ...settings }).quickbooks
  expect(asked({ PUBLIC_URL: 'https://book.example.com', HOST: '0.0.0.0', PORT: '8080' })).toMatchObject({
    simulatorUrl: 'http://127.0.0.1:8080/simulator',
    publicSimulatorUrl: 'https://book.example.com/simulator',
  })
  expect(asked({ HOST: '::1' }).simulatorUrl).toBe('http://[::1]:3000/simulator')
  expect(asked({ QUICKBOOKS_SIMULATOR_URL: 'http://127.0.0.1:4010' })).toMatchObject({
    simulatorUrl: 'http://127.0.0.1:4010',
    publicSimulatorUrl: 'http://127.0.0.1:4010',
  })
})

test('the public address defaults to the port, and an empty variable counts as not set', () => {
  expect(read({ PORT: '8080', PUBLIC_URL: '', SMTP_URL: ' ' })).toMatchObject({ publicUrl: 'http://localhost:8080' })
})

test.each([
  ['PORT', 'abc', "PORT: got 'abc', expected a port number from 0 to 65535."],
  ['PORT', '65536', "PORT: got '65536'"],
  ['PUBLIC_URL', 'book.example.com', "PUBLIC_URL: got 'book.example.com', expected an address like"],
  ['PUBLIC_URL', 'http://localhost:3000/shop', 'PUBLIC_URL: got'],
  ['DATABASE_URL', 'mysql://root:hush@host/db', 'DATABASE_URL: got an invalid value, expected'],
  ['ADMIN_PASSWORD', 'hush', 'ADMIN_PASSWORD: got an invalid value, expected 12 to 256 characters.'],
  ['ADMIN_USERNAME', 'a@b', "ADMIN_USERNAME: got 'a@b', expected 3 to 100"],
  [
    'QUICKBOOKS_ENVIRONMENT',
    'live',
    "QUICKBOOKS_ENVIRONMENT: got 'live', expected 'simulator', 'sandbox' or 'production'.",
  ],
  ['ENCRYPTION_KEY', 'short', 'ENCRYPTION_KEY: got an invalid value, expected 32 bytes'],
  ['SMTP_URL', 'http://hush', 'SMTP_URL: got an invalid value'],
  ['PASSWORD_MIN_LENGTH', '5', "PASSWORD_MIN_LENGTH: got '5', expected a whole number from 6 to 64."],
  ['SOCIAL_POSTS', 'https://a.example/1, two', 'SOCIAL_POSTS: got'],
  ['TRUST_PROXY', 'on', "TRUST_PROXY: got 'on', expected 'off', the number of proxies"],
  ['TRUST_PROXY', '10.0.0.0/40', "TRUST_PROXY: got '10.0.0.0/40'"],
  ['LOG_LEVEL', 'loud', "LOG_LEVEL: got 'loud'"],
])('%s=%s is refused in one line that says what is expected', (name, value, line) => {
  const reading = () => read({ [name]: value })
  expect(reading).toThrow(line)
  expect(reading).not.toThrow(/\n|hush/)
})

test('TRUST_PROXY is a number of proxies or a list of networks', () => {
  expect(read({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(read({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
  expect(read({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
})

describe('the encryption key', () => {
  test('is 32 bytes in hex or base64', () => {
    expect(read({ ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }).encryptionKey).toEqual(Buffer.alloc(32, 7))
    expect(read({}).encryptionKey).toEqual(Buffer.alloc(32, 0xaa))
  })

  test('is created once next to the embedded database, readable only by its owner', () => {
    const first = readConfig({ DATA_DIR: folder })
    expect(readConfig({ DATA_DIR: folder }).encryptionKey).toEqual(first.encryptionKey)
    expect(statSync(join(folder, 'encryption-key')).mode & 0o777).toBe(0o600)
  })

  test('is not made for a command that ends what a key opened', () => {
    const empty = join(folder, 'empty')
    expect(() => readConfig({ DATA_DIR: empty }, { makesKey: false })).toThrow(
      `ENCRYPTION_KEY: not set, and there is no ${join(empty, 'encryption-key')}.`,
    )
    expect(existsSync(empty)).toBe(false)
  })

  test('is required when the database is shared', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://host/db' })).toThrow(
      /^ENCRYPTION_KEY: got nothing, expected 32 bytes/,
    )
  })
})

describe('unsafe combinations are refused', () => {
  test.each([
    [
      'the simulator in public',
      { PUBLIC_URL: 'http://book.example.com' },
      /^ALLOW_SIMULATOR: got nothing, expected 'yes'/,
    ],
    ['production without a mail server', { ...production, SMTP_URL: '' }, /^SMTP_URL: got nothing/],
    ['production without https', { ...production, PUBLIC_URL: 'http://book.example.com' }, /^PUBLIC_URL: got 'http:/],
    [
      'production without a client',
      { ...production, QUICKBOOKS_CLIENT_SECRET: '' },
      /^QUICKBOOKS_CLIENT_SECRET: got nothing/,
    ],
    ['sandbox without a client', { QUICKBOOKS_ENVIRONMENT: 'sandbox' }, /^QUICKBOOKS_CLIENT_ID: got nothing/],
    [
      'a shorter payment wait in public',
      { ...production, PAYMENT_ANSWER_SECONDS: '2' },
      /^PAYMENT_ANSWER_SECONDS: got '2'/,
    ],
    ['no rate limits in public', { ...production, RATE_LIMITS: 'off' }, /^RATE_LIMITS: got 'off'/],
  ])('%s', (_, variables, line) => {
    expect(() => read(variables)).toThrow(line)
  })

  test.each(['a/b', 'a@b', 'a#b'])('a password that stands in an address: %s', (SERVING_PASSWORD) => {
    const DATABASE_URL = `postgres://arcadia_app:${SERVING_PASSWORD}@postgres:5432/arcadia`
    expect(() => read({ ...production, SERVING_PASSWORD, DATABASE_URL })).toThrow(
      /^SERVING_PASSWORD: got an invalid value, expected only letters, digits/,
    )
  })

  test('safe combinations are accepted', () => {
    expect(read({ PUBLIC_URL: 'http://book.example.com', ALLOW_SIMULATOR: 'yes' }).isPublicUrlLocal).toBe(false)
    expect(read(production)).toMatchObject({ cardTokensViaServer: false, quickbooks: { mountsSimulator: false } })
    expect(read({ RATE_LIMITS: 'off', PUBLIC_URL: 'http://127.0.0.1:4000/' }).rateLimits).toBe(false)
  })
})

test('the .env file fills in variables missing from the environment', () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'PATH=/from/the/file\nLAUNCH_TEXT="Now booking"\n')
  expect(loadEnvironment(file)).toMatchObject({ PATH: process.env.PATH, LAUNCH_TEXT: 'Now booking' })
  expect(loadEnvironment(join(folder, 'none'))).toEqual(process.env)
})

test('.env.example lists every variable with its real default', () => {
  const example = readFileSync(join(checkout, '.env.example'), 'utf8')
  const listed = [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const)
  expect(listed.map(([name]) => name).sort()).toEqual(Object.keys(Environment.shape).sort())
  const shown = listed.map(([name, value]) => [name, value.replace(/^"(.*)"$/, '$1')])
  const given = Object.fromEntries(shown.filter(([, value]) => value !== ''))
  expect(Environment.parse(given)).toEqual({ ...Environment.parse({}), ...{ PUBLIC_URL: given.PUBLIC_URL } })
})
