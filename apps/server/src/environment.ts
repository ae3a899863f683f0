import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { DEFAULT_NAME } from '@arcadia/contract/site/wording'
import { z } from 'zod'

export const checkout = resolve(import.meta.dirname, '../../..')

/** A setting, with what its error message says it expects: "PORT: got 'abc', expected <words>." */
function setting<T extends z.ZodType>(expected: string, schema: T): T {
  return schema.describe(expected)
}

/** A setting whose value must not appear in messages. */
function secret<T extends z.ZodType>(expected: string, schema: T): T {
  return schema.meta({ description: expected, secret: true })
}

const text = z.string().trim()
const email = text.regex(/^[^\s@]+@[^\s@]+$/)
const webAddress = text.refine(isAddress('http:', 'https:')).transform((url) => url.replace(/\/+$/, ''))
const origin = webAddress.refine((url) => new URL(url).origin === url.toLowerCase())

const wholeNumber = (from: number, to: number) => text.regex(/^\d+$/).transform(Number).pipe(z.int().min(from).max(to))

const words = { on: true, yes: true, true: true, '1': true, off: false, no: false, false: false, '0': false }
type Word = keyof typeof words
const onOff = text
  .toLowerCase()
  .pipe(z.enum(Object.keys(words) as Word[]))
  .transform((word) => words[word])

/** Every setting. `.env.example` lists them with their defaults, docs/operations.md explains them. */
export const Environment = z.object({
  PORT: setting('a port number from 0 to 65535', wholeNumber(0, 65_535).default(3000)),
  HOST: setting('a host name or address to listen on', text.regex(/^\S+$/).default('127.0.0.1')),
  PUBLIC_URL: setting('an address like https://book.example.com, without a path', origin.optional()),
  DATA_DIR: setting(
    'a folder',
    text.default('./data').transform((folder) => resolve(checkout, folder)),
  ),
  CHARGE_LOG: setting('a file', text.transform((file) => resolve(checkout, file)).optional()),
  DATABASE_URL: secret(
    'an address like postgres://user:password@host:5432/database',
    text.refine(isAddress('postgres:', 'postgresql:')).optional(),
  ),
  DATABASE_OWNER_URL: secret(
    'an address like postgres://owner:password@host:5432/database',
    text.refine(isAddress('postgres:', 'postgresql:')).optional(),
  ),
  DATABASE_DIRECT_URL: secret(
    'an address like postgres://user:password@host:5432/database',
    text.refine(isAddress('postgres:', 'postgresql:')).optional(),
  ),

  ADMIN_USERNAME: setting(
    '3 to 100 letters, digits, dots, dashes or underscores',
    text.regex(/^[\w.-]{3,100}$/).default('admin'),
  ),
  ADMIN_EMAIL: setting('an email address', email.default('admin@localhost')),
  ADMIN_PASSWORD: secret('12 to 256 characters', z.string().min(12).max(256).optional()),

  QUICKBOOKS_ENVIRONMENT: setting(
    "'simulator', 'sandbox' or 'production'",
    z.enum(['simulator', 'sandbox', 'production']).default('simulator'),
  ),
  QUICKBOOKS_SIMULATOR_URL: setting(
    'the address of a simulator, like http://localhost:3001/simulator',
    webAddress.optional(),
  ),
  QUICKBOOKS_CLIENT_ID: setting('the client id of the app at Intuit', text.optional()),
  QUICKBOOKS_CLIENT_SECRET: secret('the client secret of the app at Intuit', text.optional()),
  QUICKBOOKS_REDIRECT_URI: setting(
    'the redirect address of the app at Intuit, ending in /quickbooks/callback',
    webAddress.optional(),
  ),
  QUICKBOOKS_SANDBOX_REFRESH_TOKEN: secret("a refresh token of a company at Intuit's sandbox", text.optional()),
  ALLOW_SIMULATOR: setting("'yes' or 'no'", onOff.default(false)),

  ENCRYPTION_KEY: secret(
    '32 bytes in base64 or hex (openssl rand -base64 32)',
    text.transform(toEncryptionKey).pipe(z.instanceof(Buffer)).optional(),
  ),

  SMTP_URL: secret(
    'an address like smtps://user:password@host:465',
    text.refine(isAddress('smtp:', 'smtps:')).optional(),
  ),
  MAIL_FROM: setting("a sender like 'Arcadia <hello@example.com>'", text.regex(/\S@\S/).optional()),

  PASSWORD_MIN_LENGTH: setting('a whole number from 6 to 64', wholeNumber(6, 64).default(6)),
  PAYMENT_ANSWER_SECONDS: setting('a whole number from 1 to 25', wholeNumber(1, 25).default(25)),
  CARD_TOKENS_VIA_SERVER: setting("'yes' or 'no'", onOff.optional()),
  RECAPTCHA_SITE_KEY: setting('a site key', text.optional()),
  RECAPTCHA_SECRET_KEY: secret('a secret key', text.optional()),
  GA_MEASUREMENT_ID: setting('a measurement id like G-XXXXXXX', text.optional()),
  GA_API_SECRET: secret('an API secret of the measurement protocol', text.optional()),

  BUSINESS_NAME: setting('a name of at most 100 characters', text.max(100).default(DEFAULT_NAME)),
  BUSINESS_EMAIL: setting('an email address', email.optional()),
  BUSINESS_PHONE: setting('a phone number', text.max(40).optional()),
  SOCIAL_HANDLE: setting('a name like @arcadia', text.max(100).optional()),
  SOCIAL_URL: setting('the address of the social profile', webAddress.optional()),
  SOCIAL_POSTS: setting(
    'a comma-separated list of addresses',
    text
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(webAddress))
      .default([]),
  ),
  LAUNCH_TEXT: setting('a line of at most 200 characters', text.max(200).optional()),

  RATE_LIMITS: setting("'on' or 'off'", onOff.default(true)),
  TRUST_PROXY: setting(
    "'off', the number of proxies in front, or a list of their networks like '10.0.0.0/8, 127.0.0.1'",
    text.toLowerCase().transform(toTrustedProxies).pipe(z.custom<TrustedProxies>(isDefined)).default(false),
  ),
  LOG_LEVEL: setting(
    "'fatal', 'error', 'warn', 'info', 'debug', 'trace' or 'silent'",
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  METRICS_TOKEN: secret('at least 16 characters', text.min(16).optional()),
})
export type Environment = z.infer<typeof Environment>
export type Variable = keyof Environment

/** Of each pair one is worth nothing without the other. */
const PAIRS: readonly (readonly [Variable, Variable])[] = [
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
  ['GA_MEASUREMENT_ID', 'GA_API_SECRET'],
]
/** Settings that other programs have no reason to name so. */
const OURS = /^(QUICKBOOKS|SMTP|RECAPTCHA|BUSINESS|SOCIAL|ADMIN)_/
/** Shorter names are too easily another program's. */
const LONG_ENOUGH = 6
const SLIP = 2

/** What is set and is probably meant to be a setting, but is none. */
export function listUnknownSettings(given: Record<string, string | undefined>): string[] {
  const known = Object.keys(Environment.shape)
  return Object.keys(given)
    .filter((name) => given[name]?.trim() && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => name.length >= LONG_ENOUGH && slips(name.toUpperCase(), one) <= SLIP)
      if (meant) return [`${name}: there is no such setting; ${meant} is meant`]
      return OURS.test(name) ? [`${name}: there is no such setting`] : []
    })
}

export function listHalfSettings(env: Environment): string[] {
  return PAIRS.flatMap((pair) => {
    const [set, unset] = env[pair[0]] === undefined ? [pair[1], pair[0]] : pair
    return env[set] !== undefined && env[unset] === undefined ? [`${set}: it does nothing without ${unset}`] : []
  })
}

/** How many letters have to be added, left out, or put in another's place to make one word of the other. */
function slips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(one[i - 1] !== other[j - 1]))
    row = next
  }
  return row[other.length]!
}

/** For error messages: what the variable expects, and whether its value must stay hidden. */
export function describeVariable(name: Variable): { expected: string; isSecret: boolean } {
  const { description, secret } = Environment.shape[name].meta() ?? {}
  return { expected: description ?? '', isSecret: secret === true }
}

function isAddress(...protocols: string[]) {
  return (value: string) => protocols.includes(URL.parse(value)?.protocol ?? '')
}

function isDefined(value: unknown): boolean {
  return value !== undefined
}

/** Decodes 32 bytes from base64 or hex; undefined if it is neither. */
export function toEncryptionKey(written: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(written)) return Buffer.from(written, 'hex')
  return /^[\w+/-]{43}=?$/.test(written) ? Buffer.from(written, 'base64') : undefined
}

export type TrustedProxies = false | number | string[]

/** A bare 'on' is not accepted: it would trust any address a visitor claims. */
function toTrustedProxies(written: string): TrustedProxies | undefined {
  if (words[written as Word] === false) return false
  if (/^[1-9]\d?$/.test(written)) return Number(written)
  const networks = written.split(/[\s,]+/).filter(Boolean)
  return networks.every(isNetwork) ? networks : undefined
}

function isNetwork(written: string): boolean {
  const [address = '', bits, ...rest] = written.split('/')
  const family = isIP(address)
  if (!family || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
